import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  smallerBatch,
  whoHoldsMemory,
  withoutCudnn
} from '../shared/advice';
import { statusSigns } from '../shared/library-status';

export default define({
  id: 'cuda/cudnn-not-initialized',
  answers: [
    'cuDNN error: CUDNN_STATUS_NOT_INITIALIZED',
    'RuntimeError: CUDNN_STATUS_NOT_INITIALIZED'
  ],
  signs: statusSigns(
    'CUDNN',
    'NOT_INITIALIZED|RUNTIME_PREREQUISITE_MISSING|LICENSE_ERROR'
  ),
  words: trans => ({
    title: trans.__('cuDNN could not start'),
    cause: trans.__(
      'The first convolution or RNN makes a cuDNN handle on the GPU, and that failed. Usually there is no memory left for it, a cuDNN of another version was loaded, or an earlier error has broken CUDA in this process.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Try one convolution in a fresh kernel'),
        detail: trans.__(
          'If it works, memory or an earlier error is to blame; if not, the installation is.'
        ),
        code: 'import torch\nprint(torch.nn.Conv2d(3, 8, 3).cuda()(torch.ones(1, 3, 9, 9, device="cuda")).shape)'
      },
      whoHoldsMemory(trans),
      smallerBatch(trans),
      matchingBuild(trans),
      {
        safety: 'check',
        title: trans.__('Start Jupyter without foreign CUDA libraries'),
        detail: trans.__(
          'A path in LD_LIBRARY_PATH can replace the cuDNN that torch brings.'
        ),
        code: '$ env -u LD_LIBRARY_PATH jupyter lab'
      },
      withoutCudnn(trans),
      rerunBlocking(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If an earlier cell failed with a CUDA error, that one is the cause: restart the kernel.'
      )
    ],
    links: [LINKS.cudnn(trans), LINKS.cudnnFlags(trans), LINKS.install(trans)]
  })
});
