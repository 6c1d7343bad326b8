import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { matmulCause, matmulFixes, matmulTitle } from './shared/matmul-words';

const rnn = { read: (): Values => ({ layer: 'rnn' }) };
const product = { read: (): Values => ({ layer: 'product' }) };
const attention = { read: (): Values => ({ layer: 'attention' }) };

const entry: IEntry = {
  id: 'tensor/matmul-shape',
  answers: [
    'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
    'size mismatch, m1: [2 x 5], m2: [4 x 3]',
    'size mismatch, got input (2), mat (2x3), vec (4)',
    'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5]',
    'input.size(-1) must be equal to input_size. Expected 3, got 4',
    'mat1 dim 1 must match mat2 dim 0',
    'was expecting embedding dimension of 4, but got 5'
  ],
  signs: [
    ...said(
      /(?:mat[1l] and mat2|input and weight\.T) shapes cannot be multiplied(?: \((?<rows>\d+)x(?<given>\d+) and (?<wanted>\d+)x(?<outputs>\d+)\))?/
    ),
    ...said(
      /size mismatch, m1: \[(?<rows>\d+) x (?<given>\d+)\], m2: \[(?<wanted>\d+) x (?<outputs>\d+)\]/
    ),
    ...said(
      /size mismatch, g[eo]t (?:input )?\(?\d+\)?, (?:mat )?\(?\d+x(?<wanted>\d+)\)?, ?(?:vec )?\(?(?<given>\d+)/
    ),
    ...said(/size mismatch,? (?:m1: )?\[|size mismatch at \S+THC?TensorMath/),
    ...said(
      /same reduction dim, but got \[(?<rows>\d+), (?<given>\d+)\] X \[(?<wanted>\d+), (?<outputs>\d+)\]/
    ),
    ...said(
      /first two dimensions of batch2 tensor to be: \[\d+, (?<given>\d+)\] but got: \[\d+, (?<wanted>\d+)\]/,
      product
    ),
    ...said(
      /first two dimensions of batch2 tensor|batch2_sizes\[0\] == bs && batch2_sizes\[1\] == contraction_size|batch1 dim 2 must match batch2 dim 1/,
      product
    ),
    ...said(/mat1 dim 1 must match mat2 dim 0/),
    ...said(
      /xpected tensor to have size (?<given>\d+) at dimension 1, but got size (?<wanted>\d+) for argument #2 ["'](?:batch2|mat2)["']/,
      product
    ),
    ...said(
      /must have the same number of columns\. X1: (?<given>\d+) X2: (?<wanted>\d+)/,
      product
    ),
    ...said(
      /contracted dimensions need to match, but first has size (?<given>\d+) in dim -?\d{1,3} and second has size (?<wanted>\d+)/,
      product
    ),
    ...said(
      /input\.size\(-1\) must be equal to input_size(?:\. Expected (?<wanted>\d+), got (?<given>\d+))?/,
      rnn
    ),
    ...said(
      /input has inconsistent input_size:? got (?<given>\d+),? expected (?<wanted>\d+)/,
      rnn
    ),
    ...said(
      /was expecting embedding dimension of (?<wanted>\d+), but got (?<given>\d+)/,
      attention
    ),
    ...said(
      /input\d size does not match weight size: got (?<given>\d+) but expected (?<wanted>\d+)/
    ),
    ...said(
      /(?:matrices|matrix and matrix|1D tensors|vector \+ matrix @ vector|vector and vector) expected, (?:but )?got \d|equal number of batches expected|\b(?:self|mat1|mat2|batch1|batch2|tensor 1) must be a (?:matrix|3D tensor)|both arguments to (?:matmul|linear) need to be at least 1D/
    ),
    ...said(
      /inconsistent tensor size, expected tensor \[(?<given>\d+)\] and src \[(?<wanted>\d+)\] to have the same number of elements/,
      product
    )
  ],
  page(trans, values) {
    return {
      title: matmulTitle(trans, values),
      cause: matmulCause(trans, values),
      fixes: matmulFixes(trans, values),
      notThis: [
        trans.__(
          'Shapes that differ in an addition or a comparison give another message (“size of tensor a must match …”).'
        ),
        trans.__(
          '“size mismatch for layer.weight: copying a param” comes from load_state_dict(): the checkpoint has other sizes.'
        )
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: Linear, in_features and the shape of the input'
          ),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html'
        },
        {
          title: trans.__('PyTorch: matmul, which dimensions must agree'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.matmul.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'linear(): input and weight.T shapes cannot be multiplied (4x784 and 512x10)',
      torch: '2.4',
      origin: 'reference',
      values: { given: '784', wanted: '512' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
      torch: '2.13',
      origin: 'run',
      values: { given: '784', wanted: '512', outputs: '10' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5].',
      torch: '2.13',
      origin: 'run',
      values: { given: '4', wanted: '5' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'input.size(-1) must be equal to input_size. Expected 3, got 4',
      torch: '2.13',
      origin: 'run',
      values: { given: '4', wanted: '3', layer: 'rnn' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'size mismatch, m1: [2 x 5], m2: [4 x 3] at /pytorch/aten/src/TH/generic/THTensorMath.cpp:961',
      torch: '1.0',
      origin: 'reference',
      values: { given: '5', wanted: '4' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'mat1 dim 1 must match mat2 dim 0',
      torch: '1.8',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 5)'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Linear:\n\tsize mismatch for weight: copying a param with shape torch.Size([3, 2]) from checkpoint, the shape in current model is torch.Size([2, 2]).'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'layer = torch.nn.Linear(512, 10)',
      'layer(torch.zeros(32, 784))'
    ].join('\n'),
    fixed: [
      'import torch',
      'layer = torch.nn.Linear(784, 10)',
      'layer(torch.zeros(32, 784))'
    ].join('\n')
  }
};

export default entry;
