import { bound } from './text/truncate';
import type { IIncident } from './types';

/** A code cell of the notebook, as it stands beside the one that failed. */
export interface INotebookCell {
  /** Its place in the notebook, from 1. */
  readonly position: number;
  readonly executionCount: number | null;
  /** Whether it shows an error. */
  readonly hasFailed: boolean;
  readonly source: string;
  /** What it printed or gave, its beginning. */
  readonly output: string;
  /** Whether it ran before the failed one, as far as numbers or places tell. */
  readonly isBefore: boolean;
}

/** Of the cells so many, and so much text, are handed on, the nearest first. */
const MAX_CELLS = 80;
const MAX_TEXT = 60_000;
const MAX_OUTPUT = 1500;

/** What is read of a cell; `isBefore` is worked out here. */
export type CellFacts = Omit<INotebookCell, 'isBefore'>;

/** The start of what a cell printed or gave. */
export function outputStart(texts: readonly string[]): string {
  return bound(texts.filter(Boolean).join('\n').slice(0, 20_000), MAX_OUTPUT);
}

function ranBefore(cell: CellFacts, failed: CellFacts): boolean {
  const [one, own] = [cell.executionCount, failed.executionCount];
  if (own !== null && one !== null) {
    return one < own;
  }
  // A file whose numbers were cleared tells by its order alone.
  return own === null && one === null && cell.position < failed.position;
}

/**
 * The incident with the cells around the one that failed, which is not among
 * them: their texts say what its names are.
 *
 * @param all - the notebook's code cells, in their order
 * @param at - index of the failed one
 */
export function withCells(
  incident: IIncident,
  all: readonly CellFacts[],
  at: number
): IIncident {
  const failed = all[at];
  if (!failed) {
    return incident;
  }
  let room = MAX_TEXT;
  const cells = all
    .map((cell, index) => ({ cell, distance: Math.abs(index - at) }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_CELLS)
    .map(({ cell }) => cell)
    .filter(
      ({ source, output }) => (room -= source.length + output.length) >= 0
    )
    .sort((a, b) => a.position - b.position)
    .map(cell => ({ ...cell, isBefore: ranBefore(cell, failed) }));
  return cells.length === 0 ? incident : { ...incident, cells };
}
