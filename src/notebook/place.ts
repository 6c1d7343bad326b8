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

/**
 * Read from the traceback where the failure was reported: the deepest line in
 * the failed cell itself, and the deepest in any code of the user's.
 */
export function placeOf({ incident, executionCount }: ICellIncident): IPlace {
  const { exceptions } = read(incident);
  const reported =
    exceptions.find(
      one => one.name === incident.ename && one.frames.length > 0
    ) ?? exceptions.find(one => one.frames.length > 0);
  const frames = reported?.frames ?? [];
  const inCell = frames.filter(
    frame =>
      frame.place === 'cell' &&
      frame.line > 0 &&
      (frame.executionCount === undefined ||
        frame.executionCount === executionCount)
  );
  const own = frames.filter(frame => frame.place !== 'library');
  const last = inCell[inCell.length - 1];
  return {
    line: last?.line ?? null,
    code:
      last?.code || (incident.source.split('\n')[(last?.line ?? 0) - 1] ?? ''),
    innermost: own[own.length - 1] ?? null
  };
}
