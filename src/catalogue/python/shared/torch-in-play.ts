import type { IReading } from '../../../incident/types';

/** Whether torch has to do with it: imported in the kernel, or in the texts. */
export function isTorchInPlay(reading: IReading): boolean {
  return reading.incident.live?.hasTorch === true || reading.mentions('torch');
}

/** Whether nothing wraps it: a wrapper knows better in which process it was. */
export function isAlone({ exceptions }: IReading): boolean {
  return exceptions.length === 1;
}
