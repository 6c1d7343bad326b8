import type { IEntry, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { convCause, convFixes, convTitle } from './shared/conv-words';

/** LayerNorm names the whole shape: only its last size is compared. */
function lastSizes({ wanted, input }: Values): Values {
  const last = (shape: string | undefined): string | undefined =>
    shape?.split(',').pop()?.trim();
  return { kind: 'norm', wanted: last(wanted), given: last(input) };
}

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
    'expected 3D tensor'
  ],
  signs: [
    ...said(
      /xpected input ?\[(?<input>[\d, ]+)\] to have (?<wanted>\d+) channels, but got (?<given>\d+) channels/
    ),
    ...said(/Need input\.size\[1\] == (?<wanted>\d+) but got (?<given>\d+)/),
    ...said(
      /Need input of dimension \d and input\.size\[1\] == (?<wanted>\d+) but got input to be of shape: ?\[\d+ x (?<given>\d+)/
    ),
    ...said(
      /Given (?:groups|transposed)=\w{1,9}, weight(?: of size)? ?\[[\d, ]+\], (?:so )?expected input/
    ),
    ...said(
      /Expected \dD \(unbatched\) or \dD \(batched\) input to \w+|Expected \d-dimensional (?:input|tensor|weight) for \d-dimensional (?:weight|input)/,
      ofKind('dims')
    ),
    ...said(
      /xpected (?:\dD,? ){0,3}(?:or )?\dD input \(got \dD input\)|\dD or \dD \(batch mode\) (?:expected for input|tensor)|non-empty \dD or \dD (?:\(batch mode\) |input )?tensor expected|a list of \d values to match the convolution dimensions|xpected \dD tensor as input, got \dD/,
      ofKind('dims')
    ),
    // The convolutions of torch up to 0.1 say no more than this.
    {
      where: 'message',
      pattern:
        /^[Ee]xpected (?:a )?\dD (?:input )?tensor(?:$|[.!]|,? (?:but )?got)/,
      confidence: 'likely',
      ...ofKind('dims')
    },
    ...said(
      /Only 3D, 4D and 5D (?:input Tensors supported|padding with)|Got \dD input, but \w+ mode needs \dD input|Padding size \d{1,3} is not supported for \dD input/,
      ofKind('dims')
    ),
    ...said(
      /(?:RNN|LSTM|GRU)(?:Cell)?: Expected input to be (?:\dD(?:,? or |, )){1,2}\dD, got \dD|input must have \d dimensions, got \d|input has less dimensions than expected/,
      ofKind('dims')
    ),
    ...said(
      /Kernel size can["']?t (?:be )?greater than actual input size|Calculated padded input size per channel|input image \([THW: \d]{1,60}\) smaller than kernel size|Output size is too small/,
      ofKind('small')
    ),
    ...said(/negative dimension -\d+: \[\d+, \d+, -?\d+(?:, -?\d+){0,2}\]/, {
      ...ofKind('small'),
      confidence: 'likely'
    }),
    ...said(
      /Padding (?:size should be less than|length should be less than or equal to two times) the (?:corresponding )?input dimension|pad should be (?:smaller than|at most) half of (?:effective )?kernel size/,
      ofKind('small')
    ),
    ...said(
      /\b(?:running_mean|running_var|weight|bias) should contain (?<given>\d+) elements not (?<wanted>\d+)/,
      ofKind('norm')
    ),
    ...said(
      /Given normalized_shape=\[(?<wanted>[\d, ]+)\], expected input with shape \[\*[\d, ]*\], but got input of size ?\[(?<input>[\d, ]+)\]/,
      { read: lastSizes }
    ),
    ...said(
      /number of channels in input to be divisible by num_groups|num_channels \(\d+\) must be divisible by num_groups|vector of size equal to the number of channels in input/,
      ofKind('norm')
    )
  ],
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
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'invalid argument 2: input image (T: 1 H: 4 W: 1) smaller than kernel size (kT: 1 kH: 4 kW: 4) at /pytorch/aten/src/THCUNN/generic/VolumetricAveragePooling.cu:57',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Given groups=1, weight of size [4, 3, 3, 3], expected input[1, 1, 8, 8] to have 3 channels, but got 1 channels instead',
      torch: '2.13',
      origin: 'run',
      values: { given: '1', wanted: '3', input: '1, 1, 8, 8' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [8, 8]',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'dims' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Calculated padded input size per channel: (4 x 4). Kernel size: (9 x 9). Kernel size can't be greater than actual input size",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'small' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'running_mean should contain 3 elements not 4',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'norm', given: '3', wanted: '4' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected 4-dimensional input for 4-dimensional weight [4, 3, 3, 3], but got 2-dimensional input of size [8, 8] instead',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'dims' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'expected 3D tensor',
      torch: '0.1',
      origin: 'reference',
      values: { kind: 'dims' }
    }
  ],
  nearMisses: [
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
