import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { everyKeyword, keywordGiven } from '../../shared/edits/calls';

/** torch/csrc/distributed/c10d/reducer.cpp, the other way round. */
export default define({
  id: 'parallel/ddp-ready-twice',
  answers: [
    'Expected to mark a variable ready only once.',
    'Parameter at index 1 with name a.bias has been marked as ready twice.'
  ],
  values: ['name', 'index'],
  signs: [
    ...messageOrLog(/Expected to mark a variable ready only once/),
    ...messageOrLog(
      /Parameter at index (?<index>\d+)(?: with name (?<name>[\w.]+))? has been marked as ready twice/
    )
  ],
  words: (trans, { name, index }) => {
    const which = name ?? index;
    return {
      title: trans.__('DDP got one parameter’s gradient twice in a step'),
      cause:
        which === undefined
          ? trans.__(
              'DistributedDataParallel expects each parameter’s gradient once per backward pass. Usual reasons: reentrant checkpointing, a parameter used outside forward(), or find_unused_parameters together with either.'
            )
          : trans.__(
              'DistributedDataParallel expects each parameter’s gradient once per backward pass, and %1 came twice. Usual reasons: reentrant checkpointing, a parameter used outside forward(), or find_unused_parameters together with either.',
              which
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Checkpoint without reentrant autograd'),
          detail: trans.__(
            'transformers: gradient_checkpointing_kwargs={"use_reentrant": False}.'
          ),
          code: 'checkpoint(block, x, use_reentrant=False)',
          edit: everyKeyword(['checkpoint'], 'use_reentrant', 'False')
        },
        {
          safety: 'check',
          title: trans.__('Turn find_unused_parameters off if all are used'),
          code: 'DistributedDataParallel(model, find_unused_parameters=False)'
        },
        {
          safety: 'check',
          title: trans.__('The same graph in every step: say so'),
          code: 'DistributedDataParallel(model, static_graph=True)',
          edit: keywordGiven(
            ['DistributedDataParallel', 'DDP'],
            'static_graph',
            'True'
          )
        },
        {
          safety: 'diagnostic',
          title: trans.__('Let DDP name the parameter'),
          code: '$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc_per_node=2 train.py'
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The message says “finished reduction in the prior iteration”: then a parameter got no gradient at all.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: DistributedDataParallel, static_graph'),
        url: LINKS.ddp
      },
      {
        title: trans.__('PyTorch: checkpoint, use_reentrant'),
        url: 'https://docs.pytorch.org/docs/stable/checkpoint.html'
      }
    ]
  })
});
