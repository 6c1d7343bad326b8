import type { IEntry } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { RESHAPE_SIZE_EXAMPLES } from './shared/reshape-size-examples';
import { isShorter, reshapeCause, reshapeFix } from './shared/reshape-words';

const entry: IEntry = {
  id: 'tensor/reshape-size',
  answers: [
    "shape '[-1, 400]' is invalid for input of size 384",
    "size '[64 x 784]' is invalid for input of with 1024 elements",
    'cannot reshape tensor of 0 elements into shape [0, -1]',
    "unflatten: Provided sizes [4, 2] don't multiply up to the size of dim 0",
    'only one dimension can be inferred',
    'Trying to create tensor with negative dimension -1: [4, -1]',
    'split_with_sizes expects split_sizes to sum exactly to 6',
    'EinopsError: Error while processing rearrange-reduction pattern'
  ],
  signs: [
    ...said(
      /(?:shape|size) ["'`]?\[(?<shape>[-\d, x]+)\]["'`]? is invalid for input (?:of size|of with|with) (?<size>\d+)/
    ),
    ...said(
      /(?:shape|size) ["'`]?\[[-\d, x]+\]["'`]? is invalid for input|shape '\[\]' is invalid for input of size|invalid argument 2: size ["'`]\[[-\d x]{1,60}\]["'`]?$/
    ),
    ...said(
      // The second is Habana's.
      /cannot reshape tensor of 0 elements into shape \[|Reshape does ?n["']?t support change in number of elements/
    ),
    ...said(
      /unflatten: Provided sizes \[(?<shape>[-\d, ]+)\] don["']t multiply up to the size of dim -?\d{1,3} \((?<size>\d+)/
    ),
    ...said(/\bonly one dimension can be inferred/, ofKind('inferred')),
    // With more sizes it is a layer whose input became too small.
    ...said(
      /Trying to create tensor with negative dimension (?<size>-\d{1,19}): \[-?\d{1,19}(?:, -?\d{1,19})?\]/,
      ofKind('negative')
    ),
    ...said(
      /\b(?:zeros|ones|empty|full): Dimension size must be non-negative/,
      ofKind('negative')
    ),
    // torch up to 0.4, where no dimension may be 0 either.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^sizes must be non-negative$/,
      ...ofKind('negative')
    },
    ...said(
      /split_with_sizes expects split_sizes (?:to sum exactly to|have only non-negative)/
    ),
    // einops/einops.py, for rearrange, reduce and repeat of any framework.
    ...said(
      /Error while processing \w{1,20}-reduction pattern ["'](?<pattern>[^"']{1,120})["']\. Input tensor shape: torch\.Size\(\[(?<input>[\d, ]{0,60})\]/,
      {
        read: ({ pattern, input }) => ({ pattern, input, kind: 'einops' })
      }
    )
  ],
  page(trans, values) {
    const { shape, size, kind } = values;
    const einops = kind === 'einops';
    return {
      title:
        kind === 'negative'
          ? trans.__('A tensor cannot have a negative size')
          : kind === 'inferred'
            ? trans.__('Only one -1 can stand in a shape')
            : einops
              ? trans.__('The tensor does not have the shape of the pattern')
              : size
                ? trans.__('%1 values do not fit into the new shape', size)
                : trans.__('The values do not fit into the new shape'),
      cause: reshapeCause(trans, values),
      fixes: [
        ...(einops
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Bring the input to a size that divides'),
                detail: trans.__(
                  'Pictures, windows and sequences must be a multiple of the patch or of the number of heads: resize or pad them. A model from a library is meant for certain sizes.'
                ),
                code: 'x = F.pad(x, (0, -x.shape[-1] % 2, 0, -x.shape[-2] % 2))  # to even sizes'
              }
            ]
          : [reshapeFix(trans, values)]),
        {
          safety: 'diagnostic',
          title: trans.__('Print the shape just before the line'),
          code: 'print(x.shape, x.numel())'
        },
        ...(isShorter(shape, size)
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Skip the shorter last batch'),
                code: 'loader = DataLoader(dataset, batch_size=64, drop_last=True)'
              }
            ]
          : [])
      ],
      notThis: [
        trans.__(
          'NumPy says “cannot reshape array of size 6 into shape (4,)”: the line then works on an array.'
        ),
        trans.__(
          "“view size is not compatible with input tensor's size and stride” is about the order in memory, not about the number of values."
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: reshape and the size -1'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.reshape.html'
        },
        {
          title: trans.__('PyTorch: flatten'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.flatten.html'
        }
      ]
    };
  },
  examples: RESHAPE_SIZE_EXAMPLES,
  nearMisses: [
    { ename: 'ValueError', evalue: 'can only specify one unknown dimension' },
    { ename: 'ValueError', evalue: 'negative dimensions are not allowed' },
    {
      ename: 'RuntimeError',
      evalue:
        'Trying to create tensor with negative dimension -5: [1, 512, -5, -5]'
    },
    {
      ename: 'ValueError',
      evalue: 'cannot reshape array of size 6 into shape (4,)'
    },
    {
      ename: 'InvalidArgumentError',
      evalue:
        'Input to reshape is a tensor with 6 values, but the requested shape has 8 [Op:Reshape]'
    },
    {
      ename: 'EinopsError',
      evalue:
        " Error while processing rearrange-reduction pattern \"b (h w) c -> b h w c\".\n Input tensor shape: (2, 10, 4). Additional info: {'h': 3}.\n Shape mismatch, can't divide axis of length 10 in chunks of 3"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.ones(2, 3, 8, 8)',
      'x = x.reshape(-1, 400)'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.ones(2, 3, 8, 8)',
      'x = x.reshape(x.size(0), -1)'
    ].join('\n')
  }
};

export default entry;
