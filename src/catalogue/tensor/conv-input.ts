import type { IEntry } from '../../diagnosis/types';
import { CONV_INPUT_EXAMPLES } from './shared/conv-input-examples';
import { CONV_SIGNS } from './shared/conv-signs';
import { convCause, convFixes, convTitle } from './shared/conv-words';

const entry: IEntry = {
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
  signs: CONV_SIGNS,
  page(trans, values) {
    return {
      title: convTitle(trans, values),
      cause: convCause(trans, values),
      fixes: convFixes(trans, values),
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
    };
  },
  examples: CONV_INPUT_EXAMPLES,
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'grid_sampler(): expected input and grid to be on same device, but input is on cuda:0 and grid is on cpu'
    },
    {
      ename: 'ValueError',
      evalue: "Input image size (256, 256) doesn't match the mask (224, 224)."
    },
    {
      ename: 'ValueError',
      evalue: 'Input dimension should be at least 3 for this forecaster'
    },
    { ename: 'ValueError', evalue: 'stride should be greater than zero' },
    {
      ename: 'ValueError',
      evalue: 'Expected 2D array, got 1D array instead:\narray=[1. 2. 3.].'
    },
    {
      ename: 'ValueError',
      evalue:
        'Input 0 of layer conv2d is incompatible with the layer: expected min_ndim=4, found ndim=3. Full shape received: (None, 28, 28)'
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected more than 1 value per channel when training, got input size torch.Size([1, 3])'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'conv = torch.nn.Conv2d(3, 4, kernel_size=3)',
      'x = torch.ones(1, 1, 8, 8)',
      'conv(x)'
    ].join('\n'),
    fixed: [
      'import torch',
      'conv = torch.nn.Conv2d(3, 4, kernel_size=3)',
      'x = torch.ones(1, 1, 8, 8)',
      'x = x.repeat(1, 3, 1, 1)',
      'conv(x)'
    ].join('\n')
  }
};

export default entry;
