import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { withoutPinning } from '../../shared/edits/loader';

/** aten/src/ATen/native/Memory.cpp and its forerunners. */
const PINNED =
  /cannot pin ["'](?<type>torch\.(?:cuda\.)?\w{1,30})["'] only dense CPU tensors can be pinned/;

/** torch/csrc/StorageSharing.cpp: the driver shares no memory of the GPU. */
const SHARED =
  /(?:\(801\)|\(71\)|error=(?:801|71)) ?: ?operation not supported at \S{0,200}StorageSharing|StorageSharing\.cpp line=\d{1,5} error=(?:801|71) ?: ?operation not supported/;

/** torch/multiprocessing/reductions.py. */
const GRAPH =
  /Cowardly refusing to serialize non-leaf tensor which requires_grad/;

function keepOnCpu(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Keep the data on the CPU, move each batch'),
    code: 'for x, y in loader:\n    x, y = x.to(device), y.to(device)'
  };
}

function leaveOnGpu(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Or leave it there: no pinning, no workers'),
    code: 'loader = DataLoader(dataset, batch_size=32, pin_memory=False, num_workers=0)',
    edit: withoutPinning
  };
}

/** Tensors on a GPU, or with a graph, on their way through a loader. */
export default define({
  id: 'dataloader/gpu-samples',
  answers: [
    "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned",
    'cuda runtime error (801) : operation not supported at ..\\torch/csrc/generic/StorageSharing.cpp:247',
    'Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process boundaries.'
  ],
  refines: [
    'dataloader/worker-exception',
    'dataloader/pin-memory-thread',
    'cuda/runtime-error'
  ],
  values: ['type'],
  kinds: {
    pinned: {
      signs: messageOrLog(PINNED),
      words: (trans, { type = 'torch.cuda.FloatTensor' }) => ({
        title: trans.__('The loader’s samples are on the GPU already'),
        cause: trans.__(
          'pin_memory=True prepares batches in the memory of the CPU for the way to the GPU. The dataset returns %1, which is there already.',
          type
        ),
        fixes: [keepOnCpu(trans), leaveOnGpu(trans)]
      })
    },
    shared: {
      signs: messageOrLog(SHARED),
      words: trans => ({
        title: trans.__('The loader’s samples are on the GPU already'),
        cause: trans.__(
          'A tensor on the GPU goes from one process to another, and this system cannot share the memory of a GPU. Windows and WSL cannot.'
        ),
        fixes: [keepOnCpu(trans), leaveOnGpu(trans)]
      })
    },
    graph: {
      signs: messageOrLog(GRAPH),
      words: trans => ({
        title: trans.__('A tensor with a graph cannot change the process'),
        cause: trans.__(
          'A worker sends a tensor that was computed from parameters. Its graph stays behind in the worker, so PyTorch refuses.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Detach the tensor before it leaves the process'),
            code: 'return embedding.detach()'
          },
          {
            safety: 'check',
            title: trans.__('Or compute it in the training loop'),
            detail: trans.__(
              'The dataset then returns numbers only, and the gradient flows.'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Cannot re-initialize CUDA in forked subprocess” is another error: a worker used CUDA itself.'
      )
    ],
    links: [
      { title: trans.__('PyTorch: torch.utils.data'), url: LINKS.data },
      {
        title: trans.__('PyTorch: sharing between processes'),
        url: LINKS.sharing
      }
    ]
  })
});
