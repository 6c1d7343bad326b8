import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordsTaken } from '../../shared/edits/calls';

export default define({
  id: 'parallel/static-graph',
  answers: [
    'Your training graph has changed in this iteration, e.g., one parameter is unused in first iteration, but then got used in the second iteration. this is not compatible with static_graph set to True.'
  ],
  signs: messageOrLog(
    /Your training graph has changed in this iteration|this is not compatible with static_graph set to True/
  ),
  words: trans => ({
    title: trans.__('static_graph was promised, but the graph changes'),
    cause: trans.__(
      'With static_graph=True DDP relies on the same parameters taking part in each step. Here one took part in this step and not in the first, or the other way round.'
    ),
    fixes: [
      {
        ...check(
          trans.__('Take the promise back'),
          'model = DDP(model, find_unused_parameters=True)  # no static_graph, no _set_static_graph()'
        ),
        edit: keywordsTaken(
          ['DDP', 'DistributedDataParallel'],
          ['static_graph']
        )
      },
      check(
        trans.__('Or let all parameters take part in each step'),
        'loss = loss + 0 * sum(p.sum() for p in model.parameters())',
        trans.__(
          'Look for an if in forward(), and for layers that are frozen or dropped later.'
        )
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'With checkpointed layers, use_reentrant=False needs no static_graph.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: DistributedDataParallel, static_graph'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.parallel.DistributedDataParallel.html'
      }
    ]
  })
});
