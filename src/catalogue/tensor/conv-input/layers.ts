/** Layers with a rule of their own. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { printShape } from './print-shape';

/** What must divide what, for each layer that moves channels and pixels. */
function dividing(trans: ITranslate, layer: string | undefined): string {
  switch (layer) {
    case 'pixel_unshuffle':
      return trans.__(
        'pixel_unshuffle makes channels of blocks of pixels, so height and width must be multiples of its factor.'
      );
    case 'channel_shuffle':
      return trans.__(
        'channel_shuffle mixes equal groups of channels, so the number of groups must divide that of the channels.'
      );
    default:
      return trans.__(
        'pixel_shuffle makes pixels of channels, so their number must be a multiple of the square of its factor.'
      );
  }
}

export const LAYER_KINDS = {
  divisible: {
    signs: messageOrLog(
      /\b(?<layer>pixel_(?:un)?shuffle) expects (?:its input["']s ["']channel["'] dimension|height|width) to be divisible by [\w ]{1,40}(?:, but input\.size\(-\d\)=(?<given>\d{1,9}) is not divisible by (?<wanted>\d{1,9}))?|Number of channels must be divisible by groups(?:\. Got (?<channels>\d{1,9}) channels and (?<groups>\d{1,9}) groups)?/,
      {
        read: ({ layer, given, wanted, channels, groups }) => ({
          layer: layer ?? 'channel_shuffle',
          given: given ?? channels,
          wanted: wanted ?? groups
        })
      }
    ),
    words: (trans, { layer, given, wanted }) => ({
      title:
        given && wanted
          ? trans.__('%1 does not divide by %2', given, wanted)
          : trans.__('A size does not divide as the layer needs'),
      cause: dividing(trans, layer),
      fixes: [
        check(
          trans.__('Give the layer before as many channels as needed'),
          layer === 'pixel_unshuffle'
            ? 'x = F.pad(x, (0, -x.shape[-1] % factor, 0, -x.shape[-2] % factor))'
            : layer === 'channel_shuffle'
              ? 'conv = nn.Conv2d(c_in, groups * 16, 1, groups=groups)'
              : 'up = nn.Sequential(nn.Conv2d(c_in, c_out * factor ** 2, 3, padding=1), nn.PixelShuffle(factor))'
        ),
        printShape(trans)
      ]
    })
  },
  halves: {
    signs: messageOrLog(
      /Halving dimension must be even(?:, but dimension (?<wanted>-?\d{1,2}) is size (?<given>\d{1,9}))?|glu does not support (?:scalars|0-dimensional tensors)/
    ),
    words: (trans, { given, wanted }) => ({
      title: given
        ? trans.__('GLU halves a dimension, and its size is %1', given)
        : trans.__('GLU needs a dimension of even size'),
      cause:
        given && wanted
          ? trans.__(
              'GLU takes one half of dimension %1 as the gate of the other, so its size must be even, and it is %2.',
              wanted,
              given
            )
          : trans.__(
              'GLU takes one half of a dimension as the gate of the other, so its size must be even.'
            ),
      fixes: [
        check(
          trans.__('Make the layer before twice as wide as the result'),
          'layer = nn.Sequential(nn.Linear(c_in, 2 * c_out), nn.GLU(dim=-1))'
        ),
        printShape(trans)
      ]
    })
  },
  fold: {
    signs: messageOrLog(
      /expected size of input["']s (?:dimension \d|first non-batch dimension) to (?:be divisible by the product of kernel_size|match the calculated number of sliding blocks)/i
    ),
    words: trans => ({
      title: trans.__('The input is not what Fold puts together'),
      cause: trans.__(
        'Fold takes [N, C * kernel_height * kernel_width, L], with L the number of blocks that kernel_size, stride and padding give for output_size. These must be the same as in the Unfold before.'
      ),
      fixes: [
        check(
          trans.__('Use the same options for both'),
          'options = dict(kernel_size=2, stride=2)\nblocks = F.unfold(x, **options)\nx = F.fold(blocks, output_size=x.shape[-2:], **options)'
        ),
        printShape(trans)
      ]
    })
  },
  prelu: {
    signs: messageOrLog(
      /Mismatch of parameter numbers and input channel size\. Found parameter numbers = (?<wanted>\d{1,9}) and channel size = (?<given>\d{1,9})/
    ),
    words: (trans, { given, wanted }) => ({
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
      fixes: [
        check(
          trans.__('Make it for the channels of the input, or for all'),
          `nn.PReLU(num_parameters=${given ?? 'x.shape[1]'})  # or nn.PReLU()`
        ),
        printShape(trans)
      ]
    })
  },
  grid: {
    signs: messageOrLog(
      /\bgrid_sampler(?:_[23]d)?\(\): expected (?!input and grid to (?:be on same device|have same dtype)|input to have non-empty)/
    ),
    words: trans => ({
      title: trans.__('The grid does not fit the input of grid_sample'),
      cause: trans.__(
        'For an input [N, C, H, W] the grid is [N, H_out, W_out, 2], for a volume [N, C, D, H, W] it is [N, D_out, H_out, W_out, 3]. The N must be equal, and the coordinates stand last.'
      ),
      fixes: [
        check(
          trans.__('Repeat the grid for the batch, coordinates last'),
          'grid = grid.expand(x.shape[0], -1, -1, -1)  # [N, H_out, W_out, 2]\ny = F.grid_sample(x, grid, align_corners=False)'
        ),
        printShape(trans)
      ]
    })
  },
  option: {
    signs: [
      ...messageOrLog(
        /\b(?<layer>kernel size|stride|dilation) should be greater than zero, but got|^(?<bare>dilation) should be greater than zero$|\bnon-positive (?<positive>stride|groups|dilation) is not supported|\bmax_pool1d\(\) (?<option>kernel_size|stride|dilation) must be greater than zero(?:, but got (?<given>-?\d{1,9}))?/,
        {
          read: ({ layer, bare, positive, option, given }) => ({
            layer: layer ?? bare ?? positive ?? option,
            wanted: '1',
            given
          })
        }
      ),
      ...messageOrLog(
        /\b(?<layer>pad) must be non-negative, but got pad: (?<given>-\d{1,9})|\b(?<padding>padding) should be non-negative, but got pad_|\bnegative (?<negative>padding|output_padding) is not supported|\bmax_pool1d\(\) (?<option>padding) must be non-negative(?:, but got (?<number>-\d{1,9}))?/,
        {
          read: ({ layer, padding, negative, option, given, number }) => ({
            layer: layer ?? padding ?? negative ?? option,
            wanted: '0',
            given: given ?? number
          })
        }
      )
    ],
    words: (trans, { layer, given, wanted }) => ({
      title:
        layer && given
          ? trans.__('The layer was given %1=%2', layer, given)
          : layer
            ? trans.__('The layer was given too small a number: %1', layer)
            : trans.__('An option of the layer has an impossible value'),
      cause:
        layer && wanted === '0'
          ? trans.__(
              '%1 of a layer is 0 or more. Usually it was computed, as a difference or from a kernel size, and came out below 0; to cut a border off, slice the tensor.',
              layer
            )
          : layer
            ? trans.__(
                '%1 of a layer is 1 or more. Usually it was computed, with a division that was rounded down to 0, or the arguments are in another order.',
                layer
              )
            : trans.__(
                'kernel_size, stride, dilation and groups are at least 1, padding at least 0. Usually a computed number came out too small.'
              ),
      fixes: [
        check(
          trans.__('Name the arguments, so that none is in the wrong place'),
          'nn.Conv2d(c_in, c_out, kernel_size=3, stride=1, padding=1, dilation=1, groups=1)'
        )
      ]
    })
  },
  outpad: {
    signs: messageOrLog(
      /output padding must be smaller than either stride or dilation(?:, but got output_padding_(?:depth|height): (?<given>\d{1,9}) [\w: ]{1,80}?stride_(?:depth|height): (?<wanted>\d{1,9}))?/
    ),
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted && Number(given) >= Number(wanted)
          ? trans.__('output_padding=%1 with stride=%2', given, wanted)
          : trans.__('output_padding is not below stride or dilation'),
      cause: trans.__(
        'output_padding of a transposed convolution adds rows that the stride left open, so it must be below the stride, or below the dilation. It is no padding around the result.'
      ),
      fixes: [
        check(
          trans.__('Doubling the size: these options fit together'),
          'nn.ConvTranspose2d(c_in, c_out, kernel_size=3, stride=2, padding=1, output_padding=1)'
        )
      ]
    })
  },
  window: {
    signs: messageOrLog(
      /\bstft\(.{1,250}expected 0 < n_fft < (?<length>\d{1,12})(?:, but got n_fft=(?<fft>\d{1,12}))?|\bmaximum size for tensor at dimension \d{1,2} is (?<given>\d{1,12}) but size is (?<wanted>\d{1,12})/,
      {
        read: ({ length, fft, given, wanted }) => ({
          given: given ?? length,
          wanted: wanted ?? fft
        })
      }
    ),
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted
          ? trans.__('A window of %1 for data of length %2', wanted, given)
          : trans.__('The data is shorter than one window'),
      cause: trans.__(
        'stft() and unfold() cut a dimension into windows, and it is shorter than a single one. Either the recording is too short, or the dimensions stand in another order: for stft() time is the last.'
      ),
      fixes: [
        check(
          trans.__('Fill short data up with zeros'),
          `x = F.pad(x, (0, max(0, ${wanted ?? 'n_fft'} - x.shape[-1])))`
        ),
        printShape(trans)
      ]
    })
  },
  last: {
    signs: messageOrLog(
      /required rank [45] tensor to use channels_last(?:_3d)? format/
    ),
    words: trans => ({
      title: trans.__('channels_last needs four dimensions'),
      cause: trans.__(
        'torch.channels_last is an order in memory for tensors [N, C, H, W] (channels_last_3d for [N, C, D, H, W]). This tensor has another number of dimensions, such as a target or a single image.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Convert only tensors of four dimensions'),
          code: 'if x.dim() == 4:\n    x = x.contiguous(memory_format=torch.channels_last)'
        },
        printShape(trans)
      ]
    })
  },
  bag: {
    signs: messageOrLog(
      /input has to be (?:a )?1D or 2D Tensor, but got Tensor of dimension|offsets has to be a 1D Tensor but got/
    ),
    words: trans => ({
      title: trans.__('EmbeddingBag got the wrong number of dimensions'),
      cause: trans.__(
        'EmbeddingBag takes ids [batch, n] without offsets, or all ids in one row with offsets: where each bag starts, one number for each.'
      ),
      fixes: [
        check(
          trans.__('One row of ids, and where each bag starts'),
          'bag = nn.EmbeddingBag(num_embeddings, dim)\ny = bag(torch.tensor([1, 4, 2, 7]), torch.tensor([0, 2]))'
        ),
        printShape(trans)
      ]
    })
  }
} satisfies Record<string, IKind<'given' | 'wanted' | 'layer'>>;
