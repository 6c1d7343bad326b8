import type { IFix, ITranslate } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { ATTENTION_KINDS } from './attention';
import { permutedOf, type Permuted } from './permuted';
import { CATEGORIES, LISTS, MATRIX, ROW, TABLE } from './counts';
import { printShape } from '../shared/print-shape';
import { TWICE } from './twice';
import { receiverThen } from '../../shared/edits/values';

type Counts = ValuesOf<'has' | 'names'> & Permuted;

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

function permuteCause(
  trans: ITranslate,
  { has, names, receiver = 'x' }: Counts
): string {
  if (has === undefined || names === undefined) {
    return trans.__(
      'permute() needs the number of each dimension exactly once. Usually the tensor has a batch dimension that was not thought of, or lacks it.'
    );
  }
  return Number(has) < Number(names)
    ? trans.__(
        'permute() needs the number of each dimension exactly once. The tensor has fewer than were named: usually the batch or the channels are missing here, or were squeezed away.'
      )
    : Number(has) === Number(names) + 1
      ? trans.__(
          'permute() needs the number of each dimension exactly once. %1 has %2, one more than the call names: the batch stands in front.',
          receiver,
          has
        )
      : trans.__(
          'permute() needs the number of each dimension exactly once. The tensor has more than were named.'
        );
}

/** One sample of a batch, where the call was written for a sample. */
function oneOfBatch(trans: ITranslate, { receiver, call }: Counts): IFix {
  return {
    safety: 'check',
    title: trans.__('It is a batch: take one sample of it'),
    code:
      receiver && call
        ? `${receiver}[0].${call}`
        : 'image = batch[0].permute(1, 2, 0)'
  };
}

/** The order for a whole batch, where the call names that of a sample. */
function ofWholeBatch(
  trans: ITranslate,
  { receiver = 'x', call }: Counts
): IFix[] {
  const orders: Readonly<Record<string, string>> = {
    'permute(1, 2, 0)': 'permute(0, 2, 3, 1)',
    'permute(2, 0, 1)': 'permute(0, 3, 1, 2)',
    'permute(1, 0)': 'permute(0, 2, 1)'
  };
  const order = ownValue(orders, call);
  return order
    ? [check(trans.__('Or the whole batch'), `${receiver}.${order}`)]
    : [];
}

/** An image without channels, which the call wants to bring to another place. */
function greyFixes(
  trans: ITranslate,
  { receiver = 'x', call }: Counts
): IFix[] {
  return call === 'permute(2, 0, 1)'
    ? [
        check(
          trans.__('A grey image has no channels: give it one'),
          `${receiver}.unsqueeze(0)  # [1, H, W], without permute()`
        )
      ]
    : [
        check(
          trans.__('A grey image has no channels: show it as it is'),
          `plt.imshow(${receiver}, cmap='gray')  # without permute()`
        ),
        check(
          trans.__('Or keep its channel: no squeeze() before'),
          `${receiver.replace(/\.squeeze\(\d?\)/, '')}.permute(1, 2, 0)`
        )
      ];
}

function permuteFixes(trans: ITranslate, counts: Counts): IFix[] {
  const { has, names, receiver = 'x', call } = counts;
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
    code: call ? `${receiver}.unsqueeze(0).${call}` : 'x = x.unsqueeze(0)',
    edit:
      Number(has) + 1 === Number(names)
        ? receiverThen('permute', '.unsqueeze(0)')
        : undefined
  };
  if (has === '2' && names === '3') {
    return greyFixes(trans, counts);
  }
  if (has !== undefined && names !== undefined) {
    return Number(has) < Number(names)
      ? [missing, order]
      : Number(has) === Number(names) + 1
        ? [oneOfBatch(trans, counts), ...ofWholeBatch(trans, counts), order]
        : [order];
  }
  return [
    printShape(trans, receiver),
    ...(call === 'permute(1, 2, 0)'
      ? [
          check(
            trans.__('A batch: take one sample. A grey image: no permute()'),
            `plt.imshow(${receiver}[0].${call})  # or plt.imshow(${receiver}.squeeze(), cmap='gray')`
          )
        ]
      : [missing]),
    order
  ];
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
  values: [
    'has',
    'names',
    'rows',
    'columns',
    'argument',
    'owner',
    'receiver',
    'call'
  ],
  kinds: {
    permute: {
      signs: [
        ...messageOrLog(
          /number of dimensions in the tensor input does not match the length of the desired ordering of dimensions(?: i\.e\. input\.dim\(\) = (?<has>\d{1,2}) is not equal to len\(dims\) = (?<names>\d{1,2}))?/,
          { read: permutedOf }
        ),
        ...messageOrLog(
          /Attempting to permute a tensor of rank (?<has>\d{1,2}), but received a permutation of length (?<names>\d{1,2})/
        ),
        ...messageOrLog(/number of dims don["']t match in permute/, {
          confidence: 'likely',
          read: permutedOf
        })
      ],
      words: (trans, values) => ({
        title: countTitle(trans, values),
        cause: permuteCause(trans, values),
        fixes: [
          ...permuteFixes(trans, values),
          printShape(trans, values.receiver)
        ]
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
    ...ATTENTION_KINDS,
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
    twice: TWICE,
    matrix: MATRIX,
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
    row: ROW,
    categories: CATEGORIES,
    lists: LISTS,
    table: TABLE
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
