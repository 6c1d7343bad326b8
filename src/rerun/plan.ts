/** A code cell of the notebook as it stands now. */
export interface IPlannableCell {
  readonly id: string;
  readonly executionCount: number | null;
  readonly source: string;
}

/** One cell to run. */
export interface IStep {
  readonly cellId: string;
  /** Its prompt number in the kernel that failed. */
  readonly executionCount: number;
  readonly source: string;
  /** The text differs from what the kernel ran. */
  readonly isEdited: boolean;
}

/** What a re-run will run, in order; the failed cell is the last. */
export interface IPlan {
  readonly steps: readonly IStep[];
  /** Inputs the kernel ran that no cell of the notebook holds any more. */
  readonly lost: number;
}

interface IInput {
  readonly executionCount: number;
  readonly source: string;
}

/**
 * The plan that repeats a failure: the cells this kernel had run before it, in
 * their order, then the failed cell.
 *
 * The kernel's own record decides what ran: prompt numbers in a file may stem
 * from another process. A cell that ran several times is run once, at its
 * first place, since what follows may need it.
 *
 * @param executed - the kernel's inputs, in order
 * @param cells - the notebook's code cells, in order
 * @param failedCellId - the cell to end with
 */
export function planOf(
  executed: readonly IInput[],
  cells: readonly IPlannableCell[],
  failedCellId: string
): IPlan {
  const failed = cells.find(cell => cell.id === failedCellId);
  const end = failed?.executionCount ?? Infinity;
  const steps = new Map<string, IStep>();
  let lost = 0;
  for (const { executionCount, source } of executed) {
    if (executionCount >= end) {
      break;
    }
    const cell =
      cells.find(one => one.executionCount === executionCount) ??
      cells.find(one => one.source.trim() === source.trim());
    if (!cell) {
      lost += source.trim() === '' ? 0 : 1;
    } else if (cell.id !== failedCellId && !steps.has(cell.id)) {
      steps.set(cell.id, {
        cellId: cell.id,
        executionCount,
        source: cell.source,
        isEdited: cell.source.trim() !== source.trim()
      });
    }
  }
  const last = executed.find(input => input.executionCount === end);
  return {
    steps: [
      ...steps.values(),
      ...(failed
        ? [
            {
              cellId: failed.id,
              executionCount: failed.executionCount ?? 0,
              source: failed.source,
              isEdited:
                last !== undefined &&
                last.source.trim() !== failed.source.trim()
            }
          ]
        : [])
    ],
    lost
  };
}
