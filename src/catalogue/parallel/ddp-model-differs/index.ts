import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';

function compareModels(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the models just before DDP'),
    code: 'trainable = [p for p in model.parameters() if p.requires_grad]\nprint(dist.get_rank(), len(trainable), [tuple(p.shape) for p in trainable][:5])'
  };
}

function countOnce(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Count on rank 0 and tell the others'),
    detail: trans.__(
      'Freeze, add or replace layers on all ranks alike, before DDP wraps the model.'
    ),
    code: 'sizes = [len(vocabulary)]\ndist.broadcast_object_list(sizes, src=0)\nmodel = Net(sizes[0])'
  };
}

/** torch/csrc/distributed/c10d/reducer.cpp `verify_params_across_processes`. */
export default define({
  id: 'parallel/ddp-model-differs',
  answers: [
    'DDP expects same model across all ranks, but Rank 0 has 128 params, while rank 1 has inconsistent 0 params.',
    'params[0] in this process with sizes [4, 2] appears not to match sizes of the same param in process 0.',
    'appears not to match strides of the same param in process 0'
  ],
  refines: ['parallel/spawn-wrapper'],
  values: ['process', 'mine', 'other', 'theirs', 'index'],
  signs: [
    ...messageOrLog(
      /DDP expects same model across all ranks(?:, but Rank (?<process>\d{1,6}) has (?<mine>\d{1,9}) params, while rank (?<other>\d{1,6}) has inconsistent (?<theirs>\d{1,9}) params)?/,
      {
        read: groups => ({
          ...groups,
          kind: groups.theirs === '0' ? 'nothing' : 'models'
        })
      }
    ),
    ...messageOrLog(
      /params\[(?<index>\d{1,6})\] in this process with sizes \[[\d, ]{0,80}\] appears not to match (?<what>sizes|strides) of the same param in process \d{1,6}/,
      {
        read: ({ index, what }) => ({
          index,
          kind: what === 'strides' ? 'strides' : 'models'
        })
      }
    )
  ],
  kinds: {
    models: {
      words: (trans, { process, mine, other, theirs }) => ({
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
        ),
        fixes: [compareModels(trans), countOnce(trans)]
      })
    },
    nothing: {
      words: (trans, { other }) => ({
        title: trans.__('DDP got nothing from rank %1', other),
        cause: trans.__(
          'DDP first asks every rank for its number of parameters, and of rank %1 it read 0. A model without trainable parameters is refused earlier, so usually the exchange between the GPUs does not work: peer-to-peer copies fail silently, or two ranks use one GPU.',
          other
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Try without peer-to-peer copies'),
            detail: trans.__(
              'If it runs then, the machine’s peer-to-peer access is broken (IOMMU, virtual machine, mixed cards); it costs some speed.'
            ),
            code: '$ NCCL_P2P_DISABLE=1 torchrun --nproc_per_node=2 train.py'
          },
          {
            safety: 'safe',
            title: trans.__('Give each process its own GPU'),
            code: "local_rank = int(os.environ['LOCAL_RANK'])\ntorch.cuda.set_device(local_rank)"
          },
          compareModels(trans),
          countOnce(trans)
        ]
      })
    },
    strides: {
      words: (trans, { index }) => ({
        title: trans.__('The memory layout of a weight differs between ranks'),
        cause: trans.__(
          'Parameter %1 has the same size on the ranks but not the same order in memory. Usually one rank uses channels_last, or loaded weights that were saved so.',
          index
        ),
        fixes: [
          compareModels(trans),
          {
            safety: 'check',
            title: trans.__('Use one memory format on every rank'),
            code: 'model = model.to(memory_format=torch.contiguous_format)'
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
