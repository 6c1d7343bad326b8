import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { failedAt, passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { pairReplaced } from '../../shared/edits/expressions';

/** ATen's embedding and convolution: a weight of one dimension, as an emptied one. */
const EMPTY =
  /['"]?weight['"]? must be 2-D|\bweight should have at least three dimensions/;

/** transformers/modeling_utils.py and accelerate: the parameter has no element. */
const LOAD =
  /Trying to set a tensor of shape torch\.Size\(\[(?<shape>[\d, ]{1,60})\]\) in "[\w.]{1,100}" \(which has shape torch\.Size\(\[0\]\)\)/;

/** torch/nn/modules/module.py; a buffer that is filled later is empty as well. */
const COPIED =
  /size mismatch for [\w.]{1,200}: copying a param with shape torch\.Size\(\[(?<shape>[\d, ]{1,60})\]\) from checkpoint, the shape in current model is torch\.Size\(\[0\]\)/;

/** c10/core/TensorImpl.h. */
const UNALLOCATED =
  /tensor has a non-zero number of elements, but its data is not allocated yet/;

/** deepspeed/runtime/utils.py, get_only_unique_item. */
const UNIQUE =
  /expected there to be only one unique element in <generator object/;

function isSharded(reading: IReading): boolean {
  return [
    'deepspeed',
    'DeepSpeed',
    'zero3',
    'ZeRO-3',
    'zero_stage',
    'fsdp',
    'FSDP',
    'FullyShardedDataParallel',
    'fully_shard'
  ].some(word => reading.mentions(word));
}

const notSharded = (reading: IReading): boolean => !isSharded(reading);

/** F.embedding or F.conv2d was called itself, not by a layer of torch. */
function calledByHand(reading: IReading): boolean {
  return (
    failedAt(/\b(?:embedding|conv(?:_transpose)?[123]d)\(/, reading) &&
    !passedThrough(reading, /\bnn\/modules\/(?:conv|sparse)\.py/)
  );
}

/** Nothing is sharded, and nothing says that the weight was made by hand. */
function perhapsSharded(reading: IReading): boolean {
  return notSharded(reading) && !calledByHand(reading);
}

function shardingFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Gather the weight while it is used (ZeRO-3)'),
      detail: trans.__(
        'All processes must enter the block together; modifier_rank=0 where the weight is changed in it.'
      ),
      code: 'import deepspeed\nwith deepspeed.zero.GatheredParameters(list(layer.parameters()), modifier_rank=0):\n    ...  # read, load or initialise layer.weight here'
    },
    {
      safety: 'check',
      title: trans.__('Call the wrapped model, not a part of it'),
      detail: trans.__(
        'The hooks that gather the weights run only in the forward of the wrapped model: not for model.module, nor for F.embedding(x, layer.weight).'
      ),
      code: 'output = model(x)\n# FSDP, outside of forward:\nwith FSDP.summon_full_params(model):\n    ...'
    },
    {
      safety: 'check',
      title: trans.__('Or shard less'),
      edit: pairReplaced('stage', '3', '2'),
      detail: trans.__(
        'ZeRO-2 keeps the weights whole in each process, where the memory allows it.'
      ),
      code: '"zero_optimization": {"stage": 2}'
    },
    {
      safety: 'diagnostic',
      title: trans.__('See which weights are empty here'),
      code: 'for name, parameter in model.named_parameters():\n    if parameter.numel() == 0:\n        print(name, tuple(parameter.shape), getattr(parameter, "ds_shape", None))'
    }
  ];
}

function setByHand(trans: ITranslate): string {
  return trans.__(
    'Without ZeRO-3 or FSDP, look for the line that sets the weight: something of another shape was put there by hand.'
  );
}

export default define({
  id: 'parallel/sharded-parameter',
  answers: [
    "RuntimeError: 'weight' must be 2-D",
    'RuntimeError: weight should have at least three dimensions',
    'ValueError: Trying to set a tensor of shape torch.Size([32000, 4096]) in "weight" (which has shape torch.Size([0])), this look incorrect.',
    'RuntimeError: The tensor has a non-zero number of elements, but its data is not allocated yet.',
    'RuntimeError: expected there to be only one unique element in <generator object Init._convert_to_deepspeed_param'
  ],
  refines: ['parallel/spawn-wrapper', 'model/state-dict-size'],
  values: ['shape'],
  kinds: {
    empty: {
      signs: messageOrLog(EMPTY, { when: isSharded, confidence: 'likely' }),
      words: trans => ({
        title: trans.__('A sharded weight is used while it is empty'),
        cause: trans.__(
          'ZeRO-3 and FSDP keep only a shard of each weight and gather the whole one while its module’s forward runs; outside it has no elements or is flat. This layer met its weight in that state.'
        ),
        fixes: shardingFixes(trans),
        notThis: [setByHand(trans)]
      })
    },
    load: {
      signs: [
        ...messageOrLog(LOAD, { confidence: 'likely' }),
        ...messageOrLog(COPIED, { when: isSharded, confidence: 'likely' })
      ],
      words: (trans, { shape }) => ({
        title: trans.__('Weights are loaded into an emptied parameter'),
        cause: trans.__(
          'The file holds a weight of shape %1, but the parameter it belongs to has no elements: DeepSpeed ZeRO-3 keeps its shards elsewhere. The weights were loaded without gathering the parameter first.',
          shape ? `[${shape}]` : trans.__('its full size')
        ),
        fixes: shardingFixes(trans),
        notThis: [setByHand(trans)]
      })
    },
    unique: {
      signs: messageOrLog(UNIQUE),
      words: trans => ({
        title: trans.__('ZeRO-3 gathers tensors of different kinds'),
        cause: trans.__(
          'DeepSpeed joins parameters into one buffer, and those it was given differ in number type or device. Usually an adapter or a new layer was added in another dtype, or after the model was sharded.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Bring all parameters to one dtype first'),
            detail: trans.__(
              'Before deepspeed.initialize or the Trainer gets the model, adapters and new layers included.'
            ),
            code: 'model = model.to(torch.bfloat16)\nprint({p.dtype for p in model.parameters()})'
          },
          ...shardingFixes(trans)
        ],
        notThis: [setByHand(trans)]
      })
    },
    dimensions: {
      signs: messageOrLog(EMPTY, {
        when: perhapsSharded,
        confidence: 'possible'
      }),
      words: trans => ({
        title: trans.__('The weight has the wrong number of dimensions'),
        cause: trans.__(
          'An embedding needs a weight of two dimensions, a convolution one of three or more. Usually ZeRO-3 or FSDP keeps only a flat or empty shard of it here; else something of another shape was put in its place by hand.'
        ),
        fixes: shardingFixes(trans),
        notThis: [setByHand(trans)]
      })
    },
    unallocated: {
      signs: [
        ...messageOrLog(UNALLOCATED, {
          when: isSharded,
          confidence: 'likely'
        }),
        ...messageOrLog(UNALLOCATED, {
          when: notSharded,
          confidence: 'possible'
        })
      ],
      words: trans => ({
        title: trans.__('A tensor is used whose memory was given back'),
        cause: trans.__(
          'The tensor has a shape but no memory behind it. FSDP frees a weight when its module’s forward ends; torch.compile and export use such tensors too, while they trace a custom kernel.'
        ),
        fixes: shardingFixes(trans),
        notThis: [
          trans.__(
            'Without FSDP, under torch.compile or export: the custom kernel must be wrapped as a custom operator.'
          )
        ]
      })
    }
  },
  common: trans => ({
    links: [
      {
        title: trans.__('DeepSpeed: ZeRO-3, gathering parameters'),
        url: 'https://deepspeed.readthedocs.io/en/stable/zero3.html'
      },
      {
        title: trans.__('PyTorch: FSDP'),
        url: 'https://docs.pytorch.org/docs/stable/fsdp.html'
      }
    ]
  })
});
