import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { matchingBuild, smallerBatch, whoHoldsMemory } from '../shared/advice';

/** ATen/cuda/Exceptions.h; up to 1.8 the status is a number. */
const STATUS =
  /cusolver error: (?:CUSOLVER_STATUS_\w{1,40}|\d{1,3}), when calling [`'"]?cusolver(?:Dn|Sp)?(?<call>\w{1,40})/;

function onCpu(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Compute this one matrix on the CPU'),
    detail: trans.__('The CPU also says what is wrong with the matrix.'),
    code: 'L, Q = torch.linalg.eigh(A.cpu())\nL, Q = L.to(A.device), Q.to(A.device)'
  };
}

export default define({
  id: 'cuda/cusolver-error',
  answers: [
    'cusolver error: CUSOLVER_STATUS_INTERNAL_ERROR, when calling `cusolverDnCreate(handle)`',
    'cusolver error: CUSOLVER_STATUS_EXECUTION_FAILED, when calling `cusolverDnXsyevd(...)`. This error may appear if the input matrix contains NaN.',
    'cusolver error: 7, when calling `cusolverDnCreate(handle)`'
  ],
  late: true,
  signs: messageOrLog(STATUS, {
    read: ({ call }) => ({ kind: call === 'Create' ? 'start' : 'matrix' })
  }),
  kinds: {
    matrix: {
      words: trans => ({
        title: trans.__('cuSOLVER could not decompose this matrix'),
        cause: trans.__(
          'NVIDIA’s cuSOLVER failed while it decomposed or inverted a matrix. Most often the matrix holds nan or inf; else it is very large or ill-conditioned.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Look for nan and inf in the matrix'),
            code: 'print(A.shape, A.dtype, A.isfinite().all(), A.abs().max())'
          },
          onCpu(trans),
          {
            safety: 'check',
            title: trans.__('Compute in float64'),
            code: 'L, Q = torch.linalg.eigh(A.double())'
          },
          matchingBuild(trans)
        ]
      })
    },
    start: {
      words: trans => ({
        title: trans.__('cuSOLVER could not start on this GPU'),
        cause: trans.__(
          'Linear algebra on the GPU (inverse, eigenvalues, Cholesky) is done by NVIDIA’s cuSOLVER, and it could not be set up. Most often the GPU’s memory is full; else its version does not fit torch, or an earlier error has spoilt the GPU.'
        ),
        fixes: [
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
          onCpu(trans),
          whoHoldsMemory(trans),
          matchingBuild(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
