import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { dimensionsOf, isBatch } from '../../shared/batches';
import { ownLine } from '../../shared/ran-code';

/** What is permuted, and the call, as the failed line has them. */
export type Permuted = ValuesOf<'receiver' | 'call'>;

const CALL =
  /(?<![\w.])(?<receiver>[a-z_][\w.]{0,40}(?:\.squeeze\(\d?\)|\[\w{1,12}\]){0,2})\.permute\( ?\(?(?<order>-?\d(?: ?, ?-?\d){0,5})\)? ?\)/i;

/**
 * The call in the failed line, and how many dimensions each side has: the text
 * tells it since torch 1.12, before that the code may.
 */
export function permutedOf(
  { has, names }: Values,
  reading: IReading
): Permuted & ValuesOf<'has' | 'names'> {
  const { receiver, order } = CALL.exec(ownLine(reading))?.groups ?? {};
  if (receiver === undefined || order === undefined) {
    return { has, names };
  }
  const numbers = order.split(',').map(number => number.trim());
  const named = numbers.length;
  const seen =
    dimensionsOf(receiver, reading) ??
    // The loader of images gives one dimension more than an image has.
    (isBatch(receiver, reading) && named === 3 ? 4 : undefined);
  return {
    receiver,
    call: `permute(${numbers.join(', ')})`,
    has: has ?? (seen === undefined || seen === named ? undefined : `${seen}`),
    names: names ?? `${named}`
  };
}
