/** The cells of a notebook as evidence of a failure. */
import type { ISavedCell } from '../incident/saved';
import type { IIncident } from '../incident/types';
import { nearestCells } from '../shared/nearest-cells';
import { callsTorch, importsTorch } from './python-words';
import { undefinedName, withSavedName } from './saved-name';

/** Of the cells so many, and so much text, are looked at, the nearest first. */
const MAX_CELLS = 150;
const MAX_TEXT = 40_000;

/** The cells around one, itself among them, in their order. */
function nearest(cells: readonly ISavedCell[], at: number): ISavedCell[] {
  const from = Math.max(at - MAX_CELLS / 2, 0);
  return nearestCells(
    cells.slice(from, at + MAX_CELLS / 2),
    cells[at].position,
    MAX_TEXT,
    ({ source, printed = '' }) => source.length + printed.length
  );
}

/** The cells around one, and those further away that hold a name. */
function withMentions(
  name: string,
  cells: readonly ISavedCell[],
  all: readonly ISavedCell[],
  at: number
): readonly ISavedCell[] {
  const far = nearestCells(
    all.filter(one => one.source.includes(name) && !cells.includes(one)),
    all[at].position,
    MAX_TEXT,
    ({ source }) => source.length
  );
  return [...cells, ...far].sort((a, b) => a.position - b.position);
}

/**
 * A failure in a notebook that imports or calls torch, with the cells around it; one that
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
  const isOfTorch =
    importsTorch(incident.imports ?? '') ||
    all.some(({ source }) => callsTorch(source));
  if (at < 0 || !isOfTorch) {
    return incident;
  }
  const cells = nearest(all, at);
  const own = cells.findIndex(({ position }) => position === all[at].position);
  if (own < 0) {
    return incident;
  }
  const known = { ...incident, around: { at: own, cells } };
  const name = undefinedName(incident);
  if (!isFound || name === undefined) {
    return known;
  }
  // That no cell gives the name a value is said of the whole notebook, and so of
  // none in which a cell that holds it was too long to read.
  const read = withMentions(name, cells, all, at);
  const unread = all.filter(cell => !read.includes(cell));
  const told = withSavedName(known, read, cells[own], unread);
  return told.saved?.given === null &&
    unread.some(({ source }) => source.includes(name))
    ? known
    : told;
}
