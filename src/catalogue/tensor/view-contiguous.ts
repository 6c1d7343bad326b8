import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

const entry: IEntry = {
  id: 'tensor/view-contiguous',
  answers: [
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
    'input is not contiguous',
    'Call .contiguous() before .view()',
    'view() needs contiguous memory'
  ],
  signs: [
    ...said(/view size is not compatible with input tensor/),
    ...said(
      /Call \.contiguous\(\) before \.view\(\)|\bview\(\) needs contiguous memory/
    ),
    ...said(
      /\b(?:input|hx|cx|tensor|target|weight) is not contiguous(?: at \S|$|[.,;]| \()|\bTensors must be contiguous\b|\b(?:[Ii]nput|[Tt]ensor|self|weight|grad_(?:in|out)put|[kqvx]) (?:must|has to|should) be contiguous\b|[Ee]xpected (?:\w+ to be (?:a )?contiguous(?: tensor)?\b|contiguous tensor, but got non-contiguous)/
    ),
    // torch/_prims_common: torch.compile's and torch.export's view().
    ...said(
      /Cannot view a tensor with shape .{1,100} and strides .{1,100} as a tensor with shape/
    ),
    ...said(
      /\.is_contiguous\(\w{0,20}\) (?:INTERNAL ASSERT|to be true, but got false)/
    )
  ],
  page(trans) {
    return {
      title: trans.__('The values do not lie in memory in this order'),
      cause: trans.__(
        'transpose, permute, t, expand and slices change the order of reading, not the memory. view() and some operations need the values side by side in reading order (contiguous).'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Use reshape(), which copies where it must'),
          code: 'x = x.reshape(x.size(0), -1)'
        },
        {
          safety: 'safe',
          title: trans.__('Or copy into order first'),
          code: 'x = x.permute(0, 2, 1).contiguous().view(x.size(0), -1)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('See where the order changed'),
          code: 'print(x.shape, x.stride(), x.is_contiguous())'
        }
      ],
      notThis: [
        trans.__(
          '“shape … is invalid for input of size N” is about the number of values, not about their order.'
        ),
        trans.__(
          'To exchange dimensions use permute() or transpose(): view() and reshape() would only cut the same sequence anew.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: view, when it is possible'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html'
        },
        {
          title: trans.__('PyTorch: tensor views'),
          url: 'https://docs.pytorch.org/docs/stable/tensor_view.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Expected X.is_contiguous(memory_format) to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected contiguous tensor, but got non-contiguous tensor for argument #2 'weight' (while checking arguments for cudnn_convolution)",
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'grad_input must be contiguous',
      torch: '1.5',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue:
        'Cannot view a tensor with shape torch.Size([4, 64, 32, 128]) and strides (262144, 128, 8192, 1) as a tensor with shape (4, 64, 4096)!',
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "invalid argument 2: view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Call .contiguous() before .view(). at /pytorch/aten/src/TH/generic/THTensor.cpp:213",
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'invalid argument 2: input is not contiguous at /pytorch/torch/lib/TH/generic/THTensor.c:227',
      torch: '0.2',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { ename: 'ValueError', evalue: 'ndarray is not contiguous' },
    {
      ename: 'RuntimeError',
      evalue: "shape '[5]' is invalid for input of size 6"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.ones(2, 3, 4).permute(0, 2, 1)',
      'x = x.view(x.size(0), -1)'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.ones(2, 3, 4).permute(0, 2, 1)',
      'x = x.reshape(x.size(0), -1)'
    ].join('\n')
  }
};

export default entry;
