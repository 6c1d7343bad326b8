import { countOf } from '../shared/shapes';

/**
 * The product of the sizes of `shape` that are given, and how many are -1.
 *
 * @returns null where the shape holds something else than numbers
 */
export function productOf(
  shape: string
): { size: number; free: number } | null {
  const sizes = shape.split(/, ?| x /).map(Number);
  return sizes.some(size => !Number.isInteger(size))
    ? null
    : {
        size: countOf(sizes.filter(size => size >= 0)),
        free: sizes.filter(size => size === -1).length
      };
}

/** Whether `size` values are those of fewer samples than `shape` names. */
export function fillsFewerSamples(shape: string, size: string): boolean {
  const wanted = productOf(shape);
  if (!shape.includes(',') || !wanted || wanted.free > 0) {
    return false;
  }
  const sample = wanted.size / parseInt(shape, 10);
  return Number(size) < wanted.size && Number(size) % sample === 0;
}

/**
 * The width of which `d_model // heads` lost a part.
 *
 * @returns null where `shape` is not that of such a division
 */
export function lostByHeads(shape: string, size: string): string | null {
  const [batch, length, heads, width, more] = shape.split(/, ?/).map(Number);
  const whole = Number(size) / (batch * length);
  return width > 0 &&
    more === undefined &&
    Number.isInteger(whole) &&
    whole % heads !== 0 &&
    Math.floor(whole / heads) === width
    ? String(whole)
    : null;
}
