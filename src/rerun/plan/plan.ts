import { risksOf } from './side-effects';
import type { Danger } from './dangers';
import {
  failedCell,
  isSameText,
  type Basis,
  type IFailed,
  type IInput,
  type IPlannableCell,
  type IRecord
} from './execution-history';
import type { IRan } from './needs/needs';
import { similarity } from './similarity';

/** A cell that took so long is worth a thought before it is repeated, in ms. */
export const LONG_MS = 60_000;

/** Below this, two texts with one prompt number are two cells, not an edit. */
const EDITED_FROM = 0.5;

/** Which text of a cell to run: as the kernel ran it, or as it stands now. */
export type Text = 'ran' | 'now';

/** One input to run again. */
export interface IStep {
  /** Unique in the plan. */
  readonly key: string;
  /** Null when no cell of the notebook holds it: deleted, or from a console. */
  readonly cellId: string | null;
  /** Of several cells with that id the nth, from 0. */
  readonly nth: number;
  /** Its prompt number in the process that failed. */
  readonly executionCount: number | null;
  /** The text as the kernel ran it. */
  readonly ran: string;
  /** The cell's text now, where it differs; null otherwise. */
  readonly now: string | null;
  /** How long it took last time. */
  readonly ms: number | null;
  /** The same cell comes again later in the plan. */
  readonly isRepeated: boolean;
  /** It failed last time too. */
  readonly hasFailed: boolean;
  readonly dangers: readonly Danger[];
  /** No later cell takes a name from it. */
  readonly isDispensable: boolean;
}

/**
 * What a plan is for:
 *
 * - `trace`: a failure happens again, in a new process, to see where it does;
 * - `anew`: so does what failed, as the cells stand now, to see whether it still
 *   fails;
 * - `lost`: cells that a dead process was to run get what they need, in the
 *   process that is there;
 * - `missing`: so does a cell that missed a name of an earlier process.
 */
export type Purpose = 'trace' | 'anew' | 'lost' | 'missing';

/** Whether the plan is for a failed cell in a new process. */
export function isInNewProcess(purpose: Purpose): boolean {
  return purpose === 'trace' || purpose === 'anew';
}

/** What can run, in order; the cells that the plan is for are the last. */
export interface IPlan {
  readonly purpose: Purpose;
  readonly basis: Basis;
  readonly steps: readonly IStep[];
  /** The plan is for so many of the last steps. */
  readonly targets: number;
  /** What the process that will run the plan has run already, in order. */
  readonly present: readonly IRan[];
}

/** What the user chose for a step. */
export interface IChoice {
  readonly isIncluded: boolean;
  readonly text: Text;
}

/** Finds the cell that an input was typed into. */
class Owner {
  constructor(private readonly _cells: readonly IPlannableCell[]) {}

  of({ cellId, executionCount, source }: IInput): IPlannableCell | null {
    const cells = this._cells;
    const named = cells.filter(cell => cell.id === cellId);
    // An id that cells share names none of them.
    const known = named.length === 1 ? named[0] : undefined;
    const numbered = cells.filter(
      cell => executionCount !== null && cell.executionCount === executionCount
    );
    const same = cells.filter(cell => isSameText(cell.source, source));
    return (
      known ??
      numbered.find(cell => same.includes(cell)) ??
      same[0] ??
      // A number may stem from another process: an edit keeps some of the text.
      numbered.find(cell => similarity(cell.source, source) >= EDITED_FROM) ??
      null
    );
  }
}

function nowOf(cell: IPlannableCell | null, ran: string): string | null {
  return cell && !isSameText(cell.source, ran) ? cell.source : null;
}

/**
 * The plan that runs a failed cell in a new process: every input the failed
 * process ran before it, in order and as it was, then that cell.
 *
 * A cell that ran several times comes several times, as it did; only its last
 * run can have another text by now.
 *
 * @param record - the inputs of the process that failed
 * @param cells - the notebook's code cells, in order
 * @returns a plan without steps when the failed cell is gone
 */
export function planOf(
  record: IRecord,
  cells: readonly IPlannableCell[],
  failed: IFailed,
  purpose: Purpose = 'trace'
): IPlan {
  const last = failedCell(cells, failed);
  const target = last && {
    cell: last,
    executionCount: failed.executionCount,
    source: record.failedSource
  };
  return {
    purpose,
    basis: record.basis,
    steps: target ? stepsOf(record, cells, [target]) : [],
    targets: 1,
    present: []
  };
}

/** A cell that a plan is for, with the text that it had. */
export interface ITarget {
  readonly cell: IPlannableCell;
  readonly executionCount: number | null;
  readonly source: string;
}

/** The inputs of a record as steps, and after them the cells of a plan. */
export function stepsOf(
  record: IRecord,
  cells: readonly IPlannableCell[],
  targets: readonly ITarget[]
): IStep[] {
  const owner = new Owner(cells);
  const inputs = record.inputs.filter(input => input.source.trim() !== '');
  const owners = [
    ...inputs.map(input => owner.of(input)),
    ...targets.map(({ cell }) => cell)
  ];
  const all: readonly IInput[] = [
    ...inputs,
    ...targets.map(({ cell, executionCount, source }) => ({
      executionCount,
      source,
      cellId: cell.id,
      ms: null,
      hasFailed: false
    }))
  ];
  const risks = risksOf(all.map(input => input.source));
  return all.map((input, at): IStep => {
    const cell = owners[at];
    const isRepeated = cell !== null && owners.indexOf(cell, at + 1) >= 0;
    return {
      key: `step-${at}`,
      cellId: cell?.id ?? null,
      nth: cell?.nth ?? 0,
      executionCount: input.executionCount,
      ran: input.source,
      now: isRepeated ? null : nowOf(cell, input.source),
      ms: input.ms ?? (isRepeated ? null : (cell?.ms ?? null)),
      isRepeated,
      hasFailed: input.hasFailed,
      ...risks[at]
    };
  });
}

/** Whether the plan is for this step. */
export function isTarget({ steps, targets }: IPlan, step: IStep): boolean {
  return steps.indexOf(step) >= steps.length - targets;
}

/** Whether the step cannot be left out: without the failed cell no trace. */
export function isFixed(plan: IPlan, step: IStep): boolean {
  return isInNewProcess(plan.purpose) && isTarget(plan, step);
}

/**
 * What to run unless the user says otherwise: each input as it ran, or as its
 * cell stands now where no failure is to be repeated. Left out are those that stand in no cell, as they may be another notebook's where the
 * kernel was shared; those that failed last time too; and dangerous ones that
 * no later cell takes a name from.
 */
export function choicesOf(plan: IPlan): ReadonlyMap<string, IChoice> {
  return new Map(
    plan.steps.map(step => {
      const isLeftOut =
        step.cellId === null ||
        step.hasFailed ||
        (step.dangers.length > 0 && step.isDispensable);
      const isIncluded = isTarget(plan, step) || !isLeftOut;
      const isAsItRan = plan.purpose === 'trace' || step.now === null;
      return [step.key, { isIncluded, text: isAsItRan ? 'ran' : 'now' }];
    })
  );
}

/** A step as it will be run. */
export interface IChosen {
  readonly step: IStep;
  readonly source: string;
}

/** The steps that were chosen, in order. */
export function chosenOf(
  plan: IPlan,
  choices: ReadonlyMap<string, IChoice>
): IChosen[] {
  return plan.steps
    .filter(step => choices.get(step.key)?.isIncluded)
    .map(step => ({
      step,
      source:
        choices.get(step.key)?.text === 'now'
          ? (step.now ?? step.ran)
          : step.ran
    }));
}
