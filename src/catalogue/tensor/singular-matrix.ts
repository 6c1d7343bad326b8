import type { IEntry, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import {
  singularCause,
  singularFixes,
  singularTitle
} from './shared/singular-words';

/** aten/src/ATen/native/LinearAlgebraUtils.h, since 1.9. */
const BATCH = String.raw`(?:\(Batch element (?<batch>\d{1,9})\): )?`;

const DEFINITE = new RegExp(
  String.raw`${BATCH}The factorization could not be completed because the input is not positive-definite(?: \(the leading minor of order (?<order>\d{1,9}))?`
);

const SINGULAR = new RegExp(
  String.raw`${BATCH}The (?:diagonal element (?<order>\d{1,9}) is zero, the \w{1,20} could not be completed|solver failed) because the input matrix is singular`
);

const LU =
  /U\[(?<order>\d{1,9}), ?\d{1,9}\] is zero and using it on lu_solve would result in a division by zero/;

const CONVERGE =
  /The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated (?<wanted>eigenvalues|singular values)/;

const RANK =
  /The least squares solution could not be computed because the input matrix does not have full rank/;

/** Up to 1.8, and TH before: `cholesky_cpu`, `Lapack Error in getrf`, `MAGMA gesv`. */
const OLD =
  /\b(?<op>[a-z]\w{1,30}) ?: (?:For batch (?<batch>\d{1,9}): )?[UA]\((?<order>\d{1,9}), ?\d{1,9}\) is (?:zero|0), (?:singular U|U is singular|A cannot be factorized)/;

const OLD_DEFINITE =
  /(?:Lapack Error|MAGMA) (?:in )?potr\w{1,3} ?: the leading minor of order (?<order>\d{1,9}) is not positive definite/;

const OLD_CONVERGE =
  /\b(?:svd|symeig|eig|linalg_eigh|linalg_svd|gesdd|syev|geev)\w{0,12} ?: (?:For batch \d{1,9}: |\(Batch element \d{1,9}\): )?(?:the updating process of SBDSDC did not converge|[Tt]he algorithm failed to converge; \d{1,9} off-diagonal|\d{1,9} (?:superdiagonals failed to converge|off-diagonal elements))/;

/** linear_operator and GPyTorch, `utils/cholesky.py`. */
const GPYTORCH =
  /[Mm]atrix not positive definite after repeatedly adding jitter/;

/** torch/distributions/constraints.py; with nan in it the nan is the cause. */
const CONSTRAINT =
  /satisfy the constraint (?<constraint>PositiveDefinite|PositiveSemidefinite|LowerCholesky)\(\)/;

const definite = {
  read: (groups: Values) => ({ ...groups, kind: 'definite' })
};

const entry: IEntry = {
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
  signs: [
    ...said(DEFINITE, definite),
    ...said(SINGULAR),
    ...said(LU),
    ...said(CONVERGE, {
      read: ({ wanted }) => ({ wanted, kind: 'converge' })
    }),
    ...said(RANK, ofKind('rank')),
    ...said(OLD, {
      read: ({ op, ...values }) =>
        /^(?:cholesky|potr)/.test(op ?? '')
          ? { ...values, kind: 'definite' }
          : values
    }),
    ...said(OLD_DEFINITE, definite),
    ...said(OLD_CONVERGE, ofKind('converge')),
    ...said(GPYTORCH, {
      read: () => ({ kind: 'definite', source: 'gpytorch' })
    }),
    ...said(CONSTRAINT, {
      when: ({ exceptions, log }) =>
        ![log, ...exceptions.map(one => one.message)].some(text =>
          /\bnan\b/.test(text)
        ),
      read: ({ constraint }) => ({
        kind: constraint === 'LowerCholesky' ? 'factor' : 'definite'
      })
    }),
    ...said(
      /The parameter (?:covariance_matrix|precision_matrix|scale_tril) has invalid values/,
      { confidence: 'likely', ...definite }
    )
  ],
  page(trans, values) {
    return {
      title: singularTitle(trans, values),
      cause: singularCause(trans, values),
      fixes: singularFixes(trans, values),
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
    };
  },
  examples: [
    {
      ename: '_LinAlgError',
      evalue:
        'linalg.cholesky: (Batch element 0): The factorization could not be completed because the input is not positive-definite (the leading minor of order 1 is not positive-definite).',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'definite', batch: '0', order: '1' }
    },
    {
      ename: '_LinAlgError',
      evalue:
        'linalg.inv: The diagonal element 1 is zero, the inversion could not be completed because the input matrix is singular.',
      torch: '2.13',
      origin: 'run',
      values: { order: '1' }
    },
    {
      ename: '_LinAlgError',
      evalue:
        'torch.linalg.solve: The solver failed because the input matrix is singular.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: '_LinAlgError',
      evalue:
        'linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: 2).',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'converge' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'cholesky_cpu: For batch 0: U(2,2) is zero, singular U.',
      torch: '1.5',
      origin: 'reference',
      values: { kind: 'definite', batch: '0', order: '2' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Lapack Error in potrf : the leading minor of order 2 is not positive definite at /pytorch/aten/src/TH/generic/THTensorLapack.cpp:617',
      torch: '0.4',
      origin: 'reference',
      values: { kind: 'definite', order: '2' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'svd_cuda: the updating process of SBDSDC did not converge (error: 11)',
      torch: '1.5',
      origin: 'reference',
      values: { kind: 'converge' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected parameter covariance_matrix (Tensor of shape (2, 2)) of distribution MultivariateNormal(loc: torch.Size([2]), covariance_matrix: torch.Size([2, 2])) to satisfy the constraint PositiveDefinite(), but found invalid values:\ntensor([[-1., -0.],\n        [-0., -1.]])',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'definite' }
    },
    {
      ename: 'NotPSDError',
      evalue:
        'Matrix not positive definite after repeatedly adding jitter up to 1.0e-06.',
      torch: '1.11',
      origin: 'reference',
      values: { kind: 'definite', source: 'gpytorch' }
    }
  ],
  nearMisses: [
    { ename: 'LinAlgError', evalue: 'Singular matrix' },
    { ename: 'LinAlgError', evalue: 'Matrix is not positive definite' },
    {
      ename: 'LinAlgError',
      evalue: '2-th leading minor of the array is not positive definite'
    },
    { ename: 'LinAlgError', evalue: 'SVD did not converge' },
    {
      ename: 'PreconditionNotMetError',
      evalue: 'For batch [0]: U(1, 1) is zero, singular U.'
    },
    {
      ename: '_LinAlgError',
      evalue:
        'linalg.svd: The algorithm failed to converge because the input matrix contained non-finite values.'
    },
    { ename: 'InvalidArgumentError', evalue: 'Input matrix is not invertible.' }
  ],
  reproduction: {
    raises: [
      'import torch',
      'A = torch.tensor([[1., 2.], [2., 4.]])',
      'inverse = torch.linalg.inv(A)'
    ].join('\n'),
    fixed: [
      'import torch',
      'A = torch.tensor([[1., 2.], [2., 4.]])',
      'inverse = torch.linalg.pinv(A)'
    ].join('\n')
  }
};

export default entry;
