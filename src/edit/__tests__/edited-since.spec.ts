import { english } from '../../diagnosis/english';
import { cellIncident } from '../../incident/incident';
import { EditFinder } from '../find-edit';
import { diagnosed } from './diagnosed';

const RAN = 'a = x.view(-1)\nb = 1\na = x.view(-1)';

const TRACEBACK = `---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
Cell In[3], line 1
----> 1 a = x.view(-1)
      2 b = 1
      3 a = x.view(-1)

RuntimeError: view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.`;

/** What the first edit makes of the cell when it says `now`; null without one. */
function edited(ran: string, now: string): string | null {
  const incident = cellIncident({
    ename: 'RuntimeError',
    evalue: TRACEBACK.slice(TRACEBACK.lastIndexOf('RuntimeError: ') + 14),
    traceback: TRACEBACK,
    source: ran
  });
  const failure = diagnosed(incident, 3);
  const cells = [{ id: 'cell', source: now, executionCount: 3, position: 1 }];
  const [best] = failure.findings;
  const [fix] = best.entry.page(english, best.values).fixes;
  return new EditFinder(cells, failure).find(fix.edit)?.[0].after ?? null;
}

it('takes the line that failed, of two that are the same', () => {
  const after = 'a = x.reshape(-1)\nb = 1\na = x.view(-1)';
  expect(edited(RAN, RAN)).toBe(after);
  expect(edited(RAN, `${RAN}\nc = 2`)).toBe(`${after}\nc = 2`);
});

it('takes no other line of the same text for one that is gone', () => {
  expect(edited(RAN, 'a = x\nb = 1\na = x.view(-1)')).toBeNull();
});

it('follows a line that there was once', () => {
  expect(edited('a = x.view(-1)', 'c = 2\na = x.view(-1)')).toBe(
    'c = 2\na = x.reshape(-1)'
  );
});
