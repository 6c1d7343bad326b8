/** A code cell, as the notebook's file holds it. */
export interface ISavedCell {
  /** Its place in the notebook, from 1. */
  readonly position: number;
  readonly executionCount: number | null;
  readonly hasFailed: boolean;
  readonly source: string;
  /** What it printed and gave, head and tail; left out where that is nothing. */
  readonly printed?: string;
  /** The class and the message of the error that it shows. */
  readonly failure?: string;
  /** The line of the cell that raised it, from 1, where the traceback tells. */
  readonly failedLine?: number;
}

/** The code cells around one that failed, as the notebook holds them. */
export interface ISavedCells {
  /** In their order, the failed one among them. */
  readonly cells: readonly ISavedCell[];
  /** Index of the failed one. */
  readonly at: number;
}

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
 * (`after`; `fresh` where others above did, too) or earlier (`before`, and the
 * line stands in a `branch`, or a line has deleted the name since: `gone`); that
 * cell itself has no number (`unnumbered`). `below` it is, or a later line of
 * the same cell.
 */
export type SavedState =
  | 'failed'
  | 'skipped'
  | 'after'
  | 'fresh'
  | 'before'
  | 'branch'
  | 'gone'
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
  /** The error that its cell shows. */
  readonly failure?: string;
  /** The line that decides whether it runs: `if train:`. */
  readonly branch?: string;
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
  /** As a parameter of it. */
  readonly isParameter?: boolean;
  /** The last cell that imports all names of a module. */
  readonly starred: number | null;
  /** By its number, or by what others show, that cell had run. */
  readonly hasStarred?: boolean;
}
