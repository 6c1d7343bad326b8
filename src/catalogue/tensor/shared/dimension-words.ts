import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/dimension-count`. */
export function dimensionTitle(
  trans: ITranslate,
  { kind, has, names }: Values
): string {
  switch (kind) {
    case 'equation':
      return trans.__('The einsum equation does not fit its tensors');
    case 'attention':
      return trans.__('Attention got the wrong number of dimensions');
    case 'transpose':
      return has
        ? trans._n(
            'Transposing needs a matrix, this has %1 dimension',
            'Transposing needs a matrix, this has %1 dimensions',
            Number(has)
          )
        : trans.__('Transposing needs a matrix');
    case 'matrix':
      return trans.__('This operation needs a matrix');
    case 'square':
      return trans.__('The matrix is not square');
    case 'row':
      return trans.__('This operation needs a tensor of one dimension');
    case 'repeat':
      return trans.__('repeat() got fewer numbers than dimensions');
    case 'twice':
      return trans.__('A dimension is named twice');
    default:
      return has && names
        ? trans._n(
            'The tensor has %1 dimension, the call names %2',
            'The tensor has %1 dimensions, the call names %2',
            Number(has),
            names
          )
        : trans.__('The call names another number of dimensions');
  }
}

/** Its cause. */
export function dimensionCause(
  trans: ITranslate,
  { kind, has, names, rows, columns }: Values
): string {
  switch (kind) {
    case 'einsum':
      return trans.__(
        'In an einsum equation each tensor needs as many letters as it has dimensions. Often the batch dimension is missing in one of the two, or was squeezed away.'
      );
    case 'equation':
      return trans.__(
        'The equation needs one group of letters for each tensor, separated by commas, and every letter behind the arrow must stand before it, too.'
      );
    case 'attention':
      return trans.__(
        'MultiheadAttention takes query, key and value of 3 dimensions each, [length, batch, features], or [batch, length, features] with batch_first=True; without a batch all have 2. The number of dimensions must be the same for all.'
      );
    case 'transpose':
      return trans.__(
        't(), .T and .mT exchange the two dimensions of a matrix. For a batch of matrices the two must be named, or taken from the end.'
      );
    case 'matrix':
      return trans.__(
        'The operation works on matrices, with at least 2 dimensions, and the tensor is a single row. Often one index or squeeze() too many took a dimension away.'
      );
    case 'square':
      return rows && columns
        ? trans.__(
            'Inverse, determinant, eigenvalues and Cholesky are defined for square matrices, and the last two dimensions are %1 and %2.',
            rows,
            columns
          )
        : trans.__(
            'Inverse, determinant, eigenvalues and Cholesky are defined for square matrices: the last two dimensions must be equal.'
          );
    case 'row':
      return trans.__(
        'The operation takes a single row of numbers, and the tensor has another number of dimensions. Often a batch dimension, or one of size 1, is still there.'
      );
    case 'repeat':
      return trans.__(
        'repeat() needs at least one number for each dimension of the tensor: 1 where it stays as it is.'
      );
    case 'twice':
      return trans.__(
        'Each dimension may be named once only. A negative number counts from the end, so that in 3 dimensions 2 and -1 are the same.'
      );
    default:
      return Number(has) < Number(names)
        ? trans.__(
            'permute() needs the number of each dimension exactly once. The tensor has fewer than were named: usually the batch dimension is missing here, or was squeezed away.'
          )
        : trans.__(
            'permute() needs the number of each dimension exactly once. Usually the tensor has a batch dimension that was not thought of, or lacks it.'
          );
  }
}

const PERMUTATIONS: Readonly<Record<string, string>> = {
  3: 'x = x.permute(2, 0, 1)  # one image: [H, W, C] to [C, H, W]',
  4: 'x = x.permute(0, 3, 1, 2)  # a batch: [N, H, W, C] to [N, C, H, W]',
  5: 'x = x.permute(0, 4, 1, 2, 3)  # a batch: [N, D, H, W, C] to [N, C, D, H, W]'
};

function permuteFixes(trans: ITranslate, { has, names }: Values): IFix[] {
  const order: IFix = {
    safety: 'check',
    title: trans.__('Name each dimension of the tensor once'),
    code:
      PERMUTATIONS[has ?? ''] ??
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

const FIXES: Readonly<Record<string, (trans: ITranslate) => IFix>> = {
  einsum: trans => ({
    safety: 'check',
    title: trans.__('One letter for each dimension, or … for the others'),
    code: "c = torch.einsum('...ij,...jk->...ik', a, b)"
  }),
  equation: trans => ({
    safety: 'check',
    title: trans.__('One group of letters for each tensor'),
    code: "c = torch.einsum('ij,jk->ik', a, b)"
  }),
  attention: trans => ({
    safety: 'check',
    title: trans.__('Bring all three to [batch, length, features]'),
    detail: trans.__(
      'Feature maps of images [N, C, H, W] are flattened first; a single vector is a sequence of length 1.'
    ),
    code: 'x = x.flatten(2).transpose(1, 2)  # [N, C, H, W] to [N, H * W, C]\nattention = nn.MultiheadAttention(dim, heads, batch_first=True)'
  }),
  transpose: trans => ({
    safety: 'check',
    title: trans.__('Name the two dimensions'),
    code: 'x = x.transpose(-2, -1)'
  }),
  matrix: trans => ({
    safety: 'check',
    title: trans.__('Make a matrix of the row'),
    code: 'x = x.unsqueeze(0)  # one row; unsqueeze(1): one column'
  }),
  square: trans => ({
    safety: 'check',
    title: trans.__('A system of equations: solve it by least squares'),
    detail: trans.__(
      'For the inverse of such a matrix take torch.linalg.pinv.'
    ),
    code: 'x = torch.linalg.lstsq(A, b).solution'
  }),
  row: trans => ({
    safety: 'check',
    title: trans.__('Flatten it, or go through the batch'),
    code: 'x = x.flatten()'
  }),
  repeat: trans => ({
    safety: 'check',
    title: trans.__('One number for each dimension'),
    code: 'x = x.repeat(2, *[1] * (x.dim() - 1))  # twice along dimension 0'
  }),
  twice: trans => ({
    safety: 'check',
    title: trans.__('Name each dimension once'),
    code: 'x = x.permute(0, 2, 1)'
  })
};

/** Its fixes, best first. */
export function dimensionFixes(trans: ITranslate, values: Values): IFix[] {
  const fix = FIXES[values.kind ?? ''];
  return [
    ...(fix ? [fix(trans)] : permuteFixes(trans, values)),
    {
      safety: 'diagnostic',
      title: trans.__('Print the shape just before the line'),
      code: 'print(x.shape)'
    }
  ];
}
