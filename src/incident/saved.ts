/** A line of a cell that gives a name a value, or would. */
export interface ISavedLine {
  /** The cell's place in the notebook, from 1. */
  readonly position: number;
  readonly executionCount: number | null;
  /** From 1, and its text, `''` where it is not shown. */
  readonly line: number;
  readonly code: string;
}

/**
 * Why the cell that gives a name had not given it, by the prompt numbers: it
 * failed, has no number (`skipped`), ran later than the cell that failed
 * (`after`; `fresh` where others above did, too) or earlier (`before`); that
 * cell itself has no number (`unnumbered`). `below` it is, or a later line of
 * the same cell.
 */
export type SavedState =
  | 'failed'
  | 'skipped'
  | 'after'
  | 'fresh'
  | 'before'
  | 'unnumbered'
  | 'below'
  | 'later';

/** How the cell that gives a name stands to the one that failed. */
export interface ISavedGiving {
  readonly state: SavedState;
  /** A name that it needs itself, and no cell gives. */
  readonly needs: string | null;
  /** It reads the file that the failed line was to write. */
  readonly readsBack: boolean;
}

/** What a saved notebook tells of a name that was not defined. */
export interface ISavedName {
  readonly name: string;
  /** The prompt number of the cell that failed. */
  readonly executionCount: number | null;
  /** What gives it a value for all cells, and why it had not. */
  readonly given: (ISavedLine & ISavedGiving) | null;
  /** Further names that the failed cell uses and no cell gives. */
  readonly also: readonly string[];
  /** What would, were it no comment. */
  readonly comment: ISavedLine | null;
  /** The names that cells give, for a near one. */
  readonly names: readonly string[];
  /** The function that has it for itself. */
  readonly local: string | null;
  /** The last cell that imports all names of a module. */
  readonly starred: number | null;
}
