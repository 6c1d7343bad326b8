/** The cells of a notebook as evidence of a failure. */
import type { ISavedCell } from '../incident/saved';
import type { IIncident } from '../incident/types';
import { importsTorch } from './python-words';
import { undefinedName, withSavedName } from './saved-name';

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

/** Cells, and whether there are others that were to be among them. */
interface ICells {
  readonly cells: readonly ISavedCell[];
  readonly isCut: boolean;
}

/**
 * The cells around the failed one, and those further away that hold the name which
 * has no value: that no cell gives it one is said of the whole notebook.
 */
function withMentions(
  incident: IIncident,
  cells: readonly ISavedCell[],
  all: readonly ISavedCell[],
  at: number
): ICells {
  const name = undefinedName(incident);
  const distance = ({ position }: ISavedCell): number =>
    Math.abs(position - all[at].position);
  const far = all
    .filter(
      one =>
        name !== undefined && one.source.includes(name) && !cells.includes(one)
    )
    .sort((a, b) => distance(a) - distance(b));
  let room = MAX_TEXT;
  const read = far.filter(({ source }) => (room -= source.length) >= 0);
  return {
    cells: [...cells, ...read].sort((a, b) => a.position - b.position),
    isCut: read.length < far.length
  };
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
  if (!isFound) {
    return known;
  }
  const near = withMentions(incident, cells, all, at);
  const unread = all.filter(cell => !near.cells.includes(cell));
  const told = withSavedName(known, near.cells, cells[own], unread);
  // That no cell gives the name a value is not known where some were not read.
  return near.isCut && told.saved?.given === null ? known : told;
}
