/** What the shapes of a mask and of the tensor it selects from say together. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';
import { countOf, extraOne, sizesOf } from '../shared/shapes';

/** Below it a size is rarely a side of an image. */
const SMALLEST_SIDE = 32;

/** Cause and fix; null where the shapes leave it open. */
export function maskWords(
  trans: ITranslate,
  mask: string | undefined,
  tensor: string | undefined
): { readonly cause: string; readonly fixes: readonly IFix[] } | null {
  const masked = sizesOf(mask);
  const from = sizesOf(tensor);
  if (!masked || !from || !mask || !tensor) {
    return null;
  }
  const inTensor = extraOne(from, masked);
  const inMask = extraOne(masked, from);
  if (inTensor >= 0 || inMask >= 0) {
    return {
      cause:
        inTensor >= 0
          ? trans.__(
              'The mask is [%1], the tensor [%2]: the tensor has a dimension of size 1 that the mask has not.',
              mask,
              tensor
            )
          : trans.__(
              'The mask is [%1], the tensor [%2]: the mask has a dimension of size 1 that the tensor has not.',
              mask,
              tensor
            ),
      fixes: [
        inTensor >= 0
          ? check(
              trans.__('Take that dimension out of the tensor'),
              `x = x.squeeze(${inTensor})`
            )
          : check(
              trans.__('Take that dimension out of the mask'),
              `mask = mask.squeeze(${inMask})`
            )
      ]
    };
  }
  const isOfImages =
    masked.length === 2 &&
    from.length === 2 &&
    [...masked, ...from].every(size => size >= SMALLEST_SIDE) &&
    masked.every((size, at) => size !== from[at]);
  if (isOfImages) {
    return {
      cause: trans.__(
        'The mask is [%1], the tensor [%2]: height and width of two images of different size. The mask or label file does not have the size of its image.',
        mask,
        tensor
      ),
      fixes: [
        check(
          trans.__('Bring the mask to the size of the image, where it is read'),
          'label = label.resize(image.size, Image.NEAREST)'
        )
      ]
    };
  }
  if (countOf(masked) !== countOf(from)) {
    return null;
  }
  return {
    cause: trans.__(
      'The mask is [%1], the tensor [%2]: as many values, in another shape. One of the two was flattened and the other was not.',
      mask,
      tensor
    ),
    fixes: [
      check(
        trans.__('Give the tensor the shape of the mask before the line'),
        'x = x.view(mask.shape)'
      )
    ]
  };
}
