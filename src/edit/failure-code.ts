import type { IPlaceInText } from '../code/changes';
import { fileOf, type IOwnFile } from '../incident/own-files';
import { lineIn } from '../incident/traceback/cell-lines';
import type { IFrame } from '../incident/types';
import { OwnLines, type IOwnLine } from '../notebook/own-line';
import { placeOf } from '../notebook/failure-location';
import type { INotebookCell } from '../notebook/types';
import type { IDiagnosedFailure } from './types';

/** The code cells as they stand now, and where in them a failure was. */
export interface IFailureCode {
  readonly cells: readonly INotebookCell[];
  /** The user's own files that it went through; they count behind the cells. */
  readonly files: readonly IOwnFile[];
  readonly places: readonly IPlaceInText[];
}

/**
 * Whether a line that moved in an edited cell may be another of the same text,
 * of several that the cell held when it ran.
 *
 * @param ran - the cell's text then
 */
function mayBeAnother(own: IOwnLine, frame: IFrame, ran: string): boolean {
  const text = own.code.trim();
  const same = ran.split('\n').filter(line => line.trim() === text);
  return same.length > 1 && own.line !== lineIn(frame, ran);
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
    const isSure =
      own?.cellId !== incident.cellId ||
      !mayBeAnother(own, frame, incident.incident.source);
    if (!own || cell < 0 || !isSure) {
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
