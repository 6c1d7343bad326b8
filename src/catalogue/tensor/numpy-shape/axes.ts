/** transpose() of an array that has more or fewer dimensions than axes are named. */
import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords } from '../../define';
import { ownValue } from '../../../shared/own-value';
import { check } from '../../fix';
import { passedFunction } from '../../predicates';
import { ownLine } from '../../shared/ran-code';
import { printShape } from '../shared/print-shape';
import { colourFixes } from './images';

/** `x.transpose((2, 0, 1))` or `np.transpose(x, (2, 0, 1))`. */
const TRANSPOSE =
  /(?:(?<array>[a-z_]\w{0,40})\.|\bnp\.|\bnumpy\.)transpose\( ?(?:(?<first>[a-z_]\w{0,40})\b[^,]{0,40}, ?)?(?:axes ?= ?)?[([]?(?<axes>\d(?:, ?\d){2,3})[)\]]?/i;

/** Orders in which images are turned: for a layer, or for a picture. */
const KNOWN: Readonly<Record<string, 'image' | 'picture' | 'batch'>> = {
  '2, 0, 1': 'image',
  '1, 2, 0': 'picture',
  '0, 3, 1, 2': 'batch',
  '0, 2, 3, 1': 'batch'
};

/** The axes of the failed line, and the array; none where it turns no images. */
export function axesIn(reading: IReading): Values {
  const { array, first, axes } = TRANSPOSE.exec(ownLine(reading))?.groups ?? {};
  const order = axes?.split(/, ?/).join(', ');
  if (order !== undefined && ownValue(KNOWN, order)) {
    const name = array === 'np' || array === 'numpy' ? first : array;
    return { axes: order, array: name };
  }
  return passedFunction(reading, /^to_tensor$/) ? { axes: 'to_tensor' } : {};
}

/** The words for each of the known orders. */
export function axesWords(trans: ITranslate, { axes, array }: Values): IWords {
  const name = array ?? 'x';
  const title = trans.__('The array has another number of dimensions');
  switch (ownValue(KNOWN, axes ?? '')) {
    case 'image':
      return {
        title,
        cause: trans.__(
          'The line turns an image [H, W, C], which has three dimensions, and this array has not. Mostly it is a grey image [H, W] among those in colour.'
        ),
        fixes: [...colourFixes(trans, 'grey'), printShape(trans, name)]
      };
    case 'picture':
      return {
        title,
        cause: trans.__(
          'The line turns an image [C, H, W] for a picture, and this array has another number of dimensions: a batch [N, C, H, W] has one more, a grey image or mask [H, W] one less.'
        ),
        fixes: [
          printShape(trans, name),
          check(
            trans.__('A batch: take one image of it'),
            `image = ${name}[0].transpose(1, 2, 0)`
          ),
          check(
            trans.__('A grey image or mask: it needs no turning'),
            `plt.imshow(${name}, cmap="gray")`
          )
        ]
      };
    case 'batch':
      return {
        title,
        cause: trans.__(
          'The line turns a batch of images, which has four dimensions, and this array has not. Grey images lack that of the channels, a single image that of the batch; images of different sizes make no array at all.'
        ),
        fixes: [
          printShape(trans, name),
          check(
            trans.__('Grey images: add the channels'),
            `${name} = ${name}[..., None]`
          ),
          check(
            trans.__('A single image: add the batch'),
            `${name} = ${name}[None]`
          )
        ]
      };
    default:
      return {
        title,
        cause: trans.__(
          'ToTensor() takes an image [H, W] or [H, W, C], and turns it. This array has another number of dimensions: it is no image (boxes, labels), or a batch of them.'
        ),
        fixes: [
          check(
            trans.__('What is no image: make a tensor of it as it is'),
            'boxes = torch.as_tensor(boxes)'
          ),
          printShape(trans, name)
        ]
      };
  }
}
