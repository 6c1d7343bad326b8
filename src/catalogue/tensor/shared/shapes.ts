/** The warning of mse_loss, l1_loss and their like (torch/nn/functional.py). */
export const OTHER_SIZE =
  /Using a target size \((?:torch\.Size\()?(?<target>\[[\d, ]*\])\)?\) that is different to the input size \((?:torch\.Size\()?(?<input>\[[\d, ]*\])/;

/**
 * The sizes of a shape as torch prints it.
 *
 * @param shape - `[4, 1]`, or what stands between the brackets
 * @returns null where there is no shape to read
 */
export function sizesOf(shape: string | undefined): number[] | null {
  const inner = shape?.replace(/^\[|\]$/g, '').trim();
  if (inner === undefined) {
    return null;
  }
  const sizes = inner === '' ? [] : inner.split(',').map(Number);
  return sizes.every(Number.isInteger) ? sizes : null;
}

/** How many values a tensor of these sizes holds. */
export function countOf(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

/**
 * Where `more` has one dimension of size 1 that `fewer` has not; the last such
 * place.
 *
 * @returns the dimension from 0, -1 when they do not differ so
 */
export function extraOne(
  more: readonly number[],
  fewer: readonly number[]
): number {
  const isExtra = (dim: number): boolean =>
    more[dim] === 1 &&
    String(more.filter((_, at) => at !== dim)) === String(fewer);
  return more.map((_, dim) => isExtra(dim)).lastIndexOf(true);
}

/**
 * The dimensions of `sizes` in the order in which they give `wanted`, as
 * `permute()` takes them.
 *
 * @returns null where the sizes are not the same in another order
 */
export function orderOf(
  wanted: readonly number[],
  sizes: readonly number[]
): string | null {
  const order: number[] = [];
  for (const size of wanted) {
    const dim = sizes.findIndex(
      (other, at) => other === size && !order.includes(at)
    );
    if (dim < 0) {
      return null;
    }
    order.push(dim);
  }
  return wanted.length === sizes.length ? order.join(', ') : null;
}
