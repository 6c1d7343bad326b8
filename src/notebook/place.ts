import { cellFrame, ownFrame } from '../diagnosis/own-frame';
import { read } from '../diagnosis/reading';
import type { IFrame } from '../incident/types';
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

/** Read from the traceback where the failure was reported. */
export function placeOf({ incident, executionCount }: ICellIncident): IPlace {
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
