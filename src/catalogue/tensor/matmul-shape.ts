import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { MATMUL_SHAPE_EXAMPLES } from './shared/matmul-shape-examples';
import { matmulCause, matmulFixes, matmulTitle } from './shared/matmul-words';

const rnn = { read: (): Values => ({ layer: 'rnn' }) };
const product = { read: (): Values => ({ layer: 'product' }) };
const attention = { read: (): Values => ({ layer: 'attention' }) };

const transformer = { read: (): Values => ({ layer: 'transformer' }) };

/** One size of a shape that is printed in brackets: the last. */
const LAST = (name: string): string =>
  String.raw`\[(?:\d{1,12}, ){0,8}(?<${name}>\d{1,12})\]`;

const entry: IEntry = {
  id: 'tensor/matmul-shape',
  answers: [
    'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
    'size mismatch, m1: [2 x 5], m2: [4 x 3]',
    'size mismatch, got input (2), mat (2x3), vec (4)',
    'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5]',
    'input.size(-1) must be equal to input_size. Expected 3, got 4',
    'mat1 dim 1 must match mat2 dim 0',
    'was expecting embedding dimension of 4, but got 5',
    'the batch number of src and tgt must be equal',
    'the feature number of src and tgt must be equal to d_model',
    'inner() the last dimension must match on both input tensors but got shapes [3] and [4]',
    'linalg.solve: Incompatible shapes of A and B for the equation AX = B (3x3 and 2x1)',
    'addmm: Argument #3 (dense): Expected dim 0 size 25, got 65'
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
    // As translators of web pages give it.
    ...said(
      /mat1 和 mat2 的?形状无法相乘 ?\((?<rows>\d+)x(?<given>\d+) 和 (?<wanted>\d+)x(?<outputs>\d+)\)/
    ),
    ...said(
      /mat1 dim 1 must match mat2 dim 0|^tensors must be 2-D$|wrong matrix size at \S{1,200}THC?TensorMath/
    ),
    ...said(
      /xpected tensor to have size (?<given>\d+) at dimension 1, but got size (?<wanted>\d+) for argument #2 ["'](?:batch2|mat2)["']/,
      product
    ),
    // aten/src/ATen/native/sparse/SparseTensorMath.cpp, and mv().
    ...said(
      /\b(?:addmm|s_addmm|hspmm): Argument #\d \(dense\): Expected dim 0 size (?<given>\d+), got (?<wanted>\d+)/,
      { read: () => ({ layer: 'sparse' }) }
    ),
    ...said(/\bmv: expected self\.size\(-1\) == vec\.size\(-1\)/, {
      read: () => ({ layer: 'sparse' })
    }),
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
      new RegExp(
        String.raw`\binner\(\) the last dimension must match on both input tensors but got shapes ${LAST('given')} and ${LAST('wanted')}`
      ),
      product
    ),
    ...said(
      /Incompatible matrix sizes for bmm \(\d+x(?<given>\d+) and (?<wanted>\d+)x|batch1 and batch2 must have same number of batches, got/,
      product
    ),
    ...said(
      /Incompatible (?:shapes of A and B for the equation AX = B|matrix sizes for \w{3,20}: each A matrix)/,
      { read: () => ({ layer: 'solve' }) }
    ),
    ...said(
      /the (?:batch number of src and tgt must be equal|feature number of src and tgt must be equal to d_model)/,
      transformer
    ),
    ...said(
      /\bkey shape torch\.Size\(\[[\d, ]{1,40}\]\) does not match value shape|\bkey["']s sequence and batch dims torch\.Size\(\[[\d, ]{1,40}\]\) do not match value["']s/,
      { read: () => ({ layer: 'pair' }) }
    ),
    ...said(
      /Expected \d-dimensional tensor, but got \d-dimensional tensor for argument #\d ["'](?:self|batch[12]|mat[12]?|vec[12]?|tensor)["'] \(while checking arguments for (?:addmm|mm|bmm|baddbmm|addmv|mv|addr|dot|ger)\b/
    ),
    ...said(
      /inconsistent tensor size, expected tensor \[(?<given>\d+)\] and src \[(?<wanted>\d+)\] to have the same number of elements, but got \d+ and \d+ elements respectively(?! at \S*(?:Copy|Pointwise))/,
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
  examples: MATMUL_SHAPE_EXAMPLES,
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n) (size 2 is different from 3)'
    },
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
