import type { IReading } from '../incident/types';
import { memoize } from '../shared/memoize';

/** So many lines are a message that somebody typed or pasted, and no log. */
const MOST_LINES = 3;

/**
 * Whether a message alone is at hand: no code, no frame, no answer of a kernel.
 * Whoever looks such a text up asks what it means; nothing there could decide
 * more, and nothing contradicts the usual cause.
 */
export const isBare = memoize(
  ({ code, exceptions, incident }: IReading): boolean =>
    code.trim() === '' &&
    incident.live === undefined &&
    incident.tensors === undefined &&
    exceptions.every(({ frames }) => frames.length === 0) &&
    [incident.evalue, incident.stderr, incident.stdout]
      .join('\n')
      .split('\n')
      .filter(line => line.trim() !== '').length <= MOST_LINES
);
