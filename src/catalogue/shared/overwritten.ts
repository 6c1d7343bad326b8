/** A name that was given to something else since it was needed. */
import type { IReading } from '../../incident/types';
import {
  assignmentsIn,
  escaped,
  visibleCode,
  type IAssignment
} from './ran-code';

/** What a name stood for first, and the line that gave it to something else. */
export interface IOverwritten {
  readonly first: IAssignment;
  readonly line: string;
}

/** A longer line is not shown. */
const MAX_SHOWN = 60;

/**
 * Where the visible code gives a name two values: the first, and the last line
 * that gives it another, of an assignment or of a loop. Null for any other name,
 * or where that line is too long to be shown.
 */
export function overwrittenName(
  name: string,
  reading: IReading
): IOverwritten | null {
  const { lines } = visibleCode(reading);
  const [first] = assignmentsIn(lines).filter(({ names }) =>
    names.includes(name)
  );
  const loop = new RegExp(
    String.raw`^\s*for [\w, ()]{0,40}\b${escaped(name)}\b[\w, ()]{0,40} in `
  );
  const last = lines
    .filter(
      line =>
        line !== first?.line &&
        (loop.test(line) ||
          assignmentsIn([line]).some(({ names }) => names.includes(name)))
    )
    .at(-1)
    ?.trim();
  return first === undefined || last === undefined || last.length > MAX_SHOWN
    ? null
    : { first, line: last };
}
