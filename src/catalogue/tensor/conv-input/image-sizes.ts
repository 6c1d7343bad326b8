/** Models for images that take some sizes only. */
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { printShape } from './print-shape';

export const IMAGE_SIZE_KINDS = {
  // timm and transformers
  size: {
    signs: messageOrLog(
      /Input (?:image )?(?:height|width|size) \((?<given>[\d*]{1,15})\) doesn["']t match model \((?<wanted>[\d*]{1,15})\)/
    ),
    words: (trans, { given, wanted }) => ({
      title: trans.__(
        'The image is %1 large, the model takes %2',
        given ?? '256',
        wanted ?? '224'
      ),
      cause: trans.__(
        'The position table of this vision transformer was made for one image size, so that images must be brought to it. Usually the resize of the preprocessing is missing, or belongs to another model.'
      ),
      fixes: [
        check(
          trans.__('Resize the images to the size of the model'),
          `size = ${/^\d+/.exec(wanted ?? '')?.[0] ?? 224}\ntransform = transforms.Compose([transforms.Resize((size, size)), transforms.ToTensor()])`,
          trans.__(
            'In timm img_size= (or dynamic_img_size=True) makes the model for another size; in transformers forward(…, interpolate_pos_encoding=True).'
          )
        ),
        printShape(trans)
      ]
    })
  },
  // The same libraries, where an image is cut into patches.
  patch: {
    signs: messageOrLog(
      /Input image (?:height|width) (?<given>\d{1,9}) is not a multiple of patch (?:height|width):? (?<wanted>\d{1,9})|Input (?:height|width) \((?<size>\d{1,9})\) should be divisible by patch size \((?<patch>\d{1,9})\)/,
      {
        read: ({ given, wanted, size, patch }) => ({
          given: given ?? size,
          wanted: wanted ?? patch
        })
      }
    ),
    words: (trans, { given, wanted }) => ({
      title: trans.__('The image does not divide into patches'),
      cause: trans.__(
        'This vision transformer cuts the image into patches of %1, and a side of %2 is no multiple of it.',
        wanted ?? '14',
        given ?? '250'
      ),
      fixes: [
        check(
          trans.__('Resize to a multiple of the patch'),
          `patch = ${wanted ?? '14'}\nh, w = (side // patch * patch for side in x.shape[-2:])\nx = F.interpolate(x, size=(h, w), mode='bilinear')`
        ),
        printShape(trans)
      ]
    })
  },
  // segmentation_models_pytorch
  halved: {
    signs: messageOrLog(
      /Wrong input shape height=(?<given>\d{1,9}), width=\d{1,9}\. Expected image height and width divisible by (?<wanted>\d{1,9})/
    ),
    words: (trans, { given, wanted }) => ({
      title: trans.__('The image cannot be halved as often as needed'),
      cause: trans.__(
        'The network halves the image several times and joins the sizes again, so each side must be a multiple of %1, and %2 is none.',
        wanted ?? '32',
        given ?? '100'
      ),
      fixes: [
        check(
          trans.__('Pad the images on the right and below'),
          `x = F.pad(x, (0, -x.shape[-1] % ${wanted ?? '32'}, 0, -x.shape[-2] % ${wanted ?? '32'}))`
        ),
        printShape(trans)
      ]
    })
  }
} satisfies Record<string, IKind<'given' | 'wanted'>>;
