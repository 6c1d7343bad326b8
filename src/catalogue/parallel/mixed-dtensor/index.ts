import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { madeByThen } from '../../shared/edits/expressions';

/** torch/distributed/tensor/_dispatch.py and its twin in C++. */
const MIXED =
  /(?:\b(?<op>aten\.\w{1,60}(?:\.\w{1,40})?):? )?got mixed torch\.Tensor and DTensor/;

export default define({
  id: 'parallel/mixed-dtensor',
  answers: [
    'RuntimeError: aten.add.Tensor: got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to DTensor before calling distributed operators!'
  ],
  refines: ['parallel/spawn-wrapper'],
  values: ['op'],
  signs: messageOrLog(MIXED),
  words: (trans, { op }) => ({
    title: trans.__('A plain tensor meets a sharded one (DTensor)'),
    cause: trans.__(
      'FSDP2 and tensor parallelism keep the weights as DTensors, spread over the processes; %1 got one of these together with an ordinary tensor. Usually a sharded weight is used outside of its module’s forward, or a part of the model was not parallelised.',
      op ?? trans.__('an operator')
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Let the sharded module itself do the work'),
        detail: trans.__(
          'FSDP2 gathers the weights only while a module on which fully_shard was called runs: call model(x) rather than a method of it or F.linear(x, layer.weight).'
        ),
        code: '# a method other than forward, FSDP2:\nfrom torch.distributed.fsdp import register_fsdp_forward_method\nregister_fsdp_forward_method(model, "generate")'
      },
      {
        safety: 'check',
        title: trans.__('Make the plain tensor a DTensor as well'),
        detail: trans.__(
          'Replicate() where every process holds the same values; for a weight: parallelise the layer that owns it.'
        ),
        code: 'from torch.distributed.tensor import distribute_tensor, Replicate\nx = distribute_tensor(x, weight.device_mesh, [Replicate()] * weight.device_mesh.ndim)'
      },
      {
        safety: 'check',
        title: trans.__('Or take the whole value out of the DTensor'),
        edit: madeByThen(['distribute_tensor'], '.full_tensor()'),
        detail: trans.__(
          'For logging and saving; every process must make the call.'
        ),
        code: 'value = weight.full_tensor()'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which parameters are DTensors'),
        code: 'for name, parameter in model.named_parameters():\n    print(name, type(parameter.data).__name__)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'An optimizer or a clip over parameters of both kinds raises the same words, from its foreach operators: give each kind a group or a call of its own.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: DTensor'),
        url: 'https://docs.pytorch.org/docs/stable/distributed.tensor.html'
      },
      {
        title: trans.__('PyTorch: fully_shard (FSDP2)'),
        url: 'https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html'
      }
    ]
  })
});
