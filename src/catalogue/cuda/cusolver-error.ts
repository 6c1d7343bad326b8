import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { matchingBuild, smallerBatch, whoHoldsMemory } from './shared/advice';

/** ATen/cuda/Exceptions.h; up to 1.8 the status is a number. */
const STATUS =
  /cusolver error: (?:CUSOLVER_STATUS_(?<status>\w{1,40})|\d{1,3}), when calling [`'"]?cusolver(?:Dn|Sp)?(?<call>\w{1,40})/;

function fixes(trans: ITranslate, { kind }: Values): IFix[] {
  const onCpu: IFix = {
    safety: 'check',
    title: trans.__('Compute this one matrix on the CPU'),
    detail: trans.__('The CPU also says what is wrong with the matrix.'),
    code: 'L, Q = torch.linalg.eigh(A.cpu())\nL, Q = L.to(A.device), Q.to(A.device)'
  };
  return kind === 'start'
    ? [
        {
          safety: 'diagnostic',
          title: trans.__('See how much GPU memory is left'),
          detail: trans.__(
            'cuSOLVER takes its memory beside that of PyTorch, and only at its first use.'
          ),
          code: 'free, total = torch.cuda.mem_get_info()\nprint(free / 2**30, total / 2**30)'
        },
        {
          safety: 'check',
          title: trans.__('Start it before the memory is full'),
          code: "torch.linalg.inv(torch.eye(2, device='cuda'))  # at the start of the script"
        },
        smallerBatch(trans),
        onCpu,
        whoHoldsMemory(trans),
        matchingBuild(trans)
      ]
    : [
        {
          safety: 'diagnostic',
          title: trans.__('Look for nan and inf in the matrix'),
          code: 'print(A.shape, A.dtype, A.isfinite().all(), A.abs().max())'
        },
        onCpu,
        {
          safety: 'check',
          title: trans.__('Compute in float64'),
          code: 'L, Q = torch.linalg.eigh(A.double())'
        },
        matchingBuild(trans)
      ];
}

const entry: IEntry = {
  id: 'cuda/cusolver-error',
  answers: [
    'cusolver error: CUSOLVER_STATUS_INTERNAL_ERROR, when calling `cusolverDnCreate(handle)`',
    'cusolver error: CUSOLVER_STATUS_EXECUTION_FAILED, when calling `cusolverDnXsyevd(...)`. This error may appear if the input matrix contains NaN.',
    'cusolver error: 7, when calling `cusolverDnCreate(handle)`'
  ],
  late: true,
  signs: said(STATUS, {
    read: ({ status, call }) => ({
      status,
      kind: call === 'Create' ? 'start' : 'matrix'
    })
  }),
  page(trans, values) {
    const start = values.kind === 'start';
    return {
      title: start
        ? trans.__('cuSOLVER could not start on this GPU')
        : trans.__('cuSOLVER could not decompose this matrix'),
      cause: start
        ? trans.__(
            'Linear algebra on the GPU (inverse, eigenvalues, Cholesky) is done by NVIDIA’s cuSOLVER, and it could not be set up. Most often the GPU’s memory is full; else its version does not fit torch, or an earlier error has spoilt the GPU.'
          )
        : trans.__(
            'NVIDIA’s cuSOLVER failed while it decomposed or inverted a matrix. Most often the matrix holds nan or inf; else it is very large or ill-conditioned.'
          ),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          'An “illegal memory access” or a device-side assert stands before it: then that is the cause.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: libraries for linear algebra on CUDA'),
          url: 'https://docs.pytorch.org/docs/stable/backends.html#torch.backends.cuda.preferred_linalg_library'
        },
        {
          title: trans.__('NVIDIA: cuSOLVER'),
          url: 'https://docs.nvidia.com/cuda/cusolver/index.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'cusolver error: CUSOLVER_STATUS_INTERNAL_ERROR, when calling `cusolverDnCreate(handle)`',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'start', status: 'INTERNAL_ERROR' }
    },
    {
      ename: '_LinAlgError',
      evalue:
        'cusolver error: CUSOLVER_STATUS_EXECUTION_FAILED, when calling `cusolverDnXsyevd( handle, params, jobz, uplo, n, CUDA_R_32F, reinterpret_cast<void*>(A), lda)`. This error may appear if the input matrix contains NaN. If you keep seeing this error, you may use `torch.backends.cuda.preferred_linalg_library()` to try linear algebra operators with other supported backends.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'matrix', status: 'EXECUTION_FAILED' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'cusolver error: 7, when calling `cusolverDnCreate(handle)`',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'start' }
    }
  ],
  nearMisses: [
    {
      ename: 'CUSOLVERError',
      evalue: 'CUSOLVER_STATUS_INTERNAL_ERROR'
    },
    {
      ename: 'XlaRuntimeError',
      evalue:
        'INTERNAL: jaxlib/gpu/solver_kernels.cc:45: operation cusolverGetHandle() failed: cuSolver internal error'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`'
    }
  ]
};

export default entry;
