import type { IEntry, IReading } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { shardedCause, shardedTitle } from './shared/sharded-words';

/** ATen's embedding and convolution: a weight of one dimension, as an emptied one. */
const EMPTY =
  /['"]?weight['"]? must be 2-D|\bweight should have at least three dimensions/;

/** transformers/modeling_utils.py and accelerate: the parameter has no element. */
const LOAD =
  /Trying to set a tensor of shape torch\.Size\(\[(?<shape>[\d, ]{1,60})\]\) in "(?<name>[\w.]{1,100})" \(which has shape torch\.Size\(\[0\]\)\)/;

/** torch/nn/modules/module.py; a buffer that is filled later is empty as well. */
const COPIED =
  /size mismatch for (?<name>[\w.]{1,200}): copying a param with shape torch\.Size\(\[(?<shape>[\d, ]{1,60})\]\) from checkpoint, the shape in current model is torch\.Size\(\[0\]\)/;

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

const entry: IEntry = {
  id: 'parallel/sharded-parameter',
  answers: [
    "RuntimeError: 'weight' must be 2-D",
    'RuntimeError: weight should have at least three dimensions',
    'ValueError: Trying to set a tensor of shape torch.Size([32000, 4096]) in "weight" (which has shape torch.Size([0])), this look incorrect.',
    'RuntimeError: The tensor has a non-zero number of elements, but its data is not allocated yet.',
    'RuntimeError: expected there to be only one unique element in <generator object Init._convert_to_deepspeed_param'
  ],
  refines: ['parallel/spawn-wrapper', 'model/state-dict-size'],
  signs: [
    ...said(LOAD, { confidence: 'likely', ...ofKind('load') }),
    ...said(COPIED, {
      when: isSharded,
      confidence: 'likely',
      ...ofKind('load')
    }),
    ...said(UNIQUE, ofKind('unique')),
    ...said(EMPTY, { when: isSharded, confidence: 'likely' }),
    ...said(EMPTY, {
      when: notSharded,
      confidence: 'possible',
      ...ofKind('dimensions')
    }),
    ...said(UNALLOCATED, {
      when: isSharded,
      confidence: 'likely',
      ...ofKind('unallocated')
    }),
    ...said(UNALLOCATED, {
      when: notSharded,
      confidence: 'possible',
      ...ofKind('unallocated')
    })
  ],
  page(trans, values) {
    const { kind } = values;
    return {
      title: shardedTitle(trans, values),
      cause: shardedCause(trans, values),
      fixes: [
        ...(kind === 'unique'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Bring all parameters to one dtype first'),
                detail: trans.__(
                  'Before deepspeed.initialize or the Trainer gets the model, adapters and new layers included.'
                ),
                code: 'model = model.to(torch.bfloat16)\nprint({p.dtype for p in model.parameters()})'
              }
            ]
          : []),
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
      ],
      notThis: [
        kind === 'unallocated'
          ? trans.__(
              'Without FSDP, under torch.compile or export: the custom kernel must be wrapped as a custom operator.'
            )
          : trans.__(
              'Without ZeRO-3 or FSDP, look for the line that sets the weight: something of another shape was put there by hand.'
            )
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: "'weight' must be 2-D",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'dimensions' }
    },
    {
      ename: 'RuntimeError',
      evalue: "'weight' must be 2-D",
      stderr: '[INFO] DeepSpeed info: version=0.14.0\n',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'weight should have at least three dimensions',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        'Trying to set a tensor of shape torch.Size([32000, 4096]) in "weight" (which has shape torch.Size([0])), this look incorrect.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'load', shape: '32000, 4096', name: 'weight' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'The tensor has a non-zero number of elements, but its data is not allocated yet. Caffe2 uses a lazy allocation, so you will need to call mutable_data() or raw_mutable_data() to actually allocate memory.',
      stderr: 'FullyShardedDataParallel: using sharding strategy FULL_SHARD\n',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'unallocated' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'expected there to be only one unique element in <generator object Init._convert_to_deepspeed_param.<locals>.all_gather_coalesced.<locals>.<genexpr> at 0x7f0f6c3f1e70>',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'unique' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Embedding:\n\tsize mismatch for weight: copying a param with shape torch.Size([32000, 4096]) from checkpoint, the shape in current model is torch.Size([0]).',
      stderr: '[INFO] DeepSpeed info: version=0.14.0\n',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'load', shape: '32000, 4096' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Detector:\n\tsize mismatch for anchors: copying a param with shape torch.Size([9, 4]) from checkpoint, the shape in current model is torch.Size([0]).'
    },
    {
      ename: 'ValueError',
      evalue:
        'Trying to set a tensor of shape torch.Size([32000, 4096]) in "weight" (which has shape torch.Size([32001, 4096])), this look incorrect.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [8, 784]'
    },
    {
      ename: 'ValueError',
      evalue: 'expected there to be only one unique element in [1, 2]'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'layer = torch.nn.Embedding(10, 4)',
      '# as DeepSpeed leaves a weight outside of forward',
      'layer.weight.data = torch.empty(0)',
      'layer(torch.tensor([1, 2]))'
    ].join('\n'),
    fixed: [
      'import torch',
      'layer = torch.nn.Embedding(10, 4)',
      'whole = layer.weight.data',
      'layer.weight.data = torch.empty(0)',
      '# gathered for the time of its use',
      'layer.weight.data = whole',
      'layer(torch.tensor([1, 2]))'
    ].join('\n')
  }
};

export default entry;
