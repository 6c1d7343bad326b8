import type { ICleanLine } from '../text/clean';
import { TracebackReader } from './traceback-reader';
import type { IRaised } from '../types';

/**
 * The exceptions printed in `lines`, in the order they were printed.
 * Understands Python's, IPython's, pytest's and rich's forms, chains,
 * wrappers that quote another process's traceback, faulthandler's dumps, and
 * exception lines without a traceback. Errors in destructors are left out.
 *
 * @param lines - cleaned, of one rank
 */
export function parseTraceback(lines: readonly ICleanLine[]): IRaised[] {
  const reader = new TracebackReader();
  for (const line of lines) {
    reader.read(line);
  }
  return reader.end();
}

/**
 * The same exceptions, the most causal first: a cause before what it led to,
 * a wrapped error before its wrapper, and an error before one that was
 * merely being handled when it was raised.
 *
 * @param printed - in the order they were printed
 */
export function byCause(printed: readonly IRaised[]): IRaised[] {
  const ordered: IRaised[] = [];
  let previous = -1;
  for (const raised of printed) {
    if (raised.link === 'none' || previous < 0) {
      previous = ordered.length;
    } else if (raised.link === 'cause') {
      previous += 1;
    }
    ordered.splice(previous, 0, raised);
  }
  return ordered;
}
