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

/** No batch that somebody writes into a shape is larger. */
const MAX_BATCH = 8192;

/**
 * How many values each sample has, where `shape` is [batch, features] and the
 * batch fits.
 */
export function featuresPerSample(shape: string, size: string): number | null {
  const [batch, features, more] = shape.split(/, ?| x /).map(Number);
  const each = Number(size) / batch;
  return batch >= 1 &&
    batch <= MAX_BATCH &&
    features > 1 &&
    more === undefined &&
    Number.isInteger(each) &&
    each > 1
    ? each
    : null;
}

/** Whether a shape leaves the batch as it is and melts all else. */
export function keepsRows(shape: string): boolean {
  const sizes = shape.split(/, ?| x /).map(Number);
  return sizes.length === 2 && sizes[1] !== 1;
}

/** Whether `shape` is [-1, features], before a Linear layer of so many. */
export function guessedFeatures(shape: string): boolean {
  const [batch, features, more] = shape.split(/, ?| x /).map(Number);
  return batch === -1 && features > 16 && more === undefined;
}

/** The sum of sizes that are separated by commas. */
export function sumOf(sizes: string): number {
  return sizes.split(',').reduce((sum, size) => sum + Number(size), 0);
}

/**
 * How many samples `size` values are, where `shape` names more of them.
 *
 * @returns null where they are no whole number of such samples
 */
export function samplesIn(shape: string, size: string): number | null {
  const wanted = productOf(shape);
  return wanted && fillsFewerSamples(shape, size)
    ? (Number(size) * parseInt(shape, 10)) / wanted.size
    : null;
}

/** Whether the first size of `shape` looks like a batch, and like no side. */
export function namesBatch(shape: string): boolean {
  const [batch, ...sample] = shape.split(/, ?/).map(Number);
  return (
    batch >= 8 &&
    batch % 8 === 0 &&
    countOf(sample) > 1 &&
    !sample.includes(batch)
  );
}

/**
 * Whether `size` bytes are the bits of one image of `shape`: Pillow packs eight
 * pixels of mode '1' into a byte.
 */
export function packsBits(shape: string, size: string): boolean {
  const sides = shape
    .split(/, ?/)
    .map(Number)
    .filter(side => side !== 1);
  return (
    sides.length === 2 &&
    Math.min(...sides) >= 16 &&
    sides[1] % 8 === 0 &&
    countOf(sides) === 8 * Number(size) &&
    (sides[0] === sides[1] || shape.split(',').length === 3)
  );
}

/** `shape` with its first size left to torch. */
export function withFreeFirst(shape: string): string {
  return shape.replace(/^\d+/, '-1');
}

/** Whether `size` values are those of fewer samples than `shape` names. */
export function fillsFewerSamples(shape: string, size: string): boolean {
  const wanted = productOf(shape);
  if (!shape.includes(',') || !wanted || wanted.free > 0) {
    return false;
  }
  const batch = parseInt(shape, 10);
  const sample = wanted.size / batch;
  return (
    batch <= MAX_BATCH &&
    Number(size) > 0 &&
    Number(size) < wanted.size &&
    Number(size) % sample === 0
  );
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

/** A width of features is not smaller. */
const WIDTH = 64;

/**
 * How many rows of features there are, and how many the shape [batch, length,
 * width] takes, where only their number is wrong.
 *
 * @returns null where another size may be
 */
export function missingRows(
  shape: string,
  size: string
): { rows: number; width: number; wanted: number } | null {
  const [batch, length, width, more] = shape.split(/, ?/).map(Number);
  const rows = Number(size) / width;
  const wanted = batch * length;
  return more === undefined &&
    width >= WIDTH &&
    batch > 0 &&
    length > 0 &&
    Number.isInteger(rows) &&
    rows % batch !== 0 &&
    rows % length !== 0 &&
    Math.abs(rows - wanted) <= wanted / 4
    ? { rows, width, wanted }
    : null;
}
