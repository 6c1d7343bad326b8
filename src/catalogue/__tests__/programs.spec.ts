import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { failureOf } from '../../incident/program-incident';
import { textIncident } from '../../incident/incident';
import { PROOFS } from './proofs';

/** Cases whose message has several lines, and that are told by it alone. */
const MESSAGES = PROOFS.flatMap(({ id, recognised }) =>
  recognised
    .filter(
      ({ ename, evalue, traceback, stderr, stdout, source }) =>
        /(?:Error|Exception)$/.test(ename ?? '') &&
        evalue?.trimEnd().includes('\n') &&
        // Frames of a notebook are not a program's.
        !evalue.includes('<ipython-input') &&
        !(traceback || stderr || stdout || source)
    )
    .map(({ ename, evalue }) => ({ id, said: `${ename}: ${evalue}` }))
);

/** What `!python train.py` leaves in the cell. */
function programs(said: string): string {
  return [
    'epoch 1',
    'Traceback (most recent call last):',
    '  File "/home/u/train.py", line 5, in <module>',
    '    train()',
    said,
    ''
  ].join('\r\n');
}

describe('a program that fails with a message of several lines', () => {
  it.each(MESSAGES)('is told: $id', ({ said }) => {
    const output = {
      output_type: 'stream',
      name: 'stdout',
      text: programs(said.replace(/\n/g, '\r\n'))
    };
    const incident = failureOf([output], [], '!python train.py');
    expect(incident?.program).toMatchObject({ line: 1 });
    // Some need a frame beside it: the same text as a log tells no more.
    const ids = diagnose(incident!, catalogue).map(found => found.id);
    const asLog = diagnose(textIncident(programs(said)), catalogue);
    expect(ids).toEqual(asLog.map(found => found.id));
  });
});
