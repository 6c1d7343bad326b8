import { planOf, type IPlan } from '../plan';
import { selectionOf } from '../selection';

function planFor(sources: readonly string[]): IPlan {
  const cells = sources.map((source, at) => ({
    id: `cell-${at}`,
    executionCount: at + 1,
    source,
    ms: null
  }));
  const inputs = cells
    .slice(0, -1)
    .map(({ id, ...cell }) => ({ ...cell, cellId: id, hasFailed: false }));
  const last = cells[cells.length - 1];
  return planOf(
    { basis: 'process', inputs, failedSource: last.source },
    cells,
    {
      ...last,
      cellId: last.id,
      kernelRun: 1
    }
  );
}

const PLAN = planFor([
  'a = 1',
  'b = a + 1',
  'c = 3',
  '!pip install nothing',
  '1 / c'
]);

const included = (
  ...[scope, asked]: [
    Parameters<typeof selectionOf>[1],
    Record<string, { isIncluded: boolean }>?
  ]
) =>
  [
    ...selectionOf(
      PLAN,
      scope,
      new Map(Object.entries(asked ?? {})),
      false
    ).choices.values()
  ].map(({ isIncluded }) => Number(isIncluded));

describe('selectionOf', () => {
  it('proposes what the failed cell needs, or all but what is dangerous', () => {
    expect(included('needed')).toEqual([0, 0, 1, 0, 1]);
    expect(included('all')).toEqual([1, 1, 1, 0, 1]);
  });

  it('brings what a cell needs that the user takes in', () => {
    expect(included('needed', { 'step-1': { isIncluded: true } })).toEqual([
      1, 1, 1, 0, 1
    ]);
    expect(included('needed', { 'step-3': { isIncluded: true } })).toEqual([
      0, 0, 1, 1, 1
    ]);
  });

  it('leaves out what the user leaves out, but for the failed cell', () => {
    const all = { isIncluded: false };
    expect(included('all', { 'step-2': all, 'step-4': all })).toEqual([
      1, 1, 0, 0, 1
    ]);
  });
});
