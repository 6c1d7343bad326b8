import type { IEntry } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { DIMENSION_COUNT_EXAMPLES } from './shared/dimension-count-examples';
import {
  dimensionCause,
  dimensionFixes,
  dimensionTitle
} from './shared/dimension-words';

/** torch/nn/functional.py, `_mha_shape_check`. */
const ATTENTION =
  /query should be unbatched 2D or batched 3D tensor but received (?<has>\d{1,2})-D|For (?:un)?batched \([23]-D\) `query`, expected `\w{3,20}`(?: and `value`)? to be|Expected query, key, and value to all be {1,2}at least 2 dimensional, but got query\.dim:/;

/** What needs at least a matrix. */
const MATRIX =
  /\b(?:(?:(?:torch\.)?linalg\.\w{2,30}|torch\.\w{2,30}|cholesky\w{0,10}|tri[lu]|inverse|(?:slog|log)?det|svd|qr|eig|symeig|pinverse): (?:[Tt]he )?(?:input|input tensor|input tensor \w|other) must have at least 2 dimensions|torch\.lu_factor: Expected tensor with 2 or more dimensions|torch\.triangular_solve: Expected \w to have at least 2 dimensions|torch\.\wsplit requires a tensor with at least \d dimensions?|cdist only supports at least 2D tensors|trace: expected a matrix, but got tensor with dim|diag\(\): Supports 1D or 2D tensors|[AB] should have at least 2 dimensions, but has \d dimensions|(?:(?:linalg\.\w{2,30}:|qr) input|[a-z]) should have at least 2 dimensions, but has \d dimensions instead|renorm: input needs at least 2 dimensions, got \d|linalg\.pinv\((?:Float|Double|Complex\w{4,6})\{\[\d{0,12}\]\}\): expected a tensor with 2 or more dimensions)/;

/** What needs a single row. */
const ROW =
  /\b(?:outer|addr): Expected 1-D argument \w{1,12}, but got (?<has>\d{1,2})-D|torch\.meshgrid: Expected 0D or 1D tensor in the tensor list|\bprob_dist must be 1 or 2 dim|\bpdist only supports 2D tensors, got/;

const entry: IEntry = {
  id: 'tensor/dimension-count',
  answers: [
    "number of dims don't match in permute",
    'permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = 3 is not equal to len(dims) = 4',
    'einsum(): the number of subscripts in the equation (3) does not match the number of dimensions (2) for operand 0 and no ellipsis was given',
    'query should be unbatched 2D or batched 3D tensor but received 4-D query tensor',
    'For batched (3-D) `query`, expected `key` and `value` to be 3-D but found 2-D and 2-D tensors respectively',
    't() expects a tensor with <= 2 dimensions, but self is 3D',
    'Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor',
    'tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.',
    'linalg.inv: The input tensor A must have at least 2 dimensions.',
    'linalg.inv: A must be batches of square matrices, but they are 4 by 3 matrices',
    'permute(): duplicate dims are not allowed.'
  ],
  signs: [
    ...said(
      /number of dimensions in the tensor input does not match the length of the desired ordering of dimensions(?: i\.e\. input\.dim\(\) = (?<has>\d{1,2}) is not equal to len\(dims\) = (?<names>\d{1,2}))?/,
      { read: ({ has, names }) => ({ kind: 'permute', has, names }) }
    ),
    ...said(
      /Attempting to permute a tensor of rank (?<has>\d{1,2}), but received a permutation of length (?<names>\d{1,2})/,
      { read: ({ has, names }) => ({ kind: 'permute', has, names }) }
    ),
    ...said(/number of dims don["']t match in permute/, ofKind('permute')),
    ...said(
      /einsum\(\): the number of subscripts in the equation \((?<names>\d{1,2})\) (?:is more than the number of dimensions|does not match the number of dimensions) \((?<has>\d{1,2})\) for operand/,
      { read: ({ has, names }) => ({ kind: 'einsum', has, names }) }
    ),
    // torch 1.0 to 1.7.
    ...said(
      /dimension mismatch for operand \d{1,2}: equation (?<names>\d{1,2}) tensor (?<has>\d{1,2})/,
      { read: ({ has, names }) => ({ kind: 'einsum', has, names }) }
    ),
    ...said(
      /einsum\(\): (?:output subscript \w does not appear in the equation|(?:more|fewer) operands were provided than specified)/,
      ofKind('equation')
    ),
    ...said(ATTENTION, {
      read: ({ has }) => ({ kind: 'attention', has })
    }),
    ...said(
      /\bt\(\) expects a (?:2D tensor|tensor with <= 2 dimensions), but self is (?<has>\d{1,2})D|\btensor\.m?[TH] is only supported on matrices\b[^.]{0,40}\. Got (?<of>\d{1,2})-D tensor/,
      { read: ({ has, of }) => ({ kind: 'transpose', has: has ?? of }) }
    ),
    ...said(
      /Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor/,
      ofKind('repeat')
    ),
    ...said(
      /repeated dim in permute|\bpermute\(\): duplicate dims are not allowed|\bdim -?\d{1,2} appears multiple times in the list of dims|\bmovedim: repeated dim in `|diagonal dimensions cannot be identical/,
      ofKind('twice')
    ),
    ...said(
      /\bmovedim: Invalid source or destination dims|\bboth dimension lists should have same length/
    ),
    ...said(MATRIX, ofKind('matrix')),
    ...said(
      /must be batches of square matrices(?:, but they are (?<rows>\d{1,12}) by (?<columns>\d{1,12}) matrices)?/,
      { read: values => ({ ...values, kind: 'square' }) }
    ),
    ...said(ROW, ofKind('row'))
  ],
  page(trans, values) {
    return {
      title: dimensionTitle(trans, values),
      cause: dimensionCause(trans, values),
      fixes: dimensionFixes(trans, values),
      notThis: [
        trans.__(
          'NumPy says “axes don’t match array”: the line then works on an array.'
        ),
        trans.__(
          '“Dimension out of range” means one dimension that does not exist, not their number.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: permute'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.permute.html'
        },
        {
          title: trans.__('PyTorch: einsum'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.einsum.html'
        },
        {
          title: trans.__('PyTorch: MultiheadAttention, shapes'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiheadAttention.html'
        }
      ]
    };
  },
  examples: DIMENSION_COUNT_EXAMPLES,
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'X should have at least 2 dimensions, but has 1 dimensions'
    },
    { ename: 'ValueError', evalue: "axes don't match array" },
    {
      ename: 'ValueError',
      evalue: 'resample: input must have at least 2 dimensions'
    },
    {
      ename: 'ValueError',
      evalue:
        'einstein sum subscripts string contains too many subscripts for operand 0'
    },
    {
      ename: 'LinAlgError',
      evalue: 'Last 2 dimensions of the array must be square'
    },
    {
      ename: 'LinAlgError',
      evalue:
        '1-dimensional array given. Array must be at least two-dimensional'
    },
    {
      ename: 'IndexError',
      evalue:
        'Dimension out of range (expected to be in range of [-2, 1], but got 2)'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.ones(8, 8, 3)',
      'x = x.permute(0, 3, 1, 2)'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.ones(8, 8, 3)',
      'x = x.unsqueeze(0)',
      'x = x.permute(0, 3, 1, 2)'
    ].join('\n')
  }
};

export default entry;
