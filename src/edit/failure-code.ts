import type { IPlaceInText } from '../code/changes';
import { OwnLines } from '../notebook/own-line';
import { placeOf } from '../notebook/failure-location';
import type { INotebookCell } from '../notebook/types';
import type { IDiagnosedFailure } from './types';

/** The code cells as they stand now, and where in them a failure was. */
export interface IFailureCode {
  readonly cells: readonly INotebookCell[];
  readonly places: readonly IPlaceInText[];
}

/**
 * Find the lines of a failure in the cells as they stand now. A line of a cell
 * that was edited since counts where the cell still holds it, once.
 */
export function failureCode(
  cells: readonly INotebookCell[],
  failure: IDiagnosedFailure
): IFailureCode {
  const { incident, frames } = failure;
  const owns = new OwnLines(() => cells);
  const places = [...frames.stack].reverse().flatMap(frame => {
    const own = owns.find(frame);
    const cell = cells.findIndex(({ id }) => id === own?.cellId);
    return own && cell >= 0 ? [{ cell, line: own.line }] : [];
  });
  const failed = cells.findIndex(({ id }) => id === incident.cellId);
  const { line } = placeOf(incident, frames);
  const isKnown = places.some(({ cell }) => cell === failed);
  const isUnchanged = cells[failed]?.source === incident.incident.source;
  return {
    cells,
    places:
      !isKnown && line !== null && isUnchanged
        ? [...places, { cell: failed, line }]
        : places
  };
}
