import { define, type ValuesOf } from '../../define';
import type { IReading } from '../../../incident/types';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { callRenamed } from '../../shared/edits/calls';

/** aten/src/ATen/native/LinearAlgebraUtils.h, since 1.9. */
const BATCH = String.raw`(?:\(Batch element (?<batch>\d{1,9})\): )?`;

/** `cause`, and where the algorithm stopped as far as the message tells. */
function withPlace(
  trans: ITranslate,
  cause: string,
  { batch, order }: Values
): string {
  if (batch !== undefined && order !== undefined) {
    return `${cause} ${trans.__(
      'It shows at column %1 of matrix %2 in the batch (counted from 0).',
      order,
      batch
    )}`;
  }
  if (order !== undefined) {
    return `${cause} ${trans.__('It shows at column %1.', order)}`;
  }
  return batch === undefined
    ? cause
    : `${cause} ${trans.__('It is matrix %1 of the batch (counted from 0).', batch)}`;
}

function addToDiagonal(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Add a little to the diagonal'),
    detail: trans.__(
      'Start small and take tenfold steps; the result changes by about as much.'
    ),
    code: 'A = A + 1e-6 * torch.eye(A.size(-1), dtype=A.dtype, device=A.device)'
  };
}

/** What the code does already to make the matrix definite. */
function triedIn(reading: IReading): ValuesOf<'raised' | 'double'> {
  const { text } = visibleCode(reading);
  return {
    raised:
      /\[(?<at>\w{1,20}), ?\k<at>\] ?\+=|\.diagonal\([^()\n]{0,40}\)\.add_\(|\+ ?[^\n=]{0,60}\btorch\.eye\(|\bjitter\b|\bdamp/.test(
        text
      )
        ? 'yes'
        : undefined,
    double: /\bfloat64\b|\.double\(\)/.test(ownLine(reading))
      ? 'yes'
      : undefined
  };
}

function inFloat64(trans: ITranslate, code: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Compute in float64'),
    detail: trans.__(
      'float32 keeps about seven digits, too few for an ill-conditioned matrix.'
    ),
    code
  };
}

export default define({
  id: 'tensor/singular-matrix',
  answers: [
    'linalg.cholesky: The factorization could not be completed because the input is not positive-definite (the leading minor of order 1 is not positive-definite).',
    'linalg.inv: The diagonal element 1 is zero, the inversion could not be completed because the input matrix is singular.',
    'torch.linalg.solve: The solver failed because the input matrix is singular.',
    'linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: 2).',
    'cholesky_cpu: U(1,1) is zero, singular U.',
    'svd_cuda: the updating process of SBDSDC did not converge (error: 11)',
    'Lapack Error in potrf : the leading minor of order 2 is not positive definite',
    'NotPSDError: Matrix not positive definite after repeatedly adding jitter up to 1.0e-06.'
  ],
  values: ['batch', 'order', 'wanted', 'source', 'raised', 'double'],
  known: triedIn,
  signs: [
    // Up to 1.8, and TH before: `cholesky_cpu`, `Lapack Error in getrf`,
    // `MAGMA gesv`.
    ...messageOrLog(
      /\b(?<op>[a-z]\w{1,30}) ?: (?:For batch (?<batch>\d{1,9}): )?[UA]\((?<order>\d{1,9}), ?\d{1,9}\) is (?:zero|0), (?:singular U|U is singular|A cannot be factorized)/,
      {
        read: ({ op }) => ({
          kind: /^(?:cholesky|potr)/.test(op ?? '') ? 'definite' : 'singular'
        })
      }
    ),
    // torch/distributions/constraints.py; with nan in it the nan is the cause.
    ...messageOrLog(
      /satisfy the constraint (?<constraint>PositiveDefinite|PositiveSemidefinite|LowerCholesky)\(\)/,
      {
        when: ({ exceptions, log }) =>
          ![log, ...exceptions.map(one => one.message)].some(text =>
            /\bnan\b/.test(text)
          ),
        read: ({ constraint }) => ({
          kind: constraint === 'LowerCholesky' ? 'factor' : 'definite'
        })
      }
    )
  ],
  kinds: {
    singular: {
      signs: [
        ...messageOrLog(
          new RegExp(
            String.raw`${BATCH}The (?:diagonal element (?<order>\d{1,9}) is zero, the \w{1,20} could not be completed|solver failed) because the input matrix is singular`
          )
        ),
        ...messageOrLog(
          /U\[(?<order>\d{1,9}), ?\d{1,9}\] is zero and using it on lu_solve would result in a division by zero/
        )
      ],
      words: (trans, values) => ({
        title: trans.__('The matrix is singular: it has no inverse'),
        cause: withPlace(
          trans,
          trans.__(
            'A column is zero or a sum of others, so that there is no inverse and no single solution.'
          ),
          values
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take the pseudo-inverse or least squares'),
            detail: trans.__('They give the best answer there is.'),
            code: 'inverse = torch.linalg.pinv(A)\nx = torch.linalg.lstsq(A, b).solution  # in place of solve(A, b)',
            edit: callRenamed(
              ['linalg.inv', 'torch.inverse'],
              'torch.linalg.pinv'
            )
          },
          addToDiagonal(trans),
          {
            safety: 'diagnostic',
            title: trans.__('See its rank and condition'),
            detail: trans.__(
              'A rank below the number of rows: it is truly singular. Else a condition above 1e6 is too much for float32.'
            ),
            code: 'print(A.shape, torch.linalg.matrix_rank(A.double()), torch.linalg.cond(A.double()))'
          }
        ]
      })
    },
    definite: {
      signs: [
        ...messageOrLog(
          new RegExp(
            String.raw`${BATCH}The factorization could not be completed because the input is not positive-definite(?: \(the leading minor of order (?<order>\d{1,9}))?`
          )
        ),
        ...messageOrLog(
          /(?:Lapack Error|MAGMA) (?:in )?potr\w{1,3} ?: the leading minor of order (?<order>\d{1,9}) is not positive definite/
        ),
        // linear_operator and GPyTorch, `utils/cholesky.py`.
        ...messageOrLog(
          /[Mm]atrix not positive definite after repeatedly adding jitter/,
          { read: () => ({ source: 'gpytorch' }) }
        ),
        ...messageOrLog(
          /The parameter (?:covariance_matrix|precision_matrix|scale_tril) has invalid values/,
          { confidence: 'likely' }
        )
      ],
      words: (trans, { batch, order, source, raised, double }) => ({
        title: trans.__('The matrix is not positive definite'),
        cause: withPlace(
          trans,
          raised
            ? trans.__(
                'The code adds to the diagonal already, and that is not enough; usual: fewer samples than columns, columns that are zero or repeat each other, a matrix that is not symmetric, nan.'
              )
            : trans.__(
                'Cholesky needs a symmetric matrix whose eigenvalues are all above zero; usual: features that repeat each other, fewer samples than features, rounding in float32 or nan spoil it.'
              ),
          { batch, order }
        ),
        fixes: [
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
            : raised
              ? [
                  {
                    safety: 'check' as const,
                    title: trans.__('Add more, and make it symmetric first'),
                    detail: trans.__(
                      'Ten times as much in each attempt. A matrix of sums over samples gets better with more samples, too.'
                    ),
                    code: 'A = (A + A.mT) / 2\ndead = A.diagonal() == 0\nA[dead, dead] = 1\nA.diagonal().add_(0.1 * A.diagonal().mean())'
                  }
                ]
              : [
                  addToDiagonal(trans),
                  ...(double
                    ? []
                    : [
                        inFloat64(
                          trans,
                          'L = torch.linalg.cholesky(A.double()).to(A.dtype)'
                        )
                      ])
                ]),
          {
            safety: 'diagnostic',
            title: trans.__('See what it is: nan, not symmetric, or too close'),
            code: 'print(A.isfinite().all(), (A - A.mT).abs().max())\nprint(torch.linalg.eigvalsh(A.double()).min())'
          }
        ]
      })
    },
    factor: {
      words: trans => ({
        title: trans.__('scale_tril is no lower triangular factor'),
        cause: trans.__(
          'scale_tril is the lower triangular factor of a covariance, with a diagonal above zero. Often the covariance itself is given, or a matrix with values above the diagonal.'
        ),
        fixes: [
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
        ]
      })
    },
    converge: {
      signs: [
        ...messageOrLog(
          /The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated (?<wanted>eigenvalues|singular values)/
        ),
        // Up to 1.8.
        ...messageOrLog(
          /\b(?:svd|symeig|eig|linalg_eigh|linalg_svd|gesdd|syev|geev)\w{0,12} ?: (?:For batch \d{1,9}: |\(Batch element \d{1,9}\): )?(?:the updating process of SBDSDC did not converge|[Tt]he algorithm failed to converge; \d{1,9} off-diagonal|\d{1,9} (?:superdiagonals failed to converge|off-diagonal elements))/
        )
      ],
      words: (trans, { wanted }) => ({
        title: trans.__('The decomposition of the matrix did not converge'),
        cause: trans.__(
          'The algorithm works in rounds and found no end. Most often the matrix holds nan, inf or very large numbers; else its rows repeat each other.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Look for nan, inf and huge numbers first'),
            code: 'print(A.isfinite().all(), A.abs().max())'
          },
          inFloat64(
            trans,
            wanted === 'eigenvalues'
              ? 'L, Q = torch.linalg.eigh(A.double())'
              : 'U, S, Vh = torch.linalg.svd(A.double())'
          ),
          addToDiagonal(trans),
          ...(wanted === 'eigenvalues'
            ? []
            : [
                {
                  safety: 'check' as const,
                  title: trans.__('On CUDA: take the steadier driver'),
                  code: "U, S, Vh = torch.linalg.svd(A, driver='gesvd')"
                }
              ])
        ]
      })
    },
    rank: {
      signs: messageOrLog(
        /The least squares solution could not be computed because the input matrix does not have full rank/
      ),
      words: trans => ({
        title: trans.__('The columns of the matrix depend on each other'),
        cause: trans.__(
          'Least squares by driver “gels”, the only one on CUDA, needs columns that do not depend on each other. Here one of them is a sum of others, or there are fewer rows than columns.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Solve on the CPU with a driver for any matrix'),
            code: "x = torch.linalg.lstsq(A.cpu(), b.cpu(), driver='gelsd').solution"
          },
          addToDiagonal(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“must be batches of square matrices” is about the shape: there rows and columns differ in number.'
      ),
      trans.__(
        'It came after some steps of training: then nan or a learning rate that is too high may have spoilt the matrix.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: numbers at the edge in linear algebra'),
        url: 'https://docs.pytorch.org/docs/stable/notes/numerical_accuracy.html#linear-algebra-torch-linalg'
      },
      {
        title: trans.__('PyTorch: torch.linalg.cholesky'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.linalg.cholesky.html'
      },
      {
        title: trans.__('PyTorch: torch.linalg.lstsq and its drivers'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.linalg.lstsq.html'
      }
    ]
  })
});
