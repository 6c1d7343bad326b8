import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  runOnCpu,
  smallerBatch,
  assertionIsTheCause
} from '../shared/advice';
import { inWords, statusSigns } from '../shared/library-status';

/** EXECUTION_FAILED, INTERNAL_ERROR and MAPPING_ERROR: a product failed as it ran. */
export default define({
  id: 'cuda/cublas-execution-failed',
  answers: [
    'CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm(...)`',
    'CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling `cublasCreate(handle)`',
    'cublas runtime error : the GPU program failed to execute at THCBlas.cu:249'
  ],
  late: true,
  signs: statusSigns(
    'CUBLAS',
    'EXECUTION_FAILED|INTERNAL_ERROR|MAPPING_ERROR|LICENSE_ERROR',
    inWords(
      'the GPU program failed to execute|the function failed to launch on the GPU|an internal operation failed|an access to GPU memory space failed|unknown error'
    )
  ),
  words: trans => ({
    title: trans.__('A matrix product failed while it ran on the GPU'),
    cause: trans.__(
      'cuBLAS is often only the first to notice: an earlier kernel read out of range (a label, an embedding id, an index) or a shape does not fit. A torch built before this GPU came out, or a full GPU, gives the same text.'
    ),
    fixes: [
      rerunBlocking(trans),
      {
        safety: 'diagnostic',
        title: trans.__('Check ids, labels and shapes of the batch'),
        code: 'print(ids.min(), ids.max(), labels.min(), labels.max(), x.shape)'
      },
      runOnCpu(trans),
      matchingBuild(trans),
      smallerBatch(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      assertionIsTheCause(trans),
      trans.__(
        'If the first small product in a fresh kernel fails, torch’s CUDA version does not fit the GPU.'
      )
    ],
    links: [LINKS.cublas(trans), LINKS.asynchronous(trans)]
  })
});
