import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  smallerBatch,
  withoutCudnn,
  assertionIsTheCause
} from '../shared/advice';
import { statusSigns } from '../shared/library-status';

export default define({
  id: 'cuda/cudnn-execution-failed',
  answers: [
    'cuDNN error: CUDNN_STATUS_EXECUTION_FAILED',
    'RuntimeError: CUDNN_STATUS_EXECUTION_FAILED'
  ],
  late: true,
  signs: statusSigns('CUDNN', 'EXECUTION_FAILED'),
  words: trans => ({
    title: trans.__('A convolution or RNN failed while it ran in cuDNN'),
    cause: trans.__(
      'Usually the GPU ran out of memory, or an earlier kernel failed (an id or index out of range) and cuDNN only noticed. A torch built for another GPU or a foreign cuDNN does it as well.'
    ),
    fixes: [
      withoutCudnn(trans),
      smallerBatch(trans),
      rerunBlocking(trans),
      {
        safety: 'diagnostic',
        title: trans.__('Check ids against the embedding before an RNN'),
        code: 'print(ids.min().item(), ids.max().item(), embedding.num_embeddings)'
      },
      matchingBuild(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      assertionIsTheCause(trans),
      trans.__(
        'If it works without cuDNN and with the same batch, it is neither memory nor your code.'
      )
    ],
    links: [LINKS.cudnn(trans), LINKS.cudnnFlags(trans)]
  })
});
