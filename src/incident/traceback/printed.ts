import { memoize } from '../../shared/memoize';
import { cleanLines, joined } from '../text/clean';
import type { IReading } from '../types';

/** The traceback as it was printed, without colours and what stands around lines. */
export const printedTraceback = memoize(({ incident }: IReading): string =>
  joined(cleanLines(incident.traceback))
);
