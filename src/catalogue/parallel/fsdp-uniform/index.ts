import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { argumentThen, keywordGiven } from '../../shared/edits/calls';

/** torch/distributed/fsdp/_flat_param.py since 2.1, and its words of 1.12. */
const UNIFORM =
  /(?:Must flatten tensors with|`?FlatParameter`? requires) uniform (?:`?(?<gradient>requires_grad)`?|dtype(?: but got (?<first>torch\.\w{1,20}) and (?<second>torch\.\w{1,20}))?)/;

/** The same file: 4-bit weights are packed into bytes. */
const INTEGER = /Cannot flatten integer dtype tensors/i;

/** Whole numbers, in which quantised weights are packed. */
function isPacked(type: string | undefined): boolean {
  return /^torch\.u?int\d/.test(type ?? '');
}

/** As code calls it. */
const FSDP = ['FSDP', 'FullyShardedDataParallel'];

function otherFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See which weights differ'),
      code: 'for name, p in model.named_parameters():\n    print(name, p.dtype, p.requires_grad)'
    },
    {
      safety: 'check',
      title: trans.__('Wrap each block by itself, or take FSDP2'),
      detail: trans.__(
        'fully_shard keeps every parameter apart, so they may differ.'
      ),
      code: 'from torch.distributed.fsdp import fully_shard\n\nfor layer in model.layers:\n    fully_shard(layer)\nfully_shard(model)'
    }
  ];
}

export default define({
  id: 'parallel/fsdp-uniform',
  answers: [
    'ValueError: Must flatten tensors with uniform `requires_grad` when `use_orig_params=False`',
    'ValueError: Must flatten tensors with uniform dtype but got torch.bfloat16 and torch.float32',
    'ValueError: FlatParameter requires uniform dtype but got torch.float16 and torch.float32',
    'ValueError: Cannot flatten integer dtype tensors'
  ],
  beside: /Usually LoRA, or layers frozen by hand/,
  refines: ['parallel/spawn-wrapper'],
  values: ['first', 'second'],
  signs: messageOrLog(UNIFORM, {
    read: ({ gradient, first, second }) => ({
      kind: gradient
        ? 'gradient'
        : [first, second].some(isPacked)
          ? 'integer'
          : 'dtype',
      first,
      second
    })
  }),
  kinds: {
    dtype: {
      words: (trans, { first, second }) => ({
        title: trans.__('FSDP met two number types in one unit'),
        cause: trans.__(
          'FSDP joins the weights of each wrapped unit into one flat parameter, which has one number type; here it met %1.',
          first && second
            ? trans.__('%1 and %2', first, second)
            : trans.__('two')
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Give all weights one type before wrapping'),
            detail: trans.__(
              'For mixed precision pass mixed_precision to FSDP instead.'
            ),
            code: 'model = FSDP(model.to(torch.float32))',
            edit: argumentThen(FSDP, [0, 'module'], '.to(torch.float32)')
          },
          ...otherFixes(trans)
        ]
      })
    },
    gradient: {
      words: trans => ({
        title: trans.__('FSDP met frozen and trained weights in one unit'),
        cause: trans.__(
          'FSDP joins the weights of each wrapped unit into one flat parameter, and that can only be trained or frozen as a whole. Usually LoRA, or layers frozen by hand, mix the two.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Let FSDP keep the original parameters'),
            detail: trans.__(
              'From torch 2.1 on. In Accelerate: fsdp_use_orig_params: true.'
            ),
            code: 'model = FSDP(model, use_orig_params=True)',
            edit: keywordGiven(FSDP, 'use_orig_params', 'True')
          },
          ...otherFixes(trans)
        ]
      })
    },
    integer: {
      signs: messageOrLog(INTEGER),
      words: trans => ({
        title: trans.__('FSDP cannot shard weights stored as integers'),
        cause: trans.__(
          'FSDP joins the weights of each wrapped unit into one flat parameter of floating point numbers. Quantised weights (4 or 8 bit) are kept in integers, which no conversion of the model may touch.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('4 bits: store the packed weights in a float type'),
            detail: trans.__(
              'That of the rest of the model, which is loaded with the same dtype. For 8 bits there is no such option: load in 4.'
            ),
            code: 'BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_storage=torch.bfloat16)'
          },
          ...otherFixes(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The types differ between ranks, not between weights: then the ranks built different models.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: FullyShardedDataParallel'),
        url: 'https://docs.pytorch.org/docs/stable/fsdp.html'
      },
      {
        title: trans.__('PyTorch: fully_shard (FSDP2)'),
        url: 'https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html'
      }
    ]
  })
});
