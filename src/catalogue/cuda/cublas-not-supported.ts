import type { IEntry, ISign } from '../../diagnosis/types';
import { LINKS, matchingBuild } from './shared/advice';
import { inWords, statusSigns } from './shared/library-status';

/** The operand's type, as cuBLAS names it in the call. */
const TYPES: readonly [string, string][] = [
  ['CUDA_R_16BF', 'bfloat16'],
  ['CUDA_R_16F', 'float16'],
  ['CUDA_R_8F', 'float8'],
  ['CUDA_R_8I', 'int8']
];

const entry: IEntry = {
  id: 'cuda/cublas-not-supported',
  answers: [
    'CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmEx( handle, opa, opb, m, n, k, &falpha, a, CUDA_R_16BF, ...)`',
    'CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmStridedBatchedEx(...)`',
    'CUDA error: CUBLAS_STATUS_ARCH_MISMATCH',
    'cublas runtime error : an absent device architectural feature is required'
  ],
  signs: statusSigns(
    'CUBLAS',
    'NOT_SUPPORTED|ARCH_MISMATCH',
    inWords(
      'an absent device architectural feature is required|the (?:requested functionality|functionality requested) is not supported'
    )
  ).map((sign): ISign => ({
    ...sign,
    read: (groups, reading) => ({
      dtype: TYPES.find(([name]) => reading.mentions(name))?.[1]
    })
  })),
  page(trans, { dtype }) {
    const low = dtype !== undefined;
    return {
      title: low
        ? trans.__('This GPU or cuBLAS cannot multiply %1 like this', dtype)
        : trans.__('cuBLAS does not support this product on this GPU'),
      cause:
        dtype === 'bfloat16'
          ? trans.__(
              'The product was in bfloat16, which GPUs before Ampere (compute capability 8.0) do not have. On a newer GPU, a cuBLAS of another version than torch’s own is the usual cause.'
            )
          : low
            ? trans.__(
                'The product was in %1. The GPU is too old for it, a size is not the multiple it needs, or a cuBLAS of another version than torch’s own was loaded.',
                dtype
              )
            : trans.__(
                'The data type or layout asked for is not available on this GPU, or a cuBLAS of another version than torch’s own was loaded.'
              ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('See what the GPU can do'),
          code: 'print(torch.cuda.get_device_name(), torch.cuda.get_device_capability(), torch.cuda.is_bf16_supported())'
        },
        {
          safety: 'check',
          title: trans.__('Compute in float16 or float32 instead'),
          detail: trans.__(
            'In the Trainer of transformers: bf16=False, fp16=True.'
          ),
          code: 'with torch.autocast("cuda", dtype=torch.float16):\n    output = model(x)'
        },
        {
          safety: 'check',
          title: trans.__('The GPU is new: leave out foreign CUDA libraries'),
          detail: trans.__(
            'A path in LD_LIBRARY_PATH can replace the cuBLAS that torch brings. Start Jupyter without it.'
          ),
          code: '$ env -u LD_LIBRARY_PATH jupyter lab'
        },
        matchingBuild(trans)
      ],
      notThis: [
        trans.__(
          'If float32 fails in the same way, it is the installation and not the data type.'
        )
      ],
      links: [
        LINKS.cublas(trans),
        {
          title: trans.__('PyTorch: automatic mixed precision'),
          url: 'https://docs.pytorch.org/docs/stable/amp.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        '/build/transformer_engine/common/include/transformer_engine/logging.h:40 in function check_cublas_: CUBLAS Error: the requested functionality is not supported',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmEx( handle, opa, opb, m, n, k, &falpha, a, CUDA_R_16BF, lda, b, CUDA_R_16BF, ldb, &fbeta, c, CUDA_R_16BF, ldc, compute_type, CUBLAS_GEMM_DEFAULT_TENSOR_OP)`',
      torch: '2.4',
      origin: 'reference',
      values: { dtype: 'bfloat16' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cublas runtime error : an absent device architectural feature is required at /pytorch/aten/src/THC/THCBlas.cu:424',
      torch: '1.1',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'cuDNN error: CUDNN_STATUS_NOT_SUPPORTED. This error may appear if you passed in a non-contiguous input.'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Got unsupported ScalarType BFloat16'
    }
  ]
};

export default entry;
