import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  smallerBatch,
  whoHoldsMemory
} from '../shared/advice';
import { inWords, statusSigns } from '../shared/library-status';

export default define({
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
  words: trans => ({
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
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A line “Assertion … failed” in the output names the real condition: then that is the cause, not memory.'
      ),
      trans.__(
        'If it fails in a fresh kernel with an empty GPU, libraries or driver do not fit torch.'
      )
    ],
    links: [LINKS.cublas(trans), LINKS.memory(trans)]
  })
});
