import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';
import type { Values } from '../../../diagnosis/types';
import { keywordGiven } from '../../shared/edits/calls';

/** torch/utils/checkpoint.py describes a tensor; `$` names the groups. */
const META = String.raw`metadata: \{["']shape["']: torch\.Size\((?<$s>\[[\d, ]{0,60}\])\), ["']dtype["']: torch\.(?<$t>\w{1,20}), ["']device["']: device\((?<$d>[^()]{1,40})\)\}`;

const BOTH = new RegExp(
  `saved ${META.replace(/\$/g, 'saved')} recomputed ${META.replace(/\$/g, 'new')}`
);

/** The first property in which the saved and the new tensor differ. */
function readDifference(
  groups: Values
): ValuesOf<'before' | 'after' | 'property'> {
  if (groups.savedt !== groups.newt) {
    return { before: groups.savedt, after: groups.newt, property: 'dtype' };
  }
  return groups.saveds === groups.news
    ? { before: groups.savedd, after: groups.newd }
    : { before: groups.saveds, after: groups.news };
}

const NOT_REENTRANT =
  'y = torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)';

export default define({
  id: 'tensor/checkpoint-recompute',
  answers: [
    'torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.',
    'torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.',
    'Checkpointing is not compatible with .grad() or when an `inputs` parameter is passed to .backward().',
    'none of output has requires_grad=True, this checkpoint() is not necessary'
  ],
  beside: /the inputs often do not/,
  values: ['before', 'after', 'property'],
  kinds: {
    // torch/utils/checkpoint.py, `use_reentrant=False`.
    recomputed: {
      signs: [
        ...messageOrLog(
          /Recomputed values for the following tensors have different metadata than during the forward pass/
        ),
        ...messageOrLog(BOTH, { read: readDifference }),
        ...messageOrLog(
          /A different number of tensors was saved during the original forward and recomputation|torch\.utils\.checkpoint: Unpack is being triggered for a tensor that was (?:either|already)/
        )
      ],
      words: (trans, { before, after, property }) => ({
        title: trans.__('A checkpoint computed something else the second time'),
        cause:
          before !== undefined && after !== undefined
            ? trans.__(
                'Gradient checkpointing runs forward() again in backward(): a tensor that was %1 came back as %2. Usual: a cache or counter that the first run changed, autocast on in one run only, or choices at random.',
                before,
                after
              )
            : trans.__(
                'Gradient checkpointing runs forward() again in backward(), and this time other tensors came out. Usual: a cache or counter that the first run changed, autocast on in one run only, or choices at random.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Turn caches off while training'),
            code: 'model.config.use_cache = False  # transformers'
          },
          ...(property === 'dtype'
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__('Keep autocast around the forward alone'),
                  detail: trans.__(
                    'Weights that are cast or moved between forward and backward have the same effect.'
                  ),
                  code: "with torch.autocast('cuda', dtype=torch.bfloat16):\n    loss = model(**batch).loss\nloss.backward()"
                }
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('Make forward() the same each time'),
            detail: trans.__(
              'No counters, no buffers changed in it, no random numbers but torch’s own, no “if” that depends on them.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which operation differs'),
            code: 'with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):\n    loss = model(x).sum()\n    loss.backward()'
          }
        ]
      })
    },
    grad: {
      // `use_reentrant=True`, both wordings.
      signs: messageOrLog(
        /Checkpointing is not compatible with \.grad\(\) or when an ["'`]inputs["'`] parameter is passed to \.backward\(\)|torch\.utils\.checkpoint is incompatible with \.grad\(\)/
      ),
      words: trans => ({
        title: trans.__('This kind of checkpoint works with backward() only'),
        cause: trans.__(
          'With use_reentrant=True a checkpoint computes its part again inside backward(). autograd.grad() and backward(inputs=…) do not go that way.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use the newer kind'),
            edit: keywordGiven(['checkpoint'], 'use_reentrant', 'False'),
            code: NOT_REENTRANT
          },
          {
            safety: 'safe',
            title: trans.__('In transformers the same'),
            code: "model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={'use_reentrant': False})"
          }
        ]
      })
    },
    useless: {
      signs: messageOrLog(
        /none of output has requires_grad=True, this checkpoint\(\) is not necessary/
      ),
      words: trans => ({
        title: trans.__('Nothing in the checkpointed part requires a gradient'),
        cause: trans.__(
          'With use_reentrant=True at least one input and one output must require a gradient. With frozen layers (LoRA, a frozen encoder) the inputs often do not.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use the newer kind, which does not ask for it'),
            edit: keywordGiven(['checkpoint'], 'use_reentrant', 'False'),
            code: NOT_REENTRANT
          },
          {
            safety: 'check',
            title: trans.__(
              'transformers with PEFT: let the inputs require it'
            ),
            code: 'model.enable_input_require_grads()'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'With DistributedDataParallel and “marked as ready twice”: there the checkpoint and the reducer stand in each other’s way.'
      ),
      trans.__(
        'A checkpoint that is a file: torch.load() and load_state_dict() have other errors.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.utils.checkpoint'),
        url: 'https://docs.pytorch.org/docs/stable/checkpoint.html'
      }
    ]
  })
});
