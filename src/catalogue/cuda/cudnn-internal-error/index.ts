import type { IFix, ITranslate } from '../../../diagnosis/types';
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

function fixes(trans: ITranslate): IFix[] {
  return [
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
  ];
}

export default define({
  id: 'cuda/cudnn-internal-error',
  answers: [
    'cuDNN error: CUDNN_STATUS_INTERNAL_ERROR',
    'cuDNN error: CUDNN_STATUS_ALLOC_FAILED',
    'RuntimeError: CUDNN_STATUS_INTERNAL_ERROR'
  ],
  late: true,
  kinds: {
    internal: {
      signs: statusSigns('CUDNN', 'INTERNAL_ERROR'),
      words: trans => ({
        title: trans.__('cuDNN failed inside, usually for lack of memory'),
        cause: trans.__(
          'cuDNN gives no reason. Usually the GPU had no memory left for its workspace; an earlier failed kernel, or a cuDNN that does not fit the GPU or the driver, ends the same way.'
        ),
        fixes: fixes(trans)
      })
    },
    memory: {
      signs: statusSigns('CUDNN', 'ALLOC_FAILED'),
      words: trans => ({
        title: trans.__('cuDNN got no memory on the GPU'),
        cause: trans.__(
          'cuDNN needs memory of its own beside the tensors, and the GPU had none left.'
        ),
        fixes: fixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If it fails in a fresh kernel with an empty GPU, it is the installation and not memory.'
      )
    ],
    links: [LINKS.cudnn(trans), LINKS.cudnnFlags(trans), LINKS.memory(trans)]
  })
});
