import type { IFix, ITranslate } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';

type Counts = ValuesOf<'has' | 'names'>;

function countTitle(trans: ITranslate, { has, names }: Counts): string {
  return has && names
    ? trans._n(
        'The tensor has %1 dimension, the call names %2',
        'The tensor has %1 dimensions, the call names %2',
        Number(has),
        names
      )
    : trans.__('The call names another number of dimensions');
}

const PERMUTATIONS: Readonly<Record<string, string>> = {
  3: 'x = x.permute(2, 0, 1)  # one image: [H, W, C] to [C, H, W]',
  4: 'x = x.permute(0, 3, 1, 2)  # a batch: [N, H, W, C] to [N, C, H, W]',
  5: 'x = x.permute(0, 4, 1, 2, 3)  # a batch: [N, D, H, W, C] to [N, C, D, H, W]'
};

function permuteFixes(trans: ITranslate, { has, names }: Counts): IFix[] {
  const order: IFix = {
    safety: 'check',
    title: trans.__('Name each dimension of the tensor once'),
    code:
      ownValue(PERMUTATIONS, has) ??
      'x = x.transpose(-1, -2)  # only the last two, whatever stands before'
  };
  const missing: IFix = {
    safety: 'check',
    title: trans.__('A single sample: give it its batch dimension first'),
    code: 'x = x.unsqueeze(0)'
  };
  return has === undefined || Number(has) < Number(names)
    ? [missing, order]
    : [order];
}

function printShape(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Print the shape just before the line'),
    code: 'print(x.shape)'
  };
}

export default define({
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
  values: ['has', 'names', 'rows', 'columns'],
  kinds: {
    permute: {
      signs: [
        ...messageOrLog(
          /number of dimensions in the tensor input does not match the length of the desired ordering of dimensions(?: i\.e\. input\.dim\(\) = (?<has>\d{1,2}) is not equal to len\(dims\) = (?<names>\d{1,2}))?/
        ),
        ...messageOrLog(
          /Attempting to permute a tensor of rank (?<has>\d{1,2}), but received a permutation of length (?<names>\d{1,2})/
        ),
        ...messageOrLog(/number of dims don["']t match in permute/),
        ...messageOrLog(
          /\bmovedim: Invalid source or destination dims|\bboth dimension lists should have same length/
        )
      ],
      words: (trans, { has, names }) => ({
        title: countTitle(trans, { has, names }),
        cause:
          Number(has) < Number(names)
            ? trans.__(
                'permute() needs the number of each dimension exactly once. The tensor has fewer than were named: usually the batch dimension is missing here, or was squeezed away.'
              )
            : trans.__(
                'permute() needs the number of each dimension exactly once. Usually the tensor has a batch dimension that was not thought of, or lacks it.'
              ),
        fixes: [...permuteFixes(trans, { has, names }), printShape(trans)]
      })
    },
    einsum: {
      signs: [
        ...messageOrLog(
          /einsum\(\): the number of subscripts in the equation \((?<names>\d{1,2})\) (?:is more than the number of dimensions|does not match the number of dimensions) \((?<has>\d{1,2})\) for operand/
        ),
        // torch 1.0 to 1.7.
        ...messageOrLog(
          /dimension mismatch for operand \d{1,2}: equation (?<names>\d{1,2}) tensor (?<has>\d{1,2})/
        )
      ],
      words: (trans, { has, names }) => ({
        title: countTitle(trans, { has, names }),
        cause: trans.__(
          'In an einsum equation each tensor needs as many letters as it has dimensions. Often the batch dimension is missing in one of the two, or was squeezed away.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'One letter for each dimension, or … for the others'
            ),
            code: "c = torch.einsum('...ij,...jk->...ik', a, b)"
          },
          printShape(trans)
        ]
      })
    },
    equation: {
      signs: messageOrLog(
        /einsum\(\): (?:output subscript \w does not appear in the equation|(?:more|fewer) operands were provided than specified)/
      ),
      words: trans => ({
        title: trans.__('The einsum equation does not fit its tensors'),
        cause: trans.__(
          'The equation needs one group of letters for each tensor, separated by commas, and every letter behind the arrow must stand before it, too.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('One group of letters for each tensor'),
            code: "c = torch.einsum('ij,jk->ik', a, b)"
          },
          printShape(trans)
        ]
      })
    },
    attention: {
      // torch/nn/functional.py, `_mha_shape_check`.
      signs: messageOrLog(
        /query should be unbatched 2D or batched 3D tensor but received \d{1,2}-D|For (?:un)?batched \([23]-D\) `query`, expected `\w{3,20}`(?: and `value`)? to be|Expected query, key, and value to all be {1,2}at least 2 dimensional, but got query\.dim:/
      ),
      words: trans => ({
        title: trans.__('Attention got the wrong number of dimensions'),
        cause: trans.__(
          'MultiheadAttention takes query, key and value of 3 dimensions each, [length, batch, features], or [batch, length, features] with batch_first=True; without a batch all have 2. The number of dimensions must be the same for all.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Bring all three to [batch, length, features]'),
            detail: trans.__(
              'Feature maps of images [N, C, H, W] are flattened first; a single vector is a sequence of length 1.'
            ),
            code: 'x = x.flatten(2).transpose(1, 2)  # [N, C, H, W] to [N, H * W, C]\nattention = nn.MultiheadAttention(dim, heads, batch_first=True)'
          },
          printShape(trans)
        ]
      })
    },
    transpose: {
      signs: messageOrLog(
        /\bt\(\) expects a (?:2D tensor|tensor with <= 2 dimensions), but self is (?<has>\d{1,2})D|\btensor\.m?[TH] is only supported on matrices\b[^.]{0,40}\. Got (?<of>\d{1,2})-D tensor/,
        { read: ({ has, of }) => ({ has: has ?? of }) }
      ),
      words: (trans, { has }) => ({
        title: has
          ? trans._n(
              'Transposing needs a matrix, this has %1 dimension',
              'Transposing needs a matrix, this has %1 dimensions',
              Number(has)
            )
          : trans.__('Transposing needs a matrix'),
        cause: trans.__(
          't(), .T and .mT exchange the two dimensions of a matrix. For a batch of matrices the two must be named, or taken from the end.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Name the two dimensions'),
            code: 'x = x.transpose(-2, -1)'
          },
          printShape(trans)
        ]
      })
    },
    repeat: {
      signs: messageOrLog(
        /Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor/
      ),
      words: trans => ({
        title: trans.__('repeat() got fewer numbers than dimensions'),
        cause: trans.__(
          'repeat() needs at least one number for each dimension of the tensor: 1 where it stays as it is.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('One number for each dimension'),
            code: 'x = x.repeat(2, *[1] * (x.dim() - 1))  # twice along dimension 0'
          },
          printShape(trans)
        ]
      })
    },
    twice: {
      signs: messageOrLog(
        /repeated dim in permute|\bpermute\(\): duplicate dims are not allowed|\bdim -?\d{1,2} appears multiple times in the list of dims|\bmovedim: repeated dim in `|diagonal dimensions cannot be identical/
      ),
      words: trans => ({
        title: trans.__('A dimension is named twice'),
        cause: trans.__(
          'Each dimension may be named once only. A negative number counts from the end, so that in 3 dimensions 2 and -1 are the same.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Name each dimension once'),
            code: 'x = x.permute(0, 2, 1)'
          },
          printShape(trans)
        ]
      })
    },
    matrix: {
      signs: messageOrLog(
        /\b(?:(?:(?:torch\.)?linalg\.\w{2,30}|torch\.\w{2,30}|cholesky\w{0,10}|tri[lu]|inverse|(?:slog|log)?det|svd|qr|eig|symeig|pinverse): (?:[Tt]he )?(?:input|input tensor|input tensor \w|other) must have at least 2 dimensions|torch\.lu_factor: Expected tensor with 2 or more dimensions|torch\.triangular_solve: Expected \w to have at least 2 dimensions|torch\.\wsplit requires a tensor with at least \d dimensions?|cdist only supports at least 2D tensors|trace: expected a matrix, but got tensor with dim|diag\(\): Supports 1D or 2D tensors|[AB] should have at least 2 dimensions, but has \d dimensions|(?:(?:linalg\.\w{2,30}:|qr) input|[a-z]) should have at least 2 dimensions, but has \d dimensions instead|renorm: input needs at least 2 dimensions, got \d|linalg\.pinv\((?:Float|Double|Complex\w{4,6})\{\[\d{0,12}\]\}\): expected a tensor with 2 or more dimensions)/
      ),
      words: trans => ({
        title: trans.__('This operation needs a matrix'),
        cause: trans.__(
          'The operation works on matrices, with at least 2 dimensions, and the tensor is a single row. Often one index or squeeze() too many took a dimension away.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make a matrix of the row'),
            code: 'x = x.unsqueeze(0)  # one row; unsqueeze(1): one column'
          },
          printShape(trans)
        ]
      })
    },
    square: {
      signs: messageOrLog(
        /must be batches of square matrices(?:, but they are (?<rows>\d{1,12}) by (?<columns>\d{1,12}) matrices)?/
      ),
      words: (trans, { rows, columns }) => ({
        title: trans.__('The matrix is not square'),
        cause:
          rows && columns
            ? trans.__(
                'Inverse, determinant, eigenvalues and Cholesky are defined for square matrices, and the last two dimensions are %1 and %2.',
                rows,
                columns
              )
            : trans.__(
                'Inverse, determinant, eigenvalues and Cholesky are defined for square matrices: the last two dimensions must be equal.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('A system of equations: solve it by least squares'),
            detail: trans.__(
              'For the inverse of such a matrix take torch.linalg.pinv.'
            ),
            code: 'x = torch.linalg.lstsq(A, b).solution'
          },
          printShape(trans)
        ]
      })
    },
    row: {
      signs: messageOrLog(
        /\b(?:outer|addr): Expected 1-D argument \w{1,12}, but got \d{1,2}-D|torch\.meshgrid: Expected 0D or 1D tensor in the tensor list|\bprob_dist must be 1 or 2 dim|\bpdist only supports 2D tensors, got/
      ),
      words: trans => ({
        title: trans.__('This operation needs a tensor of one dimension'),
        cause: trans.__(
          'The operation takes a single row of numbers, and the tensor has another number of dimensions. Often a batch dimension, or one of size 1, is still there.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Flatten it, or go through the batch'),
            code: 'x = x.flatten()'
          },
          printShape(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
