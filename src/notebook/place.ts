import { cellFrame, ownFrame } from '../diagnosis/own-frame';
import { read } from '../diagnosis/reading';
import { parseFault, shownThread } from '../incident/fault';
import type { IFrame, IIncident } from '../incident/types';
import type { ICellIncident } from './types';

/** Where in the user's own code a failure was reported. */
export interface IPlace {
  /** Line in the failed cell, from 1; null when the traceback names none. */
  readonly line: number | null;
  /** That line's text, `''` when unknown. */
  readonly code: string;
  /** The innermost frame of the user's own code, in a cell or a file. */
  readonly innermost: IFrame | null;
}

/** Where the black box saw the cell when the kernel crashed. */
function placeOfDeath({ death, source }: IIncident): IPlace {
  const fault = parseFault(death?.box?.fault ?? '');
  const frames = (fault && shownThread(fault)?.frames) ?? [];
  const file = death?.box?.cell?.file;
  const inCells = frames.filter(frame => frame.place === 'cell');
  // The outermost frame of any cell is the cell that was running.
  const name = inCells.some(frame => frame.file === file)
    ? file
    : inCells[0]?.file;
  const own = inCells.filter(frame => frame.file === name);
  const line = own[own.length - 1]?.line ?? null;
  const ours = frames.filter(frame => frame.place !== 'library');
  return {
    line,
    code: line === null ? '' : (source.split('\n')[line - 1] ?? ''),
    innermost: ours[ours.length - 1] ?? null
  };
}

/** Read from the traceback, or the black box, where the failure was reported. */
export function placeOf({ incident, executionCount }: ICellIncident): IPlace {
  if (incident.kind === 'kernel') {
    return placeOfDeath(incident);
  }
  const reading = read(incident);
  const frame = cellFrame(reading);
  // A pasted or stale traceback may speak of another execution.
  const isOurs =
    frame !== null &&
    frame.line > 0 &&
    (frame.executionCount === undefined ||
      executionCount === null ||
      frame.executionCount === executionCount);
  const line = isOurs ? frame.line : null;
  return {
    line,
    code:
      line === null
        ? ''
        : frame?.code || (incident.source.split('\n')[line - 1] ?? ''),
    innermost: ownFrame(reading)
  };
}
