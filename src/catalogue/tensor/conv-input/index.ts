import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { CHANNELS } from './channels';
import { BATCH_MODE_SIGNS, DIMENSIONS } from './dimensions';
import { IMAGE_SIZE_KINDS } from './image-sizes';
import { LAYER_KINDS } from './layers';
import { LAYER_NORM_SIGNS, NORM_KINDS } from './norms';
import { MIRROR_SIGNS, PADDING_KINDS } from './padding';
import { printShape } from './print-shape';
import { RESIZE_KINDS } from './resize';
import { SEQUENCE_KINDS } from './sequences';
import { SHORT, SMALL } from './small';
import { argumentOf } from './visible';
import { WEIGHT_KINDS } from './weights';
import { named } from '../shared/named';

/** A shape of which a dimension is 0: more important than how many there are. */
const NOTHING_SIGNS = messageOrLog(
  /Expected \dD \(unbatched\) or \dD \(batched\) input to conv\dd, but got input of size: \[(?<input>(?:\d{1,9}, ){0,5}0(?:, \d{1,9}){0,5})\]/,
  { read: ({ input }) => ({ kind: 'empty', input }) as const }
);

export default define({
  id: 'tensor/conv-input',
  infers: true,
  answers: [
    'Given groups=1, weight of size [4, 3, 3, 3], expected input[1, 1, 8, 8] to have 3 channels, but got 1 channels instead',
    'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [8, 8]',
    'Expected 4-dimensional input for 4-dimensional weight',
    "Calculated padded input size per channel: (4 x 4). Kernel size: (9 x 9). Kernel size can't be greater than actual input size",
    'Given input size: (3x2x2). Calculated output size: (3x0x0). Output size is too small',
    'running_mean should contain 3 elements not 4',
    'expected 4D input (got 2D input)',
    'expected 3D tensor',
    "Input image height (256) doesn't match model (224).",
    'Make sure that the channel dimension of the pixel values match with the one set in the configuration.',
    'adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got [2, 3]',
    'Expected 2 to 3 dimensions, but got 4-dimensional tensor for argument #1 (while checking arguments for max_pool1d)',
    'required rank 4 tensor to use channels_last format',
    "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor",
    "Expected size of input's dimension 1 to be divisible by the product of kernel_size",
    'Halving dimension must be even, but dimension 1 is size 3',
    'Mismatch of parameter numbers and input channel size.',
    'Given groups=3, expected weight to be divisible by 3 at dimension 0',
    'grid_sampler(): expected grid and input to have same batch size',
    'output padding must be smaller than either stride or dilation',
    'Only zero batch or zero channel inputs are supported'
  ],
  values: [
    'input',
    'given',
    'wanted',
    'layer',
    'kernel',
    'channels',
    'owner',
    'wrote',
    'meant',
    'anew',
    'reason',
    'argument',
    'source',
    'wider',
    'transposed'
  ],
  known: reading => ({ argument: argumentOf(reading) }),
  signs: [
    ...NOTHING_SIGNS,
    ...LAYER_NORM_SIGNS,
    ...BATCH_MODE_SIGNS,
    ...MIRROR_SIGNS
  ],
  kinds: named(
    {
      channels: CHANNELS,
      // A weight made by hand, of which the message speaks as of a wrong input.
      ...WEIGHT_KINDS,
      dims: DIMENSIONS,
      short: SHORT,
      small: SMALL,
      empty: {
        signs: [
          ...messageOrLog(
            /Only zero batch or zero channel inputs are supported, but got input shape: \[(?<input>[\d, ]{1,60})\]|non-zero size for non-batch dimensions, but (?:input has sizes |got:? ?)\[(?<sizes>[\d, ]{1,60})\]|to have positive length, but input has a shape of \[(?<shape>[\d, ]{1,60})\]/,
            {
              read: ({ input, sizes, shape }) => ({
                input: input ?? sizes ?? shape
              })
            }
          ),
          ...messageOrLog(
            /Non-empty \dD data tensor expected but got a tensor with sizes \[(?<input>[\d, ]{1,60})\]|Input and output sizes should be greater than 0, but got input \((?=[DHW:\d ,]{0,40}: 0\b)|expected input to have non-empty spatial dimensions|input tensor must have at least one element, but got input_sizes/
          )
        ],
        words: (trans, { input }) => ({
          title: trans.__('The input of the layer is empty'),
          cause: input
            ? trans.__(
                'The input has the shape [%1]: one of its dimensions is 0, so there is nothing to compute with. Usually a slice or crop outside the image left nothing, or each layer before made it smaller.',
                input
              )
            : trans.__(
                'A dimension of the input is 0, so there is nothing to compute with. Usually a slice or crop outside the image left nothing, or each layer before made it smaller.'
              ),
          fixes: [
            check(
              trans.__('Leave empty crops out before the model'),
              'crops = [c for c in crops if c.numel() > 0]'
            ),
            printShape(trans)
          ]
        })
      },
      ...NORM_KINDS,
      ...IMAGE_SIZE_KINDS,
      ...LAYER_KINDS,
      ...PADDING_KINDS,
      ...RESIZE_KINDS,
      ...SEQUENCE_KINDS
    },
    ({ argument }) => ({ x: argument })
  ),
  common: trans => ({
    notThis: [
      trans.__(
        'The error names mat1 and mat2: then it is the Linear layer behind the convolutions that gets the wrong width.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Conv2d, shape of the input'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Conv2d.html'
      },
      {
        title: trans.__('PyTorch: BatchNorm2d, num_features'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BatchNorm2d.html'
      }
    ]
  })
});
