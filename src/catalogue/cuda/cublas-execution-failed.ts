import type { IEntry } from '../../diagnosis/types';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  runOnCpu,
  smallerBatch
} from './shared/advice';
import { inWords, statusSigns } from './shared/library-status';

/** EXECUTION_FAILED, INTERNAL_ERROR and MAPPING_ERROR: a product failed as it ran. */
const entry: IEntry = {
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
  page(trans) {
    return {
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
      ],
      notThis: [
        trans.__(
          'A line “Assertion … failed” in the output names the real condition: then that is the cause.'
        ),
        trans.__(
          'If the first small product in a fresh kernel fails, torch’s CUDA version does not fit the GPU.'
        )
      ],
      links: [LINKS.cublas(trans), LINKS.asynchronous(trans)]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'cublas runtime error : the GPU program failed to execute at /opt/conda/conda-bld/pytorch_1/work/aten/src/THC/THCBlas.cu:41',
      stderr:
        'THCudaCheck FAIL file=/opt/conda/conda-bld/pytorch_1/work/aten/src/THC/THCGeneral.cpp line=663 error=11 : invalid argument\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        '/build/transformer_engine/common/gemm/cublaslt_gemm.cu:100 in function cublas_gemm: cuBLAS Error: the function failed to launch on the GPU',
      torch: '2.9',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`',
      torch: '1.10',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling `cublasCreate(handle)`',
      torch: '1.8',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cublas runtime error : the GPU program failed to execute at /pytorch/aten/src/THC/THCBlas.cu:249',
      torch: '1.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'nnconv_forward_blas<>: [cublas error] [cublas:cublasSgemm (CUBLAS_STATUS_EXECUTION_FAILED)]'
    },
    {
      ename: 'InternalError',
      evalue: 'failed to run cuBLAS routine: CUBLAS_STATUS_EXECUTION_FAILED'
    },
    {
      ename: 'RuntimeError',
      evalue: 'cuDNN error: CUDNN_STATUS_EXECUTION_FAILED'
    }
  ]
};

export default entry;
