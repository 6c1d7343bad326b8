import type { IEntry } from '../../diagnosis/types';
import { told } from '../fix';
import { ofKind, said } from '../said';
import { vmapWords } from './shared/vmap-words';

const entry: IEntry = {
  id: 'tensor/vmap',
  answers: [
    'vmap: called random operation while in randomness error mode.',
    "vmap: It looks like you're calling .item() on a Tensor.",
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow.",
    'vmap: Expected all tensors to have the same size in the mapped dimension',
    'vmap: inplace arithmetic(self, *extra_args) is not possible',
    'Batch norm got a batched tensor as input while the running_mean or running_var were not batched.'
  ],
  signs: [
    ...said(
      /vmap: called random operation while in randomness error mode/,
      ofKind('random')
    ),
    ...said(
      /vmap: It looks like you["']re (?:calling|either \(1\) calling) \.item\(\) on a Tensor/,
      ofKind('value')
    ),
    ...said(
      /vmap: It looks like you["']re attempting to use a Tensor in some data-dependent control flow/,
      ofKind('flow')
    ),
    ...said(
      /vmap: We do not support batching operators that can (?:output|support) dynamic shape/,
      ofKind('size')
    ),
    ...said(
      /vmap: (?:inplace arithmetic|(?:aten::)?\w{1,40})\(self, \*extra_args\) is not possible because there exists a Tensor/,
      ofKind('inplace')
    ),
    ...said(
      /Batch norm got a batched tensor as input while the running_mean or running_var/,
      ofKind('batchnorm')
    ),
    ...said(/vmap: Expected all tensors to have the same size in the mapped/),
    ...said(
      /vmap\([^()]{1,80}\)\(<inputs>\): Got in_dim=-?\d{1,3} for an input but the input is of type/,
      ofKind('argument')
    ),
    ...said(
      /vmap\([^()]{1,80}\)\(<inputs>\): Got in_dim=(?<dim>-?\d{1,3}) for some input, but that input is a Tensor of dimensionality (?<dims>\d{1,3})/,
      {
        read: ({ dim, dims }) => ({ kind: 'dimension', dim, dims })
      }
    )
  ],
  page(trans, values) {
    return {
      ...told(vmapWords(trans, values)),
      notThis: [
        trans.__(
          'An error that fails without vmap(), too, has its own cause: call the function with one sample to see.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: what torch.func cannot do'),
          url: 'https://docs.pytorch.org/docs/stable/func.ux_limitations.html'
        },
        {
          title: trans.__('PyTorch: torch.vmap'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.func.vmap.html'
        },
        {
          title: trans.__('PyTorch: BatchNorm with torch.func'),
          url: 'https://docs.pytorch.org/docs/stable/func.batch_norm.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness flags on vmap or perform the randomness operation out of vmap",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'random' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file a bug report.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'value' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, please shout over at https://github.com/pytorch/functorch/issues/257 .",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'flow' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a boolean mask.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'size' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'vmap: inplace arithmetic(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over in a vmap. Please try to use out-of-place operators instead of inplace arithmetic.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'inplace' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were not batched.\nIf you are using a module and do not need eval mode, please set `track_running_stats` to be False.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'batchnorm' }
    },
    {
      ename: 'ValueError',
      evalue:
        'vmap: Expected all tensors to have the same size in the mapped dimension, got sizes [4, 5] for the mapped dimension',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        "vmap(<lambda>, in_dims=0, ...)(<inputs>): Got in_dim=0 for an input but the input is of type <class 'float'>. We cannot vmap over non-Tensor arguments, please use None as the respective in_dim",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'argument' }
    },
    {
      ename: 'ValueError',
      evalue:
        'vmap(<lambda>, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of dimensionality 0 so expected in_dim to satisfy -0 <= in_dim < 0.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'dimension', dim: '0', dims: '0' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'vmap was requested to map its argument along axis 0, which implies that its rank should be at least 1, but is only 0 (its shape is ())'
    },
    {
      ename: 'ValueError',
      evalue:
        'vmap got inconsistent sizes for array axes to be mapped: one axis had size 4, another 5'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import torch.nn.functional as F',
      'x = torch.randn(4, 3)',
      'out = torch.vmap(F.dropout)(x)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import torch.nn.functional as F',
      'x = torch.randn(4, 3)',
      "out = torch.vmap(F.dropout, randomness='different')(x)"
    ].join('\n')
  }
};

export default entry;
