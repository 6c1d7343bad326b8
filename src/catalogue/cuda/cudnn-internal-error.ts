import type { IEntry } from '../../diagnosis/types';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  smallerBatch,
  whoHoldsMemory,
  withoutCudnn
} from './shared/advice';
import { statusSigns } from './shared/library-status';

const entry: IEntry = {
  id: 'cuda/cudnn-internal-error',
  answers: [
    'cuDNN error: CUDNN_STATUS_INTERNAL_ERROR',
    'cuDNN error: CUDNN_STATUS_ALLOC_FAILED',
    'RuntimeError: CUDNN_STATUS_INTERNAL_ERROR'
  ],
  late: true,
  signs: statusSigns('CUDNN', '(?<status>INTERNAL_ERROR|ALLOC_FAILED)'),
  page(trans, { status }) {
    const memory = status === 'ALLOC_FAILED';
    return {
      title: memory
        ? trans.__('cuDNN got no memory on the GPU')
        : trans.__('cuDNN failed inside, usually for lack of memory'),
      cause: memory
        ? trans.__(
            'cuDNN needs memory of its own beside the tensors, and the GPU had none left.'
          )
        : trans.__(
            'cuDNN gives no reason. Usually the GPU had no memory left for its workspace; an earlier failed kernel, or a cuDNN that does not fit the GPU or the driver, ends the same way.'
          ),
      fixes: [
        smallerBatch(trans),
        whoHoldsMemory(trans),
        {
          safety: 'check',
          title: trans.__('Let cuDNN try fewer algorithms'),
          detail: trans.__(
            'benchmark = True runs all of them once, with large workspaces.'
          ),
          code: 'torch.backends.cudnn.benchmark = False'
        },
        withoutCudnn(trans),
        rerunBlocking(trans),
        matchingBuild(trans)
      ],
      notThis: [
        trans.__(
          'If it fails in a fresh kernel with an empty GPU, it is the installation and not memory.'
        )
      ],
      links: [LINKS.cudnn(trans), LINKS.cudnnFlags(trans), LINKS.memory(trans)]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'cuDNN error: CUDNN_STATUS_INTERNAL_ERROR',
      torch: '1.8',
      origin: 'reference',
      values: { status: 'INTERNAL_ERROR' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'cuDNN error: CUDNN_STATUS_ALLOC_FAILED',
      torch: '1.10',
      origin: 'reference',
      values: { status: 'ALLOC_FAILED' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDNN_STATUS_INTERNAL_ERROR',
      torch: '0.3',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling `cublasCreate(handle)`'
    },
    {
      ename: 'InternalError',
      evalue: 'cuDNN launch failure : input shape ([32,64,28,28])'
    }
  ]
};

export default entry;
