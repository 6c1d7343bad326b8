import type { ISeen } from '../../../notebook/execution-log';
import type { ILostCells } from '../lost';
import { prepareReplay } from '../replay';
import { chosenOf } from '../plan';
import { selectionOf } from '../selection';

/** Cells with their texts; `null` as a number for one that never ran. */
function cellsOf(...all: readonly [string, number | null, string][]) {
  return all.map(([id, executionCount, source]) => ({
    id,
    executionCount,
    source,
    ms: null
  }));
}

/** What the page saw, run by run. */
function seenOf(...runs: readonly (readonly [string | null, string][])[]) {
  return runs.flatMap((inputs, at) =>
    inputs.map(([cellId, source], number): ISeen => {
      const hasFailed = source.startsWith('failed: ');
      return {
        run: at + 1,
        executionCount: number + 1,
        source: source.replace(/^failed: /, ''),
        cellId,
        ms: 1,
        hasFailed
      };
    })
  );
}

const lost = (...targets: string[]): ILostCells => ({
  purpose: 'lost',
  targets,
  earlier: [],
  missing: null
});

const missing = (name: string, target: string): ILostCells => ({
  purpose: 'missing',
  targets: [target],
  earlier: [],
  missing: name
});

async function planned(
  cells: ReturnType<typeof cellsOf>,
  seen: readonly ISeen[],
  what: ILostCells,
  kernelRun: number
) {
  const { plan } = await prepareReplay({
    // Without a kernel only the page knows anything.
    kernel: null,
    attached: { kernelId: null, sharedWith: [] },
    cells,
    lost: what,
    seen,
    kernelRun
  });
  const { choices } = selectionOf(plan, 'needed', new Map(), false);
  const runs = chosenOf(plan, choices).map(({ source }) => source);
  return { plan, runs };
}

const CELLS = cellsOf(
  ['data', 1, 'data = [1]'],
  ['notes', 2, 'notes = 0'],
  ['grow', 3, 'data.append(2)'],
  ['dies', null, 'crash(data)'],
  ['waits', null, 'print(data)']
);

describe('what a dead process took', () => {
  it('runs what the lost cells need, as the page saw it run', async () => {
    const seen = seenOf([
      ['data', 'data = [1]'],
      ['notes', 'notes = 0'],
      ['grow', 'data.append(2)'],
      ['grow', 'data.append(2)']
    ]);
    const { plan, runs } = await planned(CELLS, seen, lost('dies', 'waits'), 3);
    expect(plan).toMatchObject({ basis: 'page', targets: 2 });
    expect(runs).toEqual([
      'data = [1]',
      'data.append(2)',
      'data.append(2)',
      'crash(data)',
      'print(data)'
    ]);
  });

  it('runs a cell as it stands now', async () => {
    const seen = seenOf([['data', 'data = [9]']]);
    const { runs } = await planned(CELLS, seen, lost('waits'), 2);
    expect(runs).toEqual(['data = [1]', 'print(data)']);
  });

  it('takes what the page remembers where it saw nothing', async () => {
    const what = { ...lost('waits'), earlier: ['data', 'grow', 'gone'] };
    const { plan, runs } = await planned(CELLS, [], what, 1);
    expect(plan.basis).toBe('page');
    expect(runs).toEqual(['data = [1]', 'data.append(2)', 'print(data)']);
  });

  it('has nothing to run where the lost cell is gone', async () => {
    await expect(planned(CELLS, [], lost('gone'), 1)).rejects.toThrow(
      'cell-gone'
    );
  });
});

describe('a name that an earlier process had', () => {
  it('finds the process that had it, and leaves what is there', async () => {
    const seen = seenOf(
      [
        ['data', 'data = [1]'],
        ['grow', 'data.append(2)'],
        ['waits', 'print(data)'],
        ['grow', 'data.append(2)']
      ],
      [['notes', 'notes = 0']],
      [['waits', 'failed: print(data)']]
    );
    const { plan, runs } = await planned(
      CELLS,
      seen,
      missing('data', 'waits'),
      3
    );
    // As it was when the cell ran: what came after it stays out.
    expect(runs).toEqual(['data = [1]', 'data.append(2)', 'print(data)']);
    expect(plan.steps).toHaveLength(3);
  });

  it('takes the cells above where no record has it, unsure ones too', async () => {
    const seen = seenOf([['waits', 'failed: print(data)']]);
    const what = missing('data', 'waits');
    const { plan, runs } = await planned(CELLS, seen, what, 1);
    expect(plan.basis).toBe('above');
    expect(runs).toEqual([
      'data = [1]',
      'data.append(2)',
      'crash(data)',
      'print(data)'
    ]);
  });
});
