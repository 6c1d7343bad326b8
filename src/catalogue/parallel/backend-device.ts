import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';

/** torch/csrc/distributed/c10d/ProcessGroup.hpp, since 2.0. */
const NO_BACKEND =
  /No backend type associated with device type (?<device>cpu|cuda|mps|xpu|npu|hpu)\b/;

/** ProcessGroupNCCL.cpp, all versions. */
const CUDA_ONLY =
  /Tensors must be CUDA and (?:dense|sparse)|(?:Only|only) (?:dense )?CUDA tensors are supported for nccl/;

const entry: IEntry = {
  id: 'parallel/backend-device',
  answers: [
    'No backend type associated with device type cpu',
    'Tensors must be CUDA and dense'
  ],
  refines: ['parallel/spawn-wrapper'],
  signs: [
    ...said(NO_BACKEND),
    ...said(CUDA_ONLY, { read: () => ({ device: 'cpu' }) })
  ],
  page(trans, { device = 'cpu' }) {
    const isCpu = device === 'cpu';
    return {
      title: isCpu
        ? trans.__('A tensor on the CPU was given to NCCL')
        : trans.__('The ranks have no backend for tensors on %1', device),
      cause: isCpu
        ? trans.__(
            'The ranks talk through NCCL, which moves tensors between GPUs only, and the tensor of this operation is on the CPU. Often a metric, a flag or a loaded optimizer state that was never moved.'
          )
        : trans.__(
            'The backend that was given to init_process_group does not move tensors on %1. gloo is for the CPU, NCCL for NVIDIA’s and AMD’s GPUs.',
            device
          ),
      fixes: [
        ...(isCpu
          ? [
              {
                safety: 'safe' as const,
                title: trans.__('Move the tensor to the GPU first'),
                code: 'value = value.to(local_rank)\ndist.all_reduce(value)'
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__('Set up a backend for each kind of tensor'),
          detail: trans.__('Since torch 2.0.'),
          code: "dist.init_process_group('cpu:gloo,cuda:nccl')"
        },
        {
          safety: 'diagnostic',
          title: trans.__('See which tensor it is'),
          code: 'print(value.device, dist.get_backend())'
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'No backend type associated with device type cpu',
      torch: '2.1',
      origin: 'reference',
      values: { device: 'cpu' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'No backend type associated with device type mps',
      torch: '2.4',
      origin: 'reference',
      values: { device: 'mps' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Tensors must be CUDA and dense',
      torch: '1.10',
      origin: 'reference',
      values: { device: 'cpu' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'No backend available: neither PyQt5 nor Tk is installed'
    }
  ]
};

export default entry;
