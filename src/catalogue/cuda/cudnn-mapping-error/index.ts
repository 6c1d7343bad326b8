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
  id: 'cuda/cudnn-mapping-error',
  answers: [
    'RuntimeError: CUDNN_STATUS_MAPPING_ERROR',
    'cuDNN error: CUDNN_STATUS_MAPPING_ERROR',
    'failed to enqueue ... CUDNN_STATUS_MAPPING_ERROR'
  ],
  late: true,
  signs: statusSigns('CUDNN', 'MAPPING_ERROR'),
  words: trans => ({
    title: trans.__('cuDNN could not reach the memory it was given'),
    cause: trans.__(
      'Usual: the batch is too large, the model is still on the CPU while the input is on the GPU, a cuDNN bug with Conv3d, or versions of torch, torchvision and CUDA that do not fit. An index out of range in an earlier kernel shows up here too.'
    ),
    fixes: [
      smallerBatch(trans),
      {
        safety: 'check',
        title: trans.__('Move the model to the GPU when it is final'),
        detail: trans.__(
          'Layers or weights that are added or replaced after model.cuda() stay on the CPU.'
        ),
        code: 'model = model.to("cuda")  # after the last change, before the optimiser\nprint({p.device for p in model.parameters()}, x.device)'
      },
      withoutCudnn(trans),
      rerunBlocking(trans),
      matchingBuild(trans)
    ]
  }),
  common: trans => ({
    notThis: [assertionIsTheCause(trans)],
    links: [
      {
        title: trans.__('PyTorch issue 27588: mapping error with Conv3d'),
        url: 'https://github.com/pytorch/pytorch/issues/27588'
      },
      LINKS.cudnn(trans),
      LINKS.cudnnFlags(trans)
    ]
  })
});
