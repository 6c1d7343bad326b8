import type { IEntry } from '../../diagnosis/types';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  smallerBatch,
  whoHoldsMemory
} from './shared/advice';
import { inWords, statusSigns } from './shared/library-status';

const entry: IEntry = {
  id: 'cuda/cublas-not-initialized',
  answers: [
    'CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`',
    'cublas runtime error : library not initialized at THCGeneral.cpp:216'
  ],
  signs: statusSigns(
    'CUBLAS',
    'NOT_INITIALIZED',
    `${inWords('library not initialized|the library was not initialized')}|fail(?:ed)? to create cublas handle`
  ),
  page(trans) {
    return {
      title: trans.__('cuBLAS could not start, usually for lack of memory'),
      cause: trans.__(
        'The first matrix product needs a handle and a workspace on the GPU, and usually there is no memory left for them. The same text comes when an earlier kernel has already broken CUDA in this process, for instance through an index out of range.'
      ),
      fixes: [
        smallerBatch(trans),
        whoHoldsMemory(trans),
        rerunBlocking(trans),
        {
          safety: 'diagnostic',
          title: trans.__('Try one product in a fresh kernel'),
          detail: trans.__(
            'If it works, memory or an earlier error is to blame; if not, the installation is.'
          ),
          code: 'import torch\na = torch.ones(8, 8, device="cuda")\nprint((a @ a).sum().item())'
        },
        matchingBuild(trans)
      ],
      notThis: [
        trans.__(
          'A line “Assertion … failed” in the output names the real condition: then that is the cause, not memory.'
        ),
        trans.__(
          'If it fails in a fresh kernel with an empty GPU, libraries or driver do not fit torch.'
        )
      ],
      links: [LINKS.cublas(trans), LINKS.memory(trans)]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'Fail to create cublas handle',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`',
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cublas runtime error : library not initialized at /pytorch/aten/src/THC/THCGeneral.cpp:216',
      torch: '1.2',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`'
    },
    {
      kind: 'text',
      stderr:
        '2021-03-01 10:00:00.000000: E tensorflow/stream_executor/cuda/cuda_blas.cc:226] failed to create cublas handle: CUBLAS_STATUS_NOT_INITIALIZED\n'
    },
    {
      ename: 'InternalError',
      evalue: 'failed to create cublas handle: CUBLAS_STATUS_NOT_INITIALIZED'
    }
  ]
};

export default entry;
