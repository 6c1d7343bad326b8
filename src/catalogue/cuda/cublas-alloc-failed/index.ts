import { define } from '../../define';
import {
  LINKS,
  rerunBlocking,
  runOnCpu,
  smallerBatch,
  whoHoldsMemory
} from '../shared/advice';
import { inWords, statusSigns } from '../shared/library-status';

export default define({
  id: 'cuda/cublas-alloc-failed',
  answers: [
    'CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`',
    'cublas runtime error : resource allocation failed at THCGeneral.cpp:216'
  ],
  late: true,
  signs: statusSigns(
    'CUBLAS',
    'ALLOC_FAILED',
    inWords('(?:the )?resource allocation failed')
  ),
  words: trans => ({
    title: trans.__('cuBLAS got no memory, or CUDA is already broken'),
    cause: trans.__(
      'cuBLAS could not get GPU memory for its handle. Either the GPU is full, or an earlier kernel failed, often because a label is not below the last layer’s outputs or an id is beyond the embedding, and this is only where it was noticed.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Compare labels with the last layer’s outputs'),
        detail: trans.__(
          'With C outputs the labels must be 0 … C - 1; ids must be below num_embeddings.'
        ),
        code: 'print(labels.min(), labels.max(), outputs.shape)'
      },
      runOnCpu(trans),
      rerunBlocking(trans),
      whoHoldsMemory(trans),
      smallerBatch(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Which of the two it is: an “Assertion … failed” line in the output, or an error of the same batch on the CPU, speaks for the earlier kernel; a full GPU in nvidia-smi for memory.'
      )
    ],
    links: [LINKS.cublas(trans), LINKS.asynchronous(trans)]
  })
});
