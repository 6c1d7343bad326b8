import type { IPlaceInText } from '../code/changes';
import { fileOf, type IOwnFile } from '../incident/own-files';
import { OwnLines } from '../notebook/own-line';
import { placeOf } from '../notebook/failure-location';
import type { ICellIncident, INotebookCell } from '../notebook/types';
import type { IDiagnosedFailure } from './types';

/** The code cells as they stand now, and where in them a failure was. */
export interface IFailureCode {
  readonly cells: readonly INotebookCell[];
  /** The user's own files that it went through; they count behind the cells. */
  readonly files: readonly IOwnFile[];
  readonly places: readonly IPlaceInText[];
}

/** Whether an edited cell lost the line that failed, and keeps one that says the same. */
function isTwin(
  { id, source }: INotebookCell,
  code: string,
  { cellId, incident }: ICellIncident
): boolean {
  const line = code.trim();
  const same = incident.source.split('\n').filter(one => one.trim() === line);
  return (
    id === cellId &&
    source !== incident.source &&
    same.length > source.split('\n').filter(one => one.trim() === line).length
  );
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
  const { files = [] } = incident.incident;
  const owns = new OwnLines(() => cells);
  const places: IPlaceInText[] = [];
  const ours = frames.stack.filter(({ place }) => place !== 'library');
  for (const frame of [...ours].reverse()) {
    const file = frame.place === 'user' ? fileOf(frame, files) : -1;
    if (file >= 0) {
      places.push({ cell: cells.length + file, line: frame.line });
      continue;
    }
    const own = owns.find(frame);
    const cell = cells.findIndex(({ id }) => id === own?.cellId);
    if (!own || cell < 0 || isTwin(cells[cell], own.code, incident)) {
      // What it was called with says nothing of a line that cannot be found.
      break;
    }
    places.push({ cell, line: own.line });
  }
  const failed = cells.findIndex(({ id }) => id === incident.cellId);
  const { line } = placeOf(incident, frames);
  const isUnchanged = cells[failed]?.source === incident.incident.source;
  return {
    cells,
    files,
    places:
      ours.length === 0 && line !== null && isUnchanged
        ? [{ cell: failed, line }]
        : places
  };
}
