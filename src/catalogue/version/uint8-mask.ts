import type { IEntry } from '../../diagnosis/types';

import { onlyWarned } from './shared/remark';

/** aten/src/ATen/native/IndexingUtils.h and TensorCompare.cpp, since 1.2. */
const DEPRECATED =
  /indexing with dtype torch\.uint8 is now deprecated|received a (?:mask with dtype torch\.uint8|uint8 condition tensor)|masked_(?:fill|select|scatter)_? received a mask with dtype torch\.uint8/;

/** What it became: an error. */
const REFUSED =
  /masked_\w{1,10} only supports boolean masks, but got mask with dtype unsigned char|masked_select: expected BoolTensor for mask|masked_scatter_?:? ?(?:only supports|expected) bool\w{0,10} masks?/i;

const entry: IEntry = {
  id: 'version/uint8-mask',
  answers: [
    'UserWarning: indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead',
    'masked_fill_ only supports boolean masks, but got mask with dtype unsigned char',
    'masked_select: expected BoolTensor for mask'
  ],
  refines: ['tensor/dtype-mismatch'],
  signs: [
    { where: 'message', pattern: DEPRECATED },
    { where: 'log', pattern: DEPRECATED, when: onlyWarned },
    { where: 'message', pattern: REFUSED }
  ],
  page(trans) {
    return {
      title: trans.__('A mask must be of type bool, not uint8'),
      cause: trans.__(
        'The code was written for PyTorch before 1.2, where masks were tensors of 0 and 1 (uint8). Today a mask is a bool tensor; uint8 is warned about or refused.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Make the mask a bool tensor before using it'),
          code: 'mask = mask.bool()'
        },
        {
          safety: 'check',
          title: trans.__('Make it bool where it is created'),
          detail: trans.__(
            'A comparison gives bool at once. Look for .byte(), ByteTensor and dtype=torch.uint8.'
          ),
          code: 'mask = torch.zeros(n, dtype=torch.bool)  # was torch.ByteTensor(n).fill_(0)'
        },
        {
          safety: 'check',
          title: trans.__('Where the mask is inverted or counted'),
          detail: trans.__(
            '1 - mask becomes ~mask; mask.sum() works as before.'
          ),
          code: 'inverse = ~mask'
        }
      ],
      notThis: [
        trans.__(
          'If the uint8 tensor holds positions such as 0, 3, 7 it is no mask: convert it with .long() instead.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: masked_fill takes a BoolTensor'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_fill_.html'
        },
        {
          title: trans.__('PyTorch 1.2: masks are bool'),
          url: 'https://github.com/pytorch/pytorch/releases/tag/v1.2.0'
        }
      ]
    };
  },
  examples: [
    {
      stderr:
        '<ipython-input-1-8f414974dcfe>:3: UserWarning: indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead. (Triggered internally at /pytorch/aten/src/ATen/native/IndexingUtils.h:37.)\n  x[torch.tensor([1, 0, 1], dtype=torch.uint8)]\n',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'masked_fill_ only supports boolean masks, but got mask with dtype unsigned char',
      torch: '2.13',
      origin: 'run'
    },
    {
      stderr:
        '/pytorch/aten/src/ATen/native/IndexingUtils.h:20: UserWarning: indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.\n',
      torch: '1.2',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'IndexError',
      evalue: 'tensors used as indices must be long, int, byte or bool tensors'
    },
    {
      ename: 'KeyError',
      evalue: "'labels'",
      stderr:
        'UserWarning: indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.\n'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'mask = torch.tensor([1, 0, 1], dtype=torch.uint8)',
      'torch.arange(3)[mask]'
    ].join('\n'),
    fixed: [
      'import torch',
      'mask = torch.tensor([1, 0, 1], dtype=torch.uint8)',
      'mask = mask.bool()',
      'torch.arange(3)[mask]'
    ].join('\n')
  }
};

export default entry;
