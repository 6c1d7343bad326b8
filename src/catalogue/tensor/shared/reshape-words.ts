import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { countOf } from './shapes';

/** The product of the sizes that are given, and how many are -1. */
function product(shape: string): { size: number; free: number } | null {
  const sizes = shape.split(/, ?| x /).map(Number);
  return sizes.some(size => !Number.isInteger(size))
    ? null
    : {
        size: countOf(sizes.filter(size => size >= 0)),
        free: sizes.filter(size => size === -1).length
      };
}

/** Whether the values are those of fewer samples than the shape names. */
export function isShorter(shape: string | undefined, size?: string): boolean {
  const wanted = shape === undefined ? null : product(shape);
  if (!shape?.includes(',') || !wanted || wanted.free > 0 || !size) {
    return false;
  }
  const sample = wanted.size / parseInt(shape, 10);
  return Number(size) < wanted.size && Number(size) % sample === 0;
}

/** The width of which `d_model // heads` lost a part, as text; or nothing. */
function lostByHeads(shape: string, size: string): string | null {
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

/** The cause of `tensor/reshape-size`. */
export function reshapeCause(
  trans: ITranslate,
  { shape, size, kind, input }: Values
): string {
  if (kind === 'einops') {
    return input
      ? trans.__(
          'einops compares the pattern with the tensor, which is [%1]: another number of dimensions, or a size that does not divide as the pattern says.',
          input
        )
      : trans.__(
          'einops compares the pattern with the tensor: it has another number of dimensions, or a size that does not divide as the pattern says.'
        );
  }
  if (kind === 'negative') {
    return trans.__(
      'A new tensor or layer was given a size below 0. Usually a computed size, such as a length minus a window, came out too small; -1 for “the rest” is known to reshape() and view() only.'
    );
  }
  if (kind === 'inferred') {
    return trans.__(
      'A new shape holds -1 twice. PyTorch can work out one size from the number of values, not two.'
    );
  }
  const wanted = shape === undefined ? null : product(shape);
  if (!wanted || size === undefined) {
    return trans.__(
      'A reshape keeps all values: the sizes of the new shape must multiply to the number of values the tensor has. Often the number of features before a Linear layer was guessed, or the last batch is shorter.'
    );
  }
  const whole = shape === undefined ? null : lostByHeads(shape, size);
  if (whole !== null) {
    return trans.__(
      'The tensor has %1 values, the shape [%2] takes %3. A width of %4 cannot be divided among so many heads: a part is lost in the division.',
      size,
      shape,
      wanted.size,
      whole
    );
  }
  return wanted.free > 0
    ? trans.__(
        'The tensor has %1 values, which cannot be divided by %2. Often the number of features was guessed for another image size.',
        size,
        wanted.size
      )
    : isShorter(shape, size)
      ? trans.__(
          'The tensor has %1 values, the shape [%2] takes %3. Often a batch size is written into the shape, and the last batch is shorter.',
          size,
          shape,
          wanted.size
        )
      : trans.__(
          'The tensor has %1 values, the shape [%2] takes %3. Often the number of features was guessed for another image size.',
          size,
          shape,
          wanted.size
        );
}

/** Its first fix, but for einops. */
export function reshapeFix(
  trans: ITranslate,
  { kind, shape, size }: Values
): IFix {
  if (kind === 'negative') {
    return sizeFix(trans);
  }
  return shape && size && lostByHeads(shape, size) !== null
    ? {
        safety: 'check',
        title: trans.__('Choose a width that the number of heads divides'),
        code: 'd_model = heads * width_of_head'
      }
    : flattenFix(trans);
}

function flattenFix(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Keep the batch, let PyTorch work out the rest'),
    detail: trans.__(
      'A wrong -1 in the batch place mixes samples and fails later, in the loss.'
    ),
    code: 'x = x.reshape(x.size(0), -1)  # same as torch.flatten(x, 1)'
  };
}

function sizeFix(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Print what the size is computed from'),
    code: 'print(length, window, length - window)'
  };
}
