import type { IRaised, IReading } from '../../incident/types';

/** Whether torch has to do with it: imported in the kernel, or in the texts. */
export function isTorchInPlay(reading: IReading): boolean {
  return reading.incident.live?.hasTorch === true || reading.mentions('torch');
}

/**
 * Whether torch may have to do with it: it is in play, or no line of the
 * program is at hand that would have named it.
 */
export function mayBeTorch(reading: IReading): boolean {
  return reading.code === '' || isTorchInPlay(reading);
}

/** The same for a message that was wrapped on its way and as it was. */
function bare({ name, message }: IRaised): string {
  return `${name}: ${message}`.replace(/\s/g, '');
}

/** Whether nothing wraps it: a wrapper knows better in which process it was. */
export function isAlone({ exceptions }: IReading): boolean {
  return new Set(exceptions.map(bare)).size === 1;
}
