import type { IReading } from '../../incident/types';
import { nothingRaised } from '../predicates';

/**
 * Whether the failure, if there is one, is but a warning: a deprecated name in
 * a stream does not explain an exception beside it.
 */
export function onlyWarned(reading: IReading): boolean {
  return (
    nothingRaised(reading) ||
    reading.exceptions.every(
      ({ name, message }) => /Warning$/.test(name) || message === ''
    )
  );
}
