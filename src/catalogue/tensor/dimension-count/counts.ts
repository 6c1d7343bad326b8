/** Operations that take so many dimensions, and say how many they got. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';
import type { IKind, ValuesOf } from '../../define';
import { failedAt, passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { printShape } from '../shared/print-shape';

type Value = 'has' | 'names';

/** Further wordings, which say `at least 2` but not how many there are. */
const MATRIX_WANTED =
  /\b(?:(?:(?:torch\.)?linalg\.\w{2,30}|torch\.\w{2,30}|cholesky\w{0,10}|tri[lu]|inverse|(?:slog|log)?det|svd|qr|eig|symeig|pinverse): (?:[Tt]he )?(?:input|input tensor|input tensor \w|other) must have at least 2 dimensions|torch\.lu_factor: Expected tensor with 2 or more dimensions|torch\.triangular_solve: Expected \w to have at least 2 dimensions|cdist only supports at least 2D tensors|linalg\.pinv\((?:Float|Double|Complex\w{4,6})\{\[\d{0,12}\]\}\): expected a tensor with 2 or more dimensions)/;

function matrixFixes(
  trans: ITranslate,
  { has, names }: ValuesOf<Value>
): IFix[] {
  if (has !== undefined && Number(has) > 2) {
    return [
      check(
        trans.__('A batch of matrices: name the two dimensions'),
        'd = x.diagonal(dim1=-2, dim2=-1)  # its sum is the trace: d.sum(-1)'
      )
    ];
  }
  if (has === '0') {
    return [
      check(
        trans.__('A single number: make a tensor with dimensions of it'),
        `x = x.reshape(${Array(Number(names ?? 1))
          .fill('1')
          .join(', ')})`,
        trans.__(
          'Usually a sum(), mean() or squeeze() before took every dimension away.'
        )
      )
    ];
  }
  return names === undefined || names === '2'
    ? [
        check(
          trans.__('Make a matrix of the row'),
          'x = x.unsqueeze(0)  # one row; unsqueeze(1): one column'
        )
      ]
    : [];
}

export const MATRIX: IKind<Value> = {
  signs: [
    ...messageOrLog(
      /\b(?:torch\.\wsplit requires a tensor with at least (?<names>\d) dimensions?, but got a tensor with (?<has>\d) dim|renorm: input needs at least (?<least>\d) dimensions, got (?<got>\d) dim)/,
      {
        read: ({ names, has, least, got }) => ({
          names: names ?? least,
          has: has ?? got
        })
      }
    ),
    ...messageOrLog(
      /\b(?:trace: expected a matrix, but got tensor with dim (?<has>\d)|diag\(\): Supports 1D or 2D tensors\. Got (?<got>\d)D|[AB] should have at least 2 dimensions, but has (?<found>\d) dimensions|(?:(?:linalg\.\w{2,30}:|qr) input|[a-z]) should have at least 2 dimensions, but has (?<instead>\d) dimensions instead)/,
      {
        read: ({ has, got, found, instead }) => ({
          has: has ?? got ?? found ?? instead,
          // diag() takes a row as well.
          names: got === '0' ? '1' : undefined
        })
      }
    ),
    ...messageOrLog(MATRIX_WANTED)
  ],
  words: (trans, { has, names }) => ({
    title:
      has && names
        ? trans.__(
            'Dimensions needed: at least %1, the tensor has %2',
            names,
            has
          )
        : has
          ? trans._n(
              'A matrix is needed, the tensor has %1 dimension',
              'A matrix is needed, the tensor has %1 dimensions',
              Number(has)
            )
          : trans.__('This operation needs a matrix'),
    cause:
      Number(has) > 2
        ? trans.__(
            'The operation works on a single matrix, and the tensor has %1 dimensions. Usually a batch of matrices was given.',
            has
          )
        : trans.__(
            'The tensor has fewer dimensions than the operation works on. Often one index, sum() or squeeze() too many took a dimension away.'
          ),
    fixes: [...matrixFixes(trans, { has, names }), printShape(trans)]
  })
};

export const ROW: IKind<Value> = {
  signs: messageOrLog(
    /\b(?:outer|addr): Expected 1-D argument \w{1,12}, but got (?<has>\d{1,2})-D|torch\.meshgrid: Expected 0D or 1D tensor in the tensor list(?: but got: [\d ]{0,12}\[(?:\d{1,9}, ){1,8}\d{1,9}\])?/
  ),
  words: (trans, { has }) => ({
    title: has
      ? trans._n(
          'One dimension is needed, the tensor has %1',
          'One dimension is needed, the tensor has %1',
          Number(has)
        )
      : trans.__('This operation needs a tensor of one dimension'),
    cause: trans.__(
      'The operation takes a single row of numbers, and the tensor has another number of dimensions. Often a batch dimension, or one of size 1, is still there.'
    ),
    fixes: [
      check(trans.__('Flatten it, or go through the batch'), 'x = x.flatten()'),
      printShape(trans)
    ]
  })
};

/** One or two dimensions: the rows must stay apart. */
export const CATEGORIES: IKind<Value> = {
  signs: messageOrLog(
    /\bprob_dist must be 1 or 2 dim|\bpdist only supports 2D tensors, got: (?<has>\d{1,2})D/
  ),
  words: (trans, { has }) => ({
    title: has
      ? trans._n(
          'Two dimensions are needed, the tensor has %1',
          'Two dimensions are needed, the tensor has %1',
          Number(has)
        )
      : trans.__('multinomial() takes one or two dimensions'),
    cause: has
      ? trans.__(
          'pdist() measures the distances between the rows of one matrix [points, features], and this tensor has another number of dimensions.'
        )
      : trans.__(
          'multinomial() draws from one row of probabilities, or from each row of a matrix [rows, categories]. This tensor has no dimension, or more than two, such as [batch, length, words].'
        ),
    fixes: [
      check(
        trans.__('Melt the dimensions before the last, and part them again'),
        has
          ? 'distances = F.pdist(x.flatten(0, -2))'
          : 'rows = p.flatten(0, -2)\nids = torch.multinomial(rows, 1).view(*p.shape[:-1], 1)'
      ),
      printShape(trans)
    ]
  })
};

/** F.embedding with a table that lacks a dimension, called by hand. */
export const TABLE: IKind<Value> = {
  signs: [
    {
      where: 'message',
      pattern: /^["']?weight["']? must be 2-D$/,
      when: reading =>
        failedAt(/\bembedding\(/, reading) &&
        !passedThrough(reading, /\bnn\/modules\/sparse\.py/)
    }
  ],
  words: trans => ({
    title: trans.__('The table of F.embedding() needs two dimensions'),
    cause: trans.__(
      'F.embedding() takes the rows of a table [ids, features], and the table given has another number of dimensions. The ids are not to blame.'
    ),
    fixes: [
      check(
        trans.__('One number for each id: index the tensor itself'),
        'y = table[ids]'
      ),
      {
        safety: 'diagnostic',
        title: trans.__('Print the shape of the table'),
        code: 'print(table.shape)'
      }
    ]
  })
};

/** movedim(): two lists that belong together. */
export const LISTS: IKind<Value> = {
  signs: messageOrLog(
    /\bmovedim: Invalid source or destination dims: source \(\[(?<has>[-\d, ]{0,40})\] dims\) should contain the same number of dims as destination \(\[(?<names>[-\d, ]{0,40})\]|\bmovedim: Invalid source or destination dims|\bboth dimension lists should have same length/
  ),
  words: (trans, { has, names }) => ({
    title: trans.__('The two lists of dimensions differ in length'),
    cause:
      has !== undefined && names !== undefined
        ? trans.__(
            'The first list is [%1], the second [%2]: each dimension of one goes with one of the other. The tensor is not to blame.',
            has,
            names
          )
        : trans.__(
            'Each dimension of the first list goes with one of the second, so both need the same length. The tensor is not to blame.'
          ),
    fixes: [
      check(
        trans.__('As many places as dimensions'),
        'x = x.movedim((0, 1), (1, 2))  # tensordot: dims=([2], [0])'
      )
    ]
  })
};
