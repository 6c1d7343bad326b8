import type { ISaved, ISavedCell } from '../incident/saved';
import type { IIncident } from '../incident/types';
import { importsTorch } from './python-words';

/** Of the cells so much text is looked at, the nearest first. */
const MAX_TEXT = 120_000;

/**
 * What a notebook tells of a failure that its file holds.
 *
 * @param cells - its code cells, in their order
 * @param at - index of the failed one
 */
export function savedAround(
  { ename }: IIncident,
  cells: readonly ISavedCell[],
  at: number
): ISaved {
  const { position, executionCount } = cells[at];
  let room = ename === 'NameError' ? MAX_TEXT : 0;
  const near = [...cells]
    .sort(
      (a, b) =>
        Math.abs(a.position - position) - Math.abs(b.position - position)
    )
    .filter(({ source }) => (room -= source.length) >= 0);
  return {
    position,
    executionCount,
    hasTorch: cells.some(({ source }) => importsTorch(source)),
    cells: near.sort((a, b) => a.position - b.position)
  };
}
