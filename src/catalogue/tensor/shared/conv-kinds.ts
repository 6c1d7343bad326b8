import type { IFix, ISign, ITranslate, Values } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';

/** Layers with a rule of their own, by what they say. */
export const KIND_SIGNS: readonly ISign[] = [
  // timm and transformers, where an image is cut into patches.
  ...said(
    /Input (?:image )?(?:height|width|size) \((?<given>[\d*]{1,15})\) doesn["']t match model \((?<wanted>[\d*]{1,15})\)/,
    { read: ({ given, wanted }) => ({ kind: 'size', given, wanted }) }
  ),
  ...said(
    /Input image (?:height|width) (?<given>\d{1,9}) is not a multiple of patch (?:height|width):? (?<wanted>\d{1,9})|Input (?:height|width) \((?<size>\d{1,9})\) should be divisible by patch size \((?<patch>\d{1,9})\)/,
    {
      read: ({ given, wanted, size, patch }) => ({
        kind: 'patch',
        given: given ?? size,
        wanted: wanted ?? patch
      })
    }
  ),
  // segmentation_models_pytorch
  ...said(
    /Wrong input shape height=(?<given>\d{1,9}), width=\d{1,9}\. Expected image height and width divisible by (?<wanted>\d{1,9})/,
    { read: ({ given, wanted }) => ({ kind: 'halved', given, wanted }) }
  ),
  ...said(
    /channel dimension of the pixel values match with the one set in the configuration(?:\. Expected (?<wanted>\d{1,9}) but got (?<given>\d{1,9}))?/
  ),
  ...said(
    /Only zero batch or zero channel inputs are supported, but got input shape: \[(?<input>[\d, ]{1,60})\]|non-zero size for non-batch dimensions, but (?:input has sizes |got:? ?)\[(?<sizes>[\d, ]{1,60})\]|to have positive length, but input has a shape of \[(?<shape>[\d, ]{1,60})\]/,
    {
      read: ({ input, sizes, shape }) => ({
        kind: 'empty',
        input: input ?? sizes ?? shape
      })
    }
  ),
  ...said(
    /Non-empty \dD data tensor expected but got a tensor with sizes \[(?<input>[\d, ]{1,60})\]|Input and output sizes should be greater than 0, but got input \(|expected input to have non-empty spatial dimensions|input tensor must have at least one element, but got input_sizes/,
    ofKind('empty')
  ),
  ...said(
    /\bpixel_(?:un)?shuffle expects (?:its input["']s ["']channel["'] dimension|height|width) to be divisible by|Halving dimension must be even|glu does not support (?:scalars|0-dimensional tensors)|Number of channels must be divisible by groups/,
    ofKind('divisible')
  ),
  ...said(
    /expected size of input["']s (?:dimension \d|first non-batch dimension) to (?:be divisible by the product of kernel_size|match the calculated number of sliding blocks)/i,
    ofKind('fold')
  ),
  ...said(
    /Mismatch of parameter numbers and input channel size\. Found parameter numbers = (?<wanted>\d{1,9}) and channel size = (?<given>\d{1,9})/,
    { read: ({ given, wanted }) => ({ kind: 'prelu', given, wanted }) }
  ),
  ...said(
    /Given groups=(?<groups>\d{1,9}), expected weight to be (?:at least|divisible by) \d{1,9} at dimension 0|Given (?:transposed=\d, )?weight of size \[[\d, ]{1,60}\], expected bias to be 1-dimensional/,
    { read: ({ groups }) => ({ kind: 'groups', groups }) }
  ),
  ...said(
    /\bgrid_sampler(?:_[23]d)?\(\): expected (?!input and grid to (?:be on same device|have same dtype)|input to have non-empty)/,
    ofKind('grid')
  ),
  ...said(
    /\b(?:kernel size|stride|dilation) should be greater than zero, but got|^dilation should be greater than zero$|\bpad must be non-negative, but got pad: -|\bpadding should be non-negative, but got pad_|\bnon-positive (?:stride|groups|dilation) is not supported|\bnegative (?:output_)?padding is not supported|output padding must be smaller than either stride or dilation|\bmax_pool1d\(\) (?:kernel_size|stride|dilation|padding) must be (?:greater than zero|non-negative)/,
    ofKind('option')
  ),
  ...said(
    /\bstft\(.{1,250}expected 0 < n_fft < |\bmaximum size for tensor at dimension \d{1,2} is \d{1,12} but size is \d/,
    ofKind('window')
  ),
  ...said(
    /required rank [45] tensor to use channels_last(?:_3d)? format/,
    ofKind('last')
  ),
  ...said(
    /input has to be (?:a )?1D or 2D Tensor, but got Tensor of dimension|offsets has to be a 1D Tensor but got/,
    ofKind('bag')
  )
];

interface IWords {
  readonly title: string;
  readonly cause: string;
  readonly fix: IFix;
}

const KINDS: Readonly<
  Record<string, (trans: ITranslate, values: Values) => IWords>
> = {
  size: (trans, { given, wanted }) => ({
    title: trans.__(
      'The image is %1 large, the model takes %2',
      given ?? '256',
      wanted ?? '224'
    ),
    cause: trans.__(
      'The position table of this vision transformer was made for one image size, so that images must be brought to it. Usually the resize of the preprocessing is missing, or belongs to another model.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Resize the images to the size of the model'),
      detail: trans.__(
        'In timm img_size= (or dynamic_img_size=True) makes the model for another size; in transformers forward(…, interpolate_pos_encoding=True).'
      ),
      code: `size = ${/^\d+/.exec(wanted ?? '')?.[0] ?? 224}\ntransform = transforms.Compose([transforms.Resize((size, size)), transforms.ToTensor()])`
    }
  }),
  patch: (trans, { given, wanted }) => ({
    title: trans.__('The image does not divide into patches'),
    cause: trans.__(
      'This vision transformer cuts the image into patches of %1, and a side of %2 is no multiple of it.',
      wanted ?? '14',
      given ?? '250'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Resize to a multiple of the patch'),
      code: `patch = ${wanted ?? '14'}\nh, w = (side // patch * patch for side in x.shape[-2:])\nx = F.interpolate(x, size=(h, w), mode='bilinear')`
    }
  }),
  halved: (trans, { given, wanted }) => ({
    title: trans.__('The image cannot be halved as often as needed'),
    cause: trans.__(
      'The network halves the image several times and joins the sizes again, so each side must be a multiple of %1, and %2 is none.',
      wanted ?? '32',
      given ?? '100'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Pad the images on the right and below'),
      code: `x = F.pad(x, (0, -x.shape[-1] % ${wanted ?? '32'}, 0, -x.shape[-2] % ${wanted ?? '32'}))`
    }
  }),
  empty: (trans, { input }) => ({
    title: trans.__('The input of the layer is empty'),
    cause: input
      ? trans.__(
          'The input has the shape [%1]: one of its dimensions is 0, so there is nothing to compute with. Usually a slice or crop outside the image left nothing, or each layer before made it smaller.',
          input
        )
      : trans.__(
          'A dimension of the input is 0, so there is nothing to compute with. Usually a slice or crop outside the image left nothing, or each layer before made it smaller.'
        ),
    fix: {
      safety: 'check',
      title: trans.__('Leave empty crops out before the model'),
      code: 'crops = [c for c in crops if c.numel() > 0]'
    }
  }),
  divisible: trans => ({
    title: trans.__('A size does not divide as the layer needs'),
    cause: trans.__(
      'pixel_shuffle needs channels that divide by the square of its factor, pixel_unshuffle sides that divide by it, GLU an even size, channel_shuffle channels that divide by groups. The message names the dimension and its size.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Give the layer before as many channels as needed'),
      code: 'up = nn.Sequential(nn.Conv2d(c_in, c_out * factor ** 2, 3, padding=1), nn.PixelShuffle(factor))'
    }
  }),
  fold: trans => ({
    title: trans.__('The input is not what Fold puts together'),
    cause: trans.__(
      'Fold takes [N, C * kernel_height * kernel_width, L], with L the number of blocks that kernel_size, stride and padding give for output_size. These must be the same as in the Unfold before.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Use the same options for both'),
      code: 'options = dict(kernel_size=2, stride=2)\nblocks = F.unfold(x, **options)\nx = F.fold(blocks, output_size=x.shape[-2:], **options)'
    }
  }),
  prelu: (trans, { given, wanted }) => ({
    title: trans.__('PReLU was made for another number of channels'),
    cause:
      given && wanted
        ? trans.__(
            'PReLU has %1 parameters, dimension 1 of the input is %2. num_parameters must be that size, or 1 for one that all channels share.',
            wanted,
            given
          )
        : trans.__(
            'num_parameters of PReLU must be the size of dimension 1 of the input, or 1 for one that all channels share.'
          ),
    fix: {
      safety: 'check',
      title: trans.__('Make it for the channels of the input, or for all'),
      code: `nn.PReLU(num_parameters=${given ?? 'x.shape[1]'})  # or nn.PReLU()`
    }
  }),
  groups: trans => ({
    title: trans.__('The weight does not fit the convolution'),
    cause: trans.__(
      'The weight of a convolution is [out_channels, in_channels / groups, height, width], where groups divides both numbers of channels, and the bias holds out_channels numbers. Transposed ones exchange the first two.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('One filter for each channel: repeat it'),
      code: 'channels = x.shape[1]\nweight = kernel.expand(channels, 1, *kernel.shape[-2:])\ny = F.conv2d(x, weight, groups=channels)'
    }
  }),
  grid: trans => ({
    title: trans.__('The grid does not fit the input of grid_sample'),
    cause: trans.__(
      'For an input [N, C, H, W] the grid is [N, H_out, W_out, 2], for a volume [N, C, D, H, W] it is [N, D_out, H_out, W_out, 3]. The N must be equal, and the coordinates stand last.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Repeat the grid for the batch, coordinates last'),
      code: 'grid = grid.expand(x.shape[0], -1, -1, -1)  # [N, H_out, W_out, 2]\ny = F.grid_sample(x, grid, align_corners=False)'
    }
  }),
  option: trans => ({
    title: trans.__('An option of the layer has an impossible value'),
    cause: trans.__(
      'kernel_size, stride, dilation and groups are at least 1, padding at least 0, and output_padding of a transposed convolution must be below stride (or dilation). Usually a computed number came out too small.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Doubling the size: these options fit together'),
      code: 'nn.ConvTranspose2d(c_in, c_out, kernel_size=3, stride=2, padding=1, output_padding=1)'
    }
  }),
  window: trans => ({
    title: trans.__('The data is shorter than one window'),
    cause: trans.__(
      'stft() and unfold() cut a dimension into windows, and it is shorter than a single one. Either the recording is too short, or the dimensions stand in another order: for stft() time is the last.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('Fill short data up with zeros'),
      code: 'x = F.pad(x, (0, max(0, n_fft - x.shape[-1])))'
    }
  }),
  last: trans => ({
    title: trans.__('channels_last needs four dimensions'),
    cause: trans.__(
      'torch.channels_last is an order in memory for tensors [N, C, H, W] (channels_last_3d for [N, C, D, H, W]). This tensor has another number of dimensions, such as a target or a single image.'
    ),
    fix: {
      safety: 'safe',
      title: trans.__('Convert only tensors of four dimensions'),
      code: 'if x.dim() == 4:\n    x = x.contiguous(memory_format=torch.channels_last)'
    }
  }),
  bag: trans => ({
    title: trans.__('EmbeddingBag got the wrong number of dimensions'),
    cause: trans.__(
      'EmbeddingBag takes ids [batch, n] without offsets, or all ids in one row with offsets: where each bag starts, one number for each.'
    ),
    fix: {
      safety: 'check',
      title: trans.__('One row of ids, and where each bag starts'),
      code: 'bag = nn.EmbeddingBag(num_embeddings, dim)\ny = bag(torch.tensor([1, 4, 2, 7]), torch.tensor([0, 2]))'
    }
  })
};

/** The words of a kind of this file, or nothing for the others. */
export function kindWords(
  trans: ITranslate,
  values: Values
): IWords | undefined {
  return KINDS[values.kind ?? '']?.(trans, values);
}
