import type { IExamined } from '../diagnoser/examined';
import type { IFinding } from '../diagnosis/types';
import type { IIncident } from '../incident/types';
import type { ICellIncident } from '../notebook/types';

/** A failure with what is known of it. */
export interface IDiagnosedFailure extends IExamined<IFinding> {
  readonly incident: ICellIncident;
}

/**
 * Where a change of code stands: seen, made, being tried, and judged.
 * `refused` before it was made: `trouble` says why.
 */
export type Phase = 'preview' | 'refused' | 'applied' | 'running' | 'judged';

/**
 * Why something was not done:
 *
 * - `moved`: the cell has changed, and the edit no longer finds its place;
 * - `read-only`: a cell that would change may not be edited;
 * - `edited`: the cell was edited after the change, which is not taken back;
 * - `interrupted`: somebody interrupted the run;
 * - `gone`: the kernel ended, or the cell is gone.
 */
export type Trouble = 'moved' | 'read-only' | 'edited' | 'interrupted' | 'gone';

/** One cell before and after. */
export interface ICellEdit {
  readonly cellId: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly {
    readonly from: number;
    readonly to: number;
    readonly insert: string;
  }[];
}

/** What the run after a change says of the first failure. */
export type Verdict = 'gone' | 'other' | 'same';

export interface IJudgement {
  readonly verdict: Verdict;
  /** What failed now, and in which cell; null where nothing did. */
  readonly cellId: string | null;
  readonly incident: IIncident | null;
  /** Best first. */
  readonly findings: readonly IFinding[];
}
