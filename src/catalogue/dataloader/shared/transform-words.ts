import type { ITranslate, Values } from '../../../diagnosis/types';

/** A class as people call it: `PIL.Image.Image` is an image of Pillow's. */
function named(trans: ITranslate, type: string | undefined): string {
  if (type === undefined) {
    return trans.__('something else');
  }
  if (type === 'torch.Tensor' || type === 'Tensor') {
    return trans.__('a tensor');
  }
  if (type.startsWith('PIL.')) {
    return trans.__('a PIL image');
  }
  return type === 'numpy.ndarray' ? trans.__('a NumPy array') : type;
}

/** Title and cause of `dataloader/transform-input`, by its kind. */
export function transformWords(
  trans: ITranslate,
  { kind, wanted, type, dtype, dimensions, crop, size, shape }: Values
): { title: string; cause: string } {
  switch (kind) {
    case 'dtype':
      return {
        title: trans.__('Normalize works on floats, the image has integers'),
        cause: trans.__(
          'The tensor is %1, with values from 0 to 255. Normalize subtracts a mean and divides, which needs floats.',
          dtype
        )
      };
    case 'dimensions':
      return {
        title: trans.__('The transform takes one image at a time'),
        cause: trans.__(
          'The array has %1 dimensions. An image has two, or three with its channels; one more is usually a batch.',
          dimensions
        )
      };
    case 'shape':
      return {
        title: trans.__('The tensor does not have the shape of an image'),
        cause: shape
          ? trans.__(
              'An image tensor is [C, H, W], and the one here is [%1]. Often a label or a flattened image was passed.',
              shape
            )
          : trans.__(
              'An image tensor is [C, H, W], the channels stand first. Often a label or a flattened image was passed, or an array [H, W, C].'
            )
      };
    case 'channels':
      return {
        title: trans.__('The image has channels that the transform refuses'),
        cause: trans.__(
          'Images have 1 channel (grey) or 3 (colour), a fourth is usually the transparency of a PNG. A large number means that the channels stand in another place.'
        )
      };
    case 'crop':
      return {
        title: trans.__('The image is smaller than the crop'),
        cause: trans.__(
          'The crop is %1 large, this image only %2 (height, width). One small image in the data is enough.',
          crop,
          size
        )
      };
    default:
      return {
        title: trans.__('A transform got another kind of image'),
        cause:
          wanted === undefined
            ? trans.__(
                'Some transforms work on PIL images, some on tensors, and ToTensor() leads from the first to the second. Their order does not fit, or one is there twice.'
              )
            : trans.__(
                'It works on “%1” and got %2. ToTensor() turns images into tensors: the order of the transforms does not fit, or one is there twice.',
                wanted,
                named(trans, type)
              )
      };
  }
}
