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
 * - `there`: a cell says already what a new one would say;
 * - `read-only`: a cell that would change may not be edited;
 * - `edited`: the cell was edited after the change, which is not taken back;
 * - `interrupted`: somebody interrupted the run;
 * - `gone`: the kernel ended, or the cell is gone.
 */
export type Trouble =
  'moved' | 'there' | 'read-only' | 'edited' | 'interrupted' | 'gone';

/**
 * The fixes that can be made, by their place: how many cells change where all of
 * that kind are mended, 0 where nothing else is of that kind.
 */
export type Offers = ReadonlyMap<number, number>;

/** One cell, or file, before and after. */
export interface ICellEdit {
  readonly cellId: string;
  /** A file of the user's, in no cell: its change is shown, and made by them. */
  readonly file?: string;
  /** A cell that comes new: its place among all cells of the notebook, from 0. */
  readonly newAt?: number;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly {
    readonly from: number;
    readonly to: number;
    readonly insert: string;
  }[];
}

/**
 * What the run after a change says of the first failure. Of one that installs:
 * `not-installed` when pip says so, and `installed` where only a restart can
 * tell more.
 */
export type Verdict = 'gone' | 'other' | 'same' | 'not-installed' | 'installed';

export interface IJudgement {
  readonly verdict: Verdict;
  /** What failed now, and in which cell; null where nothing did. */
  readonly cellId: string | null;
  readonly incident: IIncident | null;
  /** Best first. */
  readonly findings: readonly IFinding[];
}
