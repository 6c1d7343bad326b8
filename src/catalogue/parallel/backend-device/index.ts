import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { optionSet } from '../../shared/edits/options';

/** torch/csrc/distributed/c10d/ProcessGroup.hpp, since 2.0. */
const NO_BACKEND =
  /No backend type associated with device type (?<device>cpu|cuda|mps|xpu|npu|hpu)\b/;

/** ProcessGroupNCCL.cpp, all versions. */
const CUDA_ONLY =
  /Tensors must be CUDA and (?:dense|sparse)|(?:Only|only) (?:dense )?CUDA tensors are supported for nccl/;

function backendPerDevice(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Set up a backend for each kind of tensor'),
    edit: optionSet(
      ['init_process_group'],
      [0, 'backend'],
      "'cpu:gloo,cuda:nccl'"
    ),
    detail: trans.__('Since torch 2.0.'),
    code: "dist.init_process_group('cpu:gloo,cuda:nccl')"
  };
}

function seeTensor(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which tensor it is'),
    code: 'print(value.device, dist.get_backend())'
  };
}

export default define({
  id: 'parallel/backend-device',
  answers: [
    'No backend type associated with device type cpu',
    'Tensors must be CUDA and dense'
  ],
  refines: ['parallel/spawn-wrapper'],
  values: ['device'],
  signs: messageOrLog(NO_BACKEND, {
    read: ({ device }) => ({ kind: device === 'cpu' ? 'cpu' : 'other', device })
  }),
  kinds: {
    cpu: {
      signs: messageOrLog(CUDA_ONLY),
      words: trans => ({
        title: trans.__('A tensor on the CPU was given to NCCL'),
        cause: trans.__(
          'The ranks talk through NCCL, which moves tensors between GPUs only, and the tensor of this operation is on the CPU. Often a metric, a flag or a loaded optimizer state that was never moved.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Move the tensor to the GPU first'),
            code: 'value = value.to(local_rank)\ndist.all_reduce(value)'
          },
          backendPerDevice(trans),
          seeTensor(trans)
        ]
      })
    },
    other: {
      words: (trans, { device }) => ({
        title: trans.__('The ranks have no backend for tensors on %1', device),
        cause: trans.__(
          'The backend that was given to init_process_group does not move tensors on %1. gloo is for the CPU, NCCL for NVIDIA’s and AMD’s GPUs.',
          device
        ),
        fixes: [backendPerDevice(trans), seeTensor(trans)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'In Lightning a metric that is logged with sync_dist=True must be on the GPU, too.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: backends of torch.distributed'),
        url: `${LINKS.distributed}#backends`
      }
    ]
  })
});
