import { define } from '../../define';
import { LINKS, matchingBuild, withoutForeignCublas } from '../shared/advice';
import { inWords, statusSigns } from '../shared/library-status';

/** The operand's type, as cuBLAS names it in the call. */
const TYPES: readonly [string, string][] = [
  ['CUDA_R_16BF', 'bfloat16'],
  ['CUDA_R_16F', 'float16'],
  ['CUDA_R_8F', 'float8'],
  ['CUDA_R_8I', 'int8']
];

export default define({
  id: 'cuda/cublas-not-supported',
  answers: [
    'CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmEx( handle, opa, opb, m, n, k, &falpha, a, CUDA_R_16BF, ...)`',
    'CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmStridedBatchedEx(...)`',
    'CUDA error: CUBLAS_STATUS_ARCH_MISMATCH',
    'cublas runtime error : an absent device architectural feature is required'
  ],
  values: ['dtype'],
  signs: statusSigns(
    'CUBLAS',
    'NOT_SUPPORTED|ARCH_MISMATCH',
    inWords(
      'an absent device architectural feature is required|the (?:requested functionality|functionality requested) is not supported'
    )
  ).map(sign => ({
    ...sign,
    read: (_, reading) => ({
      dtype: TYPES.find(([name]) => reading.mentions(name))?.[1]
    })
  })),
  words: (trans, { dtype }) => ({
    title:
      dtype === undefined
        ? trans.__('cuBLAS does not support this product on this GPU')
        : trans.__('This GPU or cuBLAS cannot multiply %1 like this', dtype),
    cause:
      dtype === undefined
        ? trans.__(
            'Either the data type or layout asked for is not available on this GPU, or a cuBLAS of another version than torch’s own was loaded.'
          )
        : dtype === 'bfloat16'
          ? trans.__(
              'The product was in bfloat16, which GPUs before Ampere (compute capability 8.0) do not have. On a newer GPU, a cuBLAS of another version than torch’s own is the usual cause.'
            )
          : trans.__(
              'The product was in %1. Usually a cuBLAS of another version than torch’s own was loaded, or the GPU is too old for the type; sometimes a size is not the multiple it needs.',
              dtype
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
      withoutForeignCublas(
        trans,
        trans.__('The GPU is new: leave out foreign CUDA libraries')
      ),
      matchingBuild(trans)
    ]
  }),
  common: trans => ({
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
  })
});
