/** Errors that were cut off inside a word. */
import { cellIncident, textIncident } from '../../incident/incident';
import { diagnose } from '../diagnose';
import type { IEntry, IFinding } from '../types';
import { entry } from './entry';

/** An entry with one answer, which is all that it recognises. */
function answered(id: string, answer: string): IEntry {
  const pattern = new RegExp(`^${answer}$`);
  return entry(id, [{ where: 'message', pattern }], { answers: [answer] });
}

const ENTRIES = [
  answered('grad', 'grad can be implicitly created only for scalar outputs'),
  answered('launch', 'CUDA error: unspecified launch failure'),
  answered('version', 'is at version 1; expected version 0 instead')
];

function found(evalue: string): IFinding[] {
  return diagnose(cellIncident({ ename: 'RuntimeError', evalue }), ENTRIES);
}

it.each([
  ['grad can be implicitly create', 'grad'],
  ['CUDA error: unspecifi', 'launch'],
  ['CUDA error: unspecifi...', 'launch'],
  ['torch.FloatTensor [2, 3] is at version 7; expected vers', 'version']
])('“%s” is possible', (evalue, id) => {
  const [{ id: first, confidence, evidence }, ...others] = found(evalue);
  expect({ first, confidence, others }).toEqual({
    first: id,
    confidence: 'possible',
    others: []
  });
  expect(evidence[0].text).toBe(evalue);
});

it('is looked for at the end of a log, too', () => {
  const text = 'Epoch 1\nRuntimeError: grad can be implicitly creat';
  expect(diagnose(textIncident(text), ENTRIES).map(one => one.id)).toEqual([
    'grad'
  ]);
});

it.each([
  ['too short to tell', 'grad can be impl'],
  ['not cut inside a word', 'grad can be implicitly'],
  ['ended otherwise', 'grad can be implicitly creating'],
  ['cut at its beginning', 'can be implicitly created onl']
])('nothing where it is %s', (_, evalue) => {
  expect(found(evalue)).toEqual([]);
});

it('does not stand beside what was recognised', () => {
  const failure = cellIncident({
    ename: 'RuntimeError',
    evalue: 'CUDA error: unspecified launch failure',
    stderr: 'grad can be implicitly creat'
  });
  expect(diagnose(failure, ENTRIES).map(one => one.id)).toEqual(['launch']);
});
