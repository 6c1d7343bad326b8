import { ownValue } from '../../../shared/own-value';
import type { Values } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { batchFirst } from '../../shared/edits/training';

/** torch/nn/parameter.py, `UninitializedTensorMixin.__torch_function__`. */
const CALLED =
  /Attempted to use an uninitialized parameter in (?:<(?:[a-z-]{1,12} ){1,2}["']?(?<call>[\w.]{1,60}))?/;

/** The same of its `shape` and `share_memory_()`. */
const ASKED =
  /Can["']t (?<what>access the shape of|share memory on) an uninitialized parameter or buffer/;

/** torch/nn/parallel, torch/nn/utils. */
const WRAPPED =
  /Modules with uninitialized parameters can["']t be used with ["'`](?<call>\w{1,40})|module passed to ["'`](?<norm>\w{1,40})["'`] can["']t have uninitialized parameters/;

/** torch/jit/_recursive.py. */
const SCRIPTED =
  /has uninitialized parameters [\w., ]{1,60}\. Did you forget to run a forward pass/;

const ASKS: Readonly<Record<string, string>> = {
  'access the shape of': 'shape',
  'share memory on': 'share_memory()'
};

function called({ call }: Values): Values {
  return { call: call && `${call}()` };
}

export default define({
  id: 'model/uninitialized-parameter',
  answers: [
    "Attempted to use an uninitialized parameter in <method 'numel' of 'torch._C.TensorBase' objects>. This error happens when you are using a `LazyModule`",
    "Modules with uninitialized parameters can't be used with `DistributedDataParallel`.",
    "Can't access the shape of an uninitialized parameter or buffer.",
    "The module passed to `WeightNorm` can't have uninitialized parameters."
  ],
  values: ['call'],
  signs: [
    ...messageOrLog(CALLED, { read: called }),
    ...messageOrLog(ASKED, {
      read: ({ what }) => ({ call: ownValue(ASKS, what ?? '') })
    }),
    ...messageOrLog(WRAPPED, {
      read: ({ call, norm }) => ({ call: call ?? norm })
    }),
    ...messageOrLog(SCRIPTED, { read: () => ({ call: 'torch.jit.script()' }) })
  ],
  words: (trans, { call }) => ({
    title: trans.__('A lazy layer is used before it has seen a batch'),
    cause: call
      ? trans.__(
          '%1 needs a parameter of a lazy layer (nn.LazyLinear, or -1 for the width in PyTorch Geometric). It has no shape until the first batch has passed through.',
          call
        )
      : trans.__(
          'A parameter of a lazy layer (nn.LazyLinear, or -1 for the width in PyTorch Geometric) has no shape until the first batch has passed through.'
        ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Run one real batch through the model first'),
        edit: batchFirst,
        detail: trans.__(
          'Before its parameters are counted, filled, copied or loaded, and before the optimizer or a wrapper is made.'
        ),
        code: 'with torch.no_grad():\n    model(x[:2])  # PyTorch Geometric: model(data.x, data.edge_index)'
      },
      {
        safety: 'check',
        title: trans.__('Or say the width of the input yourself'),
        code: 'layer = nn.Linear(784, 10)  # instead of nn.LazyLinear(10)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which parameters still wait for a batch'),
        code: 'from torch.nn.parameter import is_lazy\nprint([name for name, p in model.named_parameters() if is_lazy(p)])'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“size mismatch for …” means that both shapes are known, and differ.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: lazy modules'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.modules.lazy.LazyModuleMixin.html'
      },
      {
        title: trans.__('PyTorch Geometric: lazy initialization'),
        url: 'https://pytorch-geometric.readthedocs.io/en/latest/tutorial/heterogeneous.html'
      }
    ]
  })
});
