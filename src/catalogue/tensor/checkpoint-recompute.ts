import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { told } from '../fix';
import { ofKind, said } from '../said';

/** torch/utils/checkpoint.py, `use_reentrant=False`. */
const DIFFERS =
  /Recomputed values for the following tensors have different metadata than during the forward pass/;

const META = String.raw`metadata: \{["']shape["']: torch\.Size\((?<$s>\[[\d, ]{0,60}\])\), ["']dtype["']: torch\.(?<$t>\w{1,20}), ["']device["']: device\((?<$d>[^()]{1,40})\)\}`;

const BOTH = new RegExp(
  `saved ${META.replace(/\$/g, 'saved')} recomputed ${META.replace(/\$/g, 'new')}`
);

const NUMBER =
  /A different number of tensors was saved during the original forward and recomputation|torch\.utils\.checkpoint: Unpack is being triggered for a tensor that was (?:either|already)/;

/** `use_reentrant=True`, both wordings. */
const GRAD =
  /Checkpointing is not compatible with \.grad\(\) or when an ["'`]inputs["'`] parameter is passed to \.backward\(\)|torch\.utils\.checkpoint is incompatible with \.grad\(\)/;

const USELESS =
  /none of output has requires_grad=True, this checkpoint\(\) is not necessary/;

const REENTRANT =
  'y = torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)';

function readDifference(groups: Values): Values {
  if (groups.savedt !== groups.newt) {
    return { before: groups.savedt, after: groups.newt, what: 'dtype' };
  }
  return groups.saveds === groups.news
    ? { before: groups.savedd, after: groups.newd }
    : { before: groups.saveds, after: groups.news };
}

/** Per kind: title, cause and fixes. */
type Words = readonly [title: string, cause: string, fixes: IFix[]];

function words(
  trans: ITranslate,
  { kind, before, after, what }: Values
): Words {
  switch (kind) {
    case 'grad':
      return [
        trans.__('This kind of checkpoint works with backward() only'),
        trans.__(
          'With use_reentrant=True a checkpoint computes its part again inside backward(). autograd.grad() and backward(inputs=…) do not go that way.'
        ),
        [
          {
            safety: 'safe',
            title: trans.__('Use the newer kind'),
            code: REENTRANT
          },
          {
            safety: 'safe',
            title: trans.__('In transformers the same'),
            code: "model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={'use_reentrant': False})"
          }
        ]
      ];
    case 'useless':
      return [
        trans.__('Nothing in the checkpointed part requires a gradient'),
        trans.__(
          'With use_reentrant=True at least one input and one output must require a gradient. With frozen layers (LoRA, a frozen encoder) the inputs often do not.'
        ),
        [
          {
            safety: 'safe',
            title: trans.__('Use the newer kind, which does not ask for it'),
            code: REENTRANT
          },
          {
            safety: 'check',
            title: trans.__(
              'transformers with PEFT: let the inputs require it'
            ),
            code: 'model.enable_input_require_grads()'
          }
        ]
      ];
    default:
      return [
        trans.__('A checkpoint computed something else the second time'),
        before !== undefined && after !== undefined
          ? trans.__(
              'Gradient checkpointing runs forward() again in backward(): a tensor that was %1 came back as %2. Usual: a cache or counter that the first run changed, autocast on in one run only, or choices at random.',
              before,
              after
            )
          : trans.__(
              'Gradient checkpointing runs forward() again in backward(), and this time other tensors came out. Usual: a cache or counter that the first run changed, autocast on in one run only, or choices at random.'
            ),
        [
          {
            safety: 'check',
            title: trans.__('Turn caches off while training'),
            code: 'model.config.use_cache = False  # transformers'
          },
          ...(what === 'dtype'
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
      ];
  }
}

const entry: IEntry = {
  id: 'tensor/checkpoint-recompute',
  answers: [
    'torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.',
    'torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.',
    'Checkpointing is not compatible with .grad() or when an `inputs` parameter is passed to .backward().',
    'none of output has requires_grad=True, this checkpoint() is not necessary'
  ],
  signs: [
    ...said(DIFFERS),
    ...said(BOTH, { read: readDifference }),
    ...said(NUMBER),
    ...said(GRAD, ofKind('grad')),
    ...said(USELESS, ofKind('useless'))
  ],
  page(trans, values) {
    return {
      ...told(words(trans, values)),
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
    };
  },
  examples: [
    {
      ename: 'CheckpointError',
      evalue:
        "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.\ntensor at position 0:\nsaved metadata: {'shape': torch.Size([2]), 'dtype': torch.float32, 'device': device(type='cpu')}\nrecomputed metadata: {'shape': torch.Size([1]), 'dtype': torch.float32, 'device': device(type='cpu')}\n.",
      torch: '2.13',
      origin: 'run',
      values: { before: '[2]', after: '[1]' }
    },
    {
      ename: 'CheckpointError',
      evalue:
        "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.\ntensor at position 7:\nsaved metadata: {'shape': torch.Size([8, 64]), 'dtype': torch.bfloat16, 'device': device(type='cuda', index=0)}\nrecomputed metadata: {'shape': torch.Size([8, 64]), 'dtype': torch.float32, 'device': device(type='cuda', index=0)}",
      torch: '2.1',
      origin: 'reference',
      values: { before: 'bfloat16', after: 'float32', what: 'dtype' }
    },
    {
      ename: 'CheckpointError',
      evalue:
        'torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.\nNumber of tensors saved during forward: 2\nNumber of tensors saved during recomputation: 1.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or call .backward() without passing the `inputs` argument.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'grad' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'none of output has requires_grad=True, this checkpoint() is not necessary',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'useless' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to mark a variable ready only once. Parameter at index 5 has been marked as ready twice.'
    },
    {
      ename: 'ValueError',
      evalue: 'Checkpoint metadata is different: saved metadata: {}'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.checkpoint import checkpoint',
      'cache = []',
      'def block(x):',
      '    cache.append(x.sin())',
      '    return torch.cat(cache).cos()',
      'x = torch.ones(2, requires_grad=True)',
      'checkpoint(block, x, use_reentrant=False).sum().backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.checkpoint import checkpoint',
      'def block(x):',
      '    return torch.cat([x.sin()]).cos()',
      'x = torch.ones(2, requires_grad=True)',
      'checkpoint(block, x, use_reentrant=False).sum().backward()'
    ].join('\n')
  }
};

export default entry;
