import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { textFrom } from '../../shared/text-from';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { keywordGiven } from '../../shared/edits/calls';

/** With TORCH_DISTRIBUTED_DEBUG the message has the names too. */
function readParameters(_: Values, reading: IReading): Values {
  const names = textFrom(reading, 'Parameters which did not receive grad');
  const indices = textFrom(reading, 'Parameter indices which did not receive');
  return {
    names: /rank \d+: ([\w.]+(?:, [\w.]+){0,5})/.exec(names)?.[1],
    indices: /rank \d+: (\d[\d ]*)/.exec(indices)?.[1].trim()
  };
}

/** torch/csrc/distributed/c10d/reducer.cpp. */
export default define({
  id: 'parallel/ddp-unused',
  answers: [
    'Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss.',
    'Parameter indices which did not receive grad for rank 0: 2 3'
  ],
  values: ['indices', 'names'],
  signs: [
    ...messageOrLog(
      /Expected to have finished reduction in the prior iteration|parameters that were not used in producing (?:the )?loss|Parameter(?: indice)?s which did not receive grad for rank/,
      { read: readParameters }
    )
  ],
  words: (trans, { indices, names }) => {
    const which = names ?? indices;
    return {
      title: trans.__('Some parameters took no part in the loss'),
      cause:
        which === undefined
          ? trans.__(
              'DistributedDataParallel waits for the gradient of every parameter in each step, and some got none: a branch that forward() did not take, a layer that is never called, or an output that the loss leaves out.'
            )
          : trans.__(
              'DistributedDataParallel waits for the gradient of every parameter in each step, and these got none: %1 (in the order of model.parameters()). A branch was not taken, a layer is never called, or the loss leaves an output out.',
              which
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Let DDP look for unused parameters'),
          detail: trans.__('Costs some time in each step.'),
          code: 'DistributedDataParallel(model, device_ids=[rank], find_unused_parameters=True)',
          edit: keywordGiven(
            ['DistributedDataParallel', 'DDP'],
            'find_unused_parameters',
            'True'
          )
        },
        {
          safety: 'check',
          title: trans.__('Better: remove or freeze what is never used'),
          detail: trans.__(
            'Before the model is wrapped. Use every output of forward() in the loss.'
          ),
          code: 'for parameter in model.old_head.parameters():\n    parameter.requires_grad_(False)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Name the parameters without a gradient'),
          detail: trans.__(
            'After backward() of the model without DDP. TORCH_DISTRIBUTED_DEBUG=DETAIL prints them too.'
          ),
          code: 'print([n for n, p in model.named_parameters() if p.requires_grad and p.grad is None])'
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The message says “ready only once”: then a parameter was used twice, not left out.'
      ),
      trans.__(
        'An earlier step failed on another rank: then this is only what the others saw.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: DistributedDataParallel, find_unused_parameters'
        ),
        url: LINKS.ddp
      }
    ]
  })
});
