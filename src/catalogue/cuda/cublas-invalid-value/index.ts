import type { ISign } from '../../../diagnosis/types';
import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  runOnCpu,
  withoutForeignCublas
} from '../shared/advice';
import { onlyNumber } from '../shared/device-assert';
import { inWords, statusSigns } from '../shared/library-status';

/** The width that a Linear layer takes, as written: `nn.Linear(784, 10)`. */
const IN_FEATURES = /\bLinear\(\s?(?:in_features ?= ?)?(?<n>\d{1,7}) ?,/g;

export default define({
  id: 'cuda/cublas-invalid-value',
  answers: [
    'CUDA error: CUBLAS_STATUS_INVALID_VALUE when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`',
    'CUDA error: CUBLAS_STATUS_INVALID_VALUE when calling `cublasGemmEx(...)`',
    'cublas runtime error : an invalid numeric value was used as an argument'
  ],
  values: ['wanted'],
  signs: statusSigns(
    'CUBLAS',
    'INVALID_VALUE',
    inWords(
      'an invalid numeric value was used as an argument|an unsupported value or parameter was passed to the function'
    )
  ).map((sign): ISign => ({
    ...sign,
    read: (groups, { code }) => ({ wanted: onlyNumber(code, IN_FEATURES) })
  })),
  words: (trans, { wanted }) => ({
    title: trans.__('cuBLAS refused the sizes of a matrix product'),
    cause: wanted
      ? trans.__(
          'Usually the input’s last dimension is not the in_features of the Linear layer, which is %1 in this code. If the sizes do fit, a cuBLAS of another version was loaded.',
          wanted
        )
      : trans.__(
          'Usually the input’s last dimension is not the in_features of the Linear layer. If the sizes do fit, a cuBLAS of another version than torch’s own was loaded.'
        ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Compare the input’s width with in_features'),
        detail: trans.__('Run it just before the layer.'),
        code: 'print(x.shape, layer.in_features)'
      },
      runOnCpu(trans),
      {
        safety: 'check',
        title: trans.__('Make the layer as wide as its input'),
        code: 'layer = nn.Linear(x.shape[-1], layer.out_features)'
      },
      withoutForeignCublas(
        trans,
        trans.__('The sizes fit: leave out foreign CUDA libraries')
      ),
      matchingBuild(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If the same small product fails in a fresh kernel, it is the installation, not the shapes.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Linear, in_features and shape of the input'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html'
      },
      LINKS.cublas(trans)
    ]
  })
});
