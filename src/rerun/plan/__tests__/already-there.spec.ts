import { alreadyThere } from '../already-there';
import { Needs } from '../needs/needs';

/** Which cells need not run again for the last of them, in their text. */
function left(cells: readonly string[], present: readonly string[]): string[] {
  const ran = cells.map(source => ({ source, mayNotRun: false }));
  const verdicts = new Needs(ran).verdicts([cells.length - 1]);
  const done = present.map(text => ({
    source: text.replace(/^failed: /, ''),
    mayNotRun: text.startsWith('failed: ')
  }));
  return [...alreadyThere(done, ran, verdicts)].map(at => cells[at]);
}

const CELLS = ['a = [1]', 'b = 2', 'a.append(3)', 'c = 4', 'print(a, c)'];

it('takes what ran first and in order as it is', () => {
  expect(left(CELLS, ['a = [1]'])).toEqual(['a = [1]']);
  expect(left(CELLS, ['a = [1]', 'a.append(3)', 'print(b)'])).toEqual([
    'a = [1]',
    'a.append(3)'
  ]);
  expect(left(CELLS, ['a = [1] ', 'failed: print(a, c)'])).toEqual(['a = [1]']);
});

it.each([
  ['nothing ran', []],
  ['it failed', ['failed: a = [1]']],
  ['it ran twice', ['a = [1]', 'a.append(3)', 'a.append(3)']],
  ['another changed it', ['a = [1]', 'a.clear()']],
  ['a failed cell may have', ['a = [1]', 'failed: a.append(c)']],
  ['nobody knows what ran since', ['a = [1]', '%run other.py']],
  ['they ran in another order', ['a.append(3)', 'b = 2']]
])('has all run again where %s', (_, present) => {
  expect(left(CELLS, present)).toEqual([]);
});

it('leaves later cells where an earlier one is to run', () => {
  const cells = ['a = 1', 'b = a', 'print(b)'];
  const ran = cells.map(source => ({ source, mayNotRun: false }));
  const present = ran.slice(0, 2);
  const verdicts = new Needs(ran).verdicts([0, 2]);
  // The user took the first one in: what follows it runs after it, too.
  expect([...alreadyThere(present, ran, verdicts)]).toEqual([]);
});
