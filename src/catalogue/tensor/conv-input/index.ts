import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { CHANNELS } from './channels';
import { DIMENSIONS } from './dimensions';
import { IMAGE_SIZE_KINDS } from './image-sizes';
import { LAYER_KINDS } from './layers';
import { LAYER_NORM_SIGNS, NORM_KINDS } from './norms';
import { printShape } from './print-shape';

export default define({
  id: 'tensor/conv-input',
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
  values: ['input', 'given', 'wanted'],
  signs: LAYER_NORM_SIGNS,
  kinds: {
    channels: CHANNELS,
    dims: DIMENSIONS,
    small: {
      signs: [
        ...messageOrLog(
          /Kernel size can["']?t (?:be )?greater than actual input size|Calculated padded input size per channel|input image \([THW: \d]{1,60}\) smaller than kernel size|Output size is too small/
        ),
        ...messageOrLog(
          /negative dimension -\d+: \[\d+, \d+, -?\d+(?:, -?\d+){0,2}\]/,
          { confidence: 'likely' }
        ),
        ...messageOrLog(
          /Padding (?:size should be less than|length should be less than or equal to two times) the (?:corresponding )?input dimension|\bpad should be (?:smaller than|smaller than or equal to|at most) half of (?:effective )?kernel size|\bmax_pool1d\(\) padding should be at most half of kernel size/
        ),
        ...messageOrLog(
          /the array of sliding blocks as \([-\d, ]{1,40}\), but its components must be at least one|max_pool1d\(\) Invalid computed output size: (?:0|-\d)|\bpool (?:height|width|time) \d{1,9} too large relative to input|Padding value causes wrapping around more than once|plus negative padding -?\d{1,9} and -?\d{1,9} resulted in a negative output size/
        )
      ],
      words: trans => ({
        title: trans.__('The input is too small for this layer'),
        cause: trans.__(
          'The kernel or the padding is larger than what is left of the image here. Each pooling and each stride of 2 halves it: start from larger images or drop a layer.'
        ),
        fixes: [
          check(
            trans.__('Start from larger inputs'),
            'x = F.interpolate(x, size=(224, 224))'
          ),
          check(
            trans.__('End in a pooling that fits every size'),
            'pool = nn.AdaptiveAvgPool2d(1)'
          ),
          printShape(trans)
        ]
      })
    },
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
          /Non-empty \dD data tensor expected but got a tensor with sizes \[(?<input>[\d, ]{1,60})\]|Input and output sizes should be greater than 0, but got input \(|expected input to have non-empty spatial dimensions|input tensor must have at least one element, but got input_sizes/
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
    ...LAYER_KINDS
  },
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
