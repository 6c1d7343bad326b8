import { analyse, type IRan } from './analysis';
import type { IAlways, ICellNeeds, Need } from './store';

export type { IRan } from './analysis';
export type { IAlways, Need } from './store';
export type { State } from './libraries';

/**
 * Why a cell is in or out:
 *
 * - `asked`: it is one of those that were asked for;
 * - `need`: the cell at `by` needs it;
 * - `always`: nobody can say what else it changes;
 * - `gpu`: its work on the GPU may be what is reported late;
 * - `unsure`: the cells cannot be read;
 * - `there`: the process that will run the others has run it already;
 * - `unused`: no cell that is in uses what it gives.
 */
export type Reason =
  | { readonly kind: 'asked' | 'gpu' | 'there' | 'unsure' }
  | { readonly kind: 'need'; readonly need: Need; readonly by: number }
  | { readonly kind: 'always'; readonly always: IAlways }
  | { readonly kind: 'unused'; readonly gives: readonly string[] };

/** Whether a cell is needed, and why or why not. */
export interface IVerdict {
  readonly isNeeded: boolean;
  readonly reason: Reason;
}

/** At most so many names are told of a cell that nobody needs. */
const MAX_NAMES = 3;

/** The dependencies of cells that ran one after the other. */
export class Needs {
  constructor(cells: readonly IRan[]) {
    this._count = cells.length;
    this._cells = analyse(cells);
  }

  /**
   * Which cells are needed to run others as they ran.
   *
   * Where that cannot be told of a cell, it is needed.
   *
   * @param asked - the places of the cells that shall run
   * @param isLate - one failed with what an earlier cell did on a GPU
   */
  verdicts(asked: readonly number[], isLate = false): IVerdict[] {
    const cells = this._cells;
    const end = Math.max(-1, ...asked);
    if (!cells) {
      return Array.from({ length: this._count }, (_, at) => ({
        isNeeded: at <= end,
        reason: { kind: asked.includes(at) ? 'asked' : 'unsure' }
      }));
    }
    const reasons = new Map<number, Reason>();
    const queue: number[] = [];
    const add = (at: number, reason: Reason) => {
      if (!reasons.has(at)) {
        reasons.set(at, reason);
        queue.push(at);
      }
    };
    asked.forEach(at => add(at, { kind: 'asked' }));
    // A need of what was asked for says more than that nobody knows.
    follow(queue, cells, add);
    cells.slice(0, end).forEach(({ always, launches }, at) => {
      if (always) {
        add(at, { kind: 'always', always });
      } else if (isLate && launches) {
        add(at, { kind: 'gpu' });
      }
    });
    follow(queue, cells, add);
    return cells.map(({ gives }, at) => {
      const reason = reasons.get(at);
      return reason
        ? { isNeeded: true, reason }
        : {
            isNeeded: false,
            reason: { kind: 'unused', gives: [...gives].slice(0, MAX_NAMES) }
          };
    });
  }

  /**
   * Names that a cell gives a value, or by which it changes one; null where
   * that cannot be told. What a library may change behind its back is not
   * among them.
   */
  changedBy(at: number): ReadonlySet<string> | null {
    const cell = this._cells?.[at];
    return cell ? new Set([...cell.gives, ...cell.changes]) : null;
  }

  private readonly _count: number;
  private readonly _cells: readonly ICellNeeds[] | null;
}

/** Add what the cells in a queue need, and what those need. */
function follow(
  queue: number[],
  cells: readonly ICellNeeds[],
  add: (at: number, reason: Reason) => void
): void {
  for (let by = queue.shift(); by !== undefined; by = queue.shift()) {
    for (const [at, need] of cells[by].needs) {
      add(at, { kind: 'need', need, by });
    }
  }
}
