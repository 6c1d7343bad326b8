import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/singular-matrix`. */
export function singularTitle(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'definite':
      return trans.__('The matrix is not positive definite');
    case 'converge':
      return trans.__('The decomposition of the matrix did not converge');
    case 'rank':
      return trans.__('The columns of the matrix depend on each other');
    case 'factor':
      return trans.__('scale_tril is no lower triangular factor');
    default:
      return trans.__('The matrix is singular: it has no inverse');
  }
}

/** Where the algorithm stopped, as far as the message tells. */
function place(trans: ITranslate, { batch, order }: Values): string {
  if (batch !== undefined && order !== undefined) {
    return trans.__(
      'It shows at column %1 of matrix %2 in the batch (counted from 0).',
      order,
      batch
    );
  }
  if (order !== undefined) {
    return trans.__('It shows at column %1.', order);
  }
  return batch === undefined
    ? ''
    : trans.__('It is matrix %1 of the batch (counted from 0).', batch);
}

function why(trans: ITranslate, kind: string | undefined): string {
  switch (kind) {
    case 'definite':
      return trans.__(
        'Cholesky needs a symmetric matrix whose eigenvalues are all above zero: features that repeat each other, fewer samples than features, rounding in float32 or nan spoil it.'
      );
    case 'factor':
      return trans.__(
        'scale_tril is the lower triangular factor of a covariance, with a diagonal above zero. Often the covariance itself is given, or a matrix with values above the diagonal.'
      );
    case 'converge':
      return trans.__(
        'The algorithm works in rounds and found no end. Most often the matrix holds nan, inf or very large numbers; else its rows repeat each other.'
      );
    case 'rank':
      return trans.__(
        'Least squares by driver “gels”, the only one on CUDA, needs columns that do not depend on each other. Here one of them is a sum of others, or there are fewer rows than columns.'
      );
    default:
      return trans.__(
        'A column is zero or a sum of others, so that there is no inverse and no single solution.'
      );
  }
}

/** Its cause. */
export function singularCause(trans: ITranslate, values: Values): string {
  return [why(trans, values.kind), place(trans, values)].join(' ').trim();
}

const JITTER =
  'A + 1e-6 * torch.eye(A.size(-1), dtype=A.dtype, device=A.device)';

function jitter(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Add a little to the diagonal'),
    detail: trans.__(
      'Start small and take tenfold steps; the result changes by about as much.'
    ),
    code: `A = ${JITTER}`
  };
}

function wider(trans: ITranslate, code: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Compute in float64'),
    detail: trans.__(
      'float32 keeps about seven digits, too few for an ill-conditioned matrix.'
    ),
    code
  };
}

/** Its fixes, best first. */
export function singularFixes(
  trans: ITranslate,
  { kind, source, wanted }: Values
): IFix[] {
  switch (kind) {
    case 'definite':
      return [
        ...(source === 'gpytorch'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('GPyTorch: allow more jitter, in float64'),
                detail: trans.__(
                  'Scale the inputs too: points that repeat each other make equal rows.'
                ),
                code: 'model, x, y = model.double(), x.double(), y.double()\nwith gpytorch.settings.cholesky_jitter(1e-4):\n    loss = -mll(model(x), y)'
              }
            ]
          : [
              jitter(trans),
              wider(trans, 'L = torch.linalg.cholesky(A.double()).to(A.dtype)')
            ]),
        {
          safety: 'diagnostic',
          title: trans.__('See what it is: nan, not symmetric, or too close'),
          code: 'print(A.isfinite().all(), (A - A.mT).abs().max())\nprint(torch.linalg.eigvalsh(A.double()).min())'
        }
      ];
    case 'factor':
      return [
        {
          safety: 'check',
          title: trans.__('Give the factor, not the covariance'),
          code: 'torch.distributions.MultivariateNormal(mean, scale_tril=torch.linalg.cholesky(covariance))'
        },
        {
          safety: 'check',
          title: trans.__('Made by a network: keep the diagonal above zero'),
          code: 'L = raw.tril(-1) + torch.diag_embed(F.softplus(raw.diagonal(dim1=-2, dim2=-1)) + 1e-5)'
        }
      ];
    case 'converge':
      return [
        {
          safety: 'diagnostic',
          title: trans.__('Look for nan, inf and huge numbers first'),
          code: 'print(A.isfinite().all(), A.abs().max())'
        },
        wider(
          trans,
          wanted === 'eigenvalues'
            ? 'L, Q = torch.linalg.eigh(A.double())'
            : 'U, S, Vh = torch.linalg.svd(A.double())'
        ),
        jitter(trans),
        ...(wanted === 'eigenvalues'
          ? []
          : [
              {
                safety: 'check' as const,
                title: trans.__('On CUDA: take the steadier driver'),
                code: "U, S, Vh = torch.linalg.svd(A, driver='gesvd')"
              }
            ])
      ];
    case 'rank':
      return [
        {
          safety: 'check',
          title: trans.__('Solve on the CPU with a driver for any matrix'),
          code: "x = torch.linalg.lstsq(A.cpu(), b.cpu(), driver='gelsd').solution"
        },
        jitter(trans)
      ];
    default:
      return [
        {
          safety: 'check',
          title: trans.__('Take the pseudo-inverse or least squares'),
          detail: trans.__('They give the best answer there is.'),
          code: 'inverse = torch.linalg.pinv(A)\nx = torch.linalg.lstsq(A, b).solution  # in place of solve(A, b)'
        },
        jitter(trans),
        {
          safety: 'diagnostic',
          title: trans.__('See its rank and condition'),
          detail: trans.__(
            'A rank below the number of rows: it is truly singular. Else a condition above 1e6 is too much for float32.'
          ),
          code: 'print(A.shape, torch.linalg.matrix_rank(A.double()), torch.linalg.cond(A.double()))'
        }
      ];
  }
}
