import type { IEntry, ITranslate, Values } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';

function words(
  trans: ITranslate,
  { process, mine, other, theirs, index, what }: Values
): { title: string; cause: string } {
  if (theirs === '0') {
    return {
      title: trans.__('DDP got nothing from rank %1', other),
      cause: trans.__(
        'DDP first asks every rank for its number of parameters, and of rank %1 it read 0. A model without trainable parameters is refused earlier, so usually the exchange between the GPUs does not work: peer-to-peer copies fail silently, or two ranks use one GPU.',
        other
      )
    };
  }
  if (what === 'strides') {
    return {
      title: trans.__('A weight lies in memory otherwise on another rank'),
      cause: trans.__(
        'Parameter %1 has the same size on the ranks but not the same order in memory. Usually one rank uses channels_last, or loaded weights that were saved so.',
        index
      )
    };
  }
  return {
    title:
      mine === undefined
        ? trans.__('The ranks built different models')
        : trans.__(
            'Rank %1 has %2 parameters, rank %3 has %4',
            process,
            mine,
            other,
            theirs
          ),
    cause: trans.__(
      'DistributedDataParallel needs the same trainable parameters with the same sizes on every rank. Usually a size is counted from the rank’s own data (vocabulary, classes), parts are frozen on some ranks only, or the files differ.'
    )
  };
}

/** torch/csrc/distributed/c10d/reducer.cpp `verify_params_across_processes`. */
const entry: IEntry = {
  id: 'parallel/ddp-model-differs',
  answers: [
    'DDP expects same model across all ranks, but Rank 0 has 128 params, while rank 1 has inconsistent 0 params.',
    'params[0] in this process with sizes [4, 2] appears not to match sizes of the same param in process 0.',
    'appears not to match strides of the same param in process 0'
  ],
  refines: ['parallel/spawn-wrapper'],
  signs: [
    ...said(
      /DDP expects same model across all ranks(?:, but Rank (?<process>\d{1,6}) has (?<mine>\d{1,9}) params, while rank (?<other>\d{1,6}) has inconsistent (?<theirs>\d{1,9}) params)?/
    ),
    ...said(
      /params\[(?<index>\d{1,6})\] in this process with sizes \[[\d, ]{0,80}\] appears not to match (?<what>sizes|strides) of the same param in process (?<other>\d{1,6})/
    )
  ],
  page(trans, values) {
    const lost = values.theirs === '0';
    return {
      ...words(trans, values),
      fixes: [
        ...(lost
          ? [
              {
                safety: 'diagnostic' as const,
                title: trans.__('Try without peer-to-peer copies'),
                detail: trans.__(
                  'If it runs then, the machine’s peer-to-peer access is broken (IOMMU, virtual machine, mixed cards); it costs some speed.'
                ),
                code: '$ NCCL_P2P_DISABLE=1 torchrun --nproc_per_node=2 train.py'
              },
              {
                safety: 'safe' as const,
                title: trans.__('Give each process its own GPU'),
                code: "local_rank = int(os.environ['LOCAL_RANK'])\ntorch.cuda.set_device(local_rank)"
              }
            ]
          : []),
        {
          safety: 'diagnostic',
          title: trans.__('Compare the models just before DDP'),
          code: 'trainable = [p for p in model.parameters() if p.requires_grad]\nprint(dist.get_rank(), len(trainable), [tuple(p.shape) for p in trainable][:5])'
        },
        ...(values.what === 'strides'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Use one memory format on every rank'),
                code: 'model = model.to(memory_format=torch.contiguous_format)'
              }
            ]
          : [
              {
                safety: 'check' as const,
                title: trans.__('Count on rank 0 and tell the others'),
                detail: trans.__(
                  'Freeze, add or replace layers on all ranks alike, before DDP wraps the model.'
                ),
                code: 'sizes = [len(vocabulary)]\ndist.broadcast_object_list(sizes, src=0)\nmodel = Net(sizes[0])'
              }
            ])
      ],
      notThis: [
        trans.__(
          'One rank failed before: its own error, further up, is the cause, and the others only lost it.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: DistributedDataParallel'),
          url: LINKS.ddp
        },
        {
          title: trans.__('NVIDIA: NCCL_P2P_DISABLE'),
          url: LINKS.ncclEnv
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ProcessRaisedException',
      evalue:
        '\n\n-- Process 1 terminated with the following error:\nTraceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/multiprocessing/spawn.py", line 87, in _wrap\n    fn(i, *args)\n  File "<ipython-input-1-a187656fabca>", line 8, in train\n    DistributedDataParallel(torch.nn.Linear(2, width))\n  File "/env/lib/python3.11/site-packages/torch/distributed/utils.py", line 286, in _verify_param_shape_across_processes\n    return dist._verify_params_across_processes(process_group, tensors, logger)\nRuntimeError: [1]: params[0] in this process with sizes [4, 2] appears not to match sizes of the same param in process 0.\n',
      torch: '2.13',
      origin: 'run',
      values: { index: '0', what: 'sizes', other: '0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'DDP expects same model across all ranks, but Rank 1 has 2 params, while rank 0 has inconsistent 1 params.',
      torch: '2.13',
      origin: 'run',
      values: { process: '1', mine: '2', other: '0', theirs: '1' }
    },
    {
      kind: 'text',
      stderr:
        'RuntimeError: DDP expects same model across all ranks, but Rank 0 has 24 params, while rank 1 has inconsistent 0 params.\n',
      torch: '2.0',
      origin: 'reference',
      values: { other: '1', theirs: '0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'params[12] in this process with sizes [64, 64, 1, 1] appears not to match strides of the same param in process 0.',
      torch: '1.13',
      origin: 'reference',
      values: { index: '12', what: 'strides' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss.'
    },
    {
      ename: 'ValueError',
      evalue:
        'loaded state dict contains a parameter group that doesn’t match the size of optimizer’s group'
    }
  ],
  reproduction: {
    raises: [
      'import tempfile, torch',
      'import torch.distributed as dist',
      'import torch.multiprocessing as mp',
      'from torch.nn.parallel import DistributedDataParallel',
      'def train(rank, folder):',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)",
      '    width = 3 + rank  # each rank counts for itself',
      '    DistributedDataParallel(torch.nn.Linear(2, width))',
      'with tempfile.TemporaryDirectory() as folder:',
      "    mp.start_processes(train, args=(folder,), nprocs=2, start_method='fork')"
    ].join('\n'),
    fixed: [
      'import tempfile, torch',
      'import torch.distributed as dist',
      'import torch.multiprocessing as mp',
      'from torch.nn.parallel import DistributedDataParallel',
      'def train(rank, folder):',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)",
      '    width = [3 + rank]',
      '    dist.broadcast_object_list(width, src=0)',
      '    DistributedDataParallel(torch.nn.Linear(2, width[0]))',
      '    dist.destroy_process_group()',
      'with tempfile.TemporaryDirectory() as folder:',
      "    mp.start_processes(train, args=(folder,), nprocs=2, start_method='fork')"
    ].join('\n')
  }
};

export default entry;
