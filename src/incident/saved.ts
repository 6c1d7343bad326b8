/** A code cell beside a failed one, as the notebook's file holds it. */
export interface ISavedCell {
  /** Its place in the notebook, from 1. */
  readonly position: number;
  readonly executionCount: number | null;
  readonly hasFailed: boolean;
  readonly source: string;
}

/** What the notebook around a failure shows that no kernel remembers. */
export interface ISaved {
  /** Of the failed cell, as those of the others. */
  readonly position: number;
  readonly executionCount: number | null;
  /** Whether one of its cells imports torch, or what is built on it. */
  readonly hasTorch: boolean;
  /** The cells, in their order, where they may tell of a name; else none. */
  readonly cells: readonly ISavedCell[];
}
