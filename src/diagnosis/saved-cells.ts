/** The cells of a notebook as evidence of a failure. */
import type { ISavedCell } from '../incident/saved';
import type { IIncident } from '../incident/types';
import { importsTorch } from './python-words';
import { withSavedName } from './saved-name';

/** Of the cells so many, and so much text, are looked at, the nearest first. */
const MAX_CELLS = 150;
const MAX_TEXT = 40_000;

/** The cells around one, itself among them, in their order. */
function nearest(cells: readonly ISavedCell[], at: number): ISavedCell[] {
  const from = Math.max(at - MAX_CELLS / 2, 0);
  let room = MAX_TEXT;
  return cells
    .slice(from, at + MAX_CELLS / 2)
    .sort(
      (a, b) =>
        Math.abs(a.position - cells[at].position) -
        Math.abs(b.position - cells[at].position)
    )
    .filter(
      ({ source, printed = '' }) =>
        (room -= source.length + printed.length) >= 0
    )
    .sort((a, b) => a.position - b.position);
}

/**
 * A failure in a notebook that imports torch, with the cells around it; one that
 * was found in the file, whose kernel is gone, with what they tell of a name
 * that has no value, too.
 *
 * @param all - the notebook's code cells, in their order
 * @param at - index of the failed one
 */
export function withCells(
  incident: IIncident,
  all: readonly ISavedCell[],
  at: number,
  isFound: boolean
): IIncident {
  if (at < 0 || !importsTorch(incident.imports ?? '')) {
    return incident;
  }
  const cells = nearest(all, at);
  const own = cells.findIndex(({ position }) => position === all[at].position);
  if (own < 0) {
    return incident;
  }
  const known = { ...incident, around: { at: own, cells } };
  return isFound ? withSavedName(known, cells, cells[own]) : known;
}
