import type { IIncident } from './types';

/** A code cell beside a failed one, as the notebook's file holds it. */
export interface ISavedCell {
  /** Its place in the notebook, from 1. */
  readonly position: number;
  readonly executionCount: number | null;
  readonly hasFailed: boolean;
  readonly source: string;
}

/** The cells around a failure that a file tells of, and no kernel remembers. */
export interface ISaved {
  /** Of the failed cell, as those of the others. */
  readonly position: number;
  readonly executionCount: number | null;
  /** In their order. */
  readonly cells: readonly ISavedCell[];
}

/** Of the cells so much text is looked at, the nearest first. */
const MAX_TEXT = 120_000;

/**
 * A failure that was found in a file, with the cells around it where they may
 * tell more: of a name that is not defined.
 *
 * @param cells - the notebook's code cells, in their order
 * @param at - index of the failed one
 */
export function withSaved(
  incident: IIncident,
  cells: readonly ISavedCell[],
  at: number
): IIncident {
  if (incident.ename !== 'NameError' || at < 0) {
    return incident;
  }
  const { position, executionCount } = cells[at];
  let room = MAX_TEXT;
  const near = [...cells]
    .sort(
      (a, b) =>
        Math.abs(a.position - position) - Math.abs(b.position - position)
    )
    .filter(({ source }) => (room -= source.length) >= 0)
    .sort((a, b) => a.position - b.position);
  return { ...incident, saved: { position, executionCount, cells: near } };
}
