import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';

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

const entry: IEntry = {
  id: 'model/uninitialized-parameter',
  answers: [
    "Attempted to use an uninitialized parameter in <method 'numel' of 'torch._C.TensorBase' objects>. This error happens when you are using a `LazyModule`",
    "Modules with uninitialized parameters can't be used with `DistributedDataParallel`.",
    "Can't access the shape of an uninitialized parameter or buffer.",
    "The module passed to `WeightNorm` can't have uninitialized parameters."
  ],
  signs: [
    ...said(CALLED, { read: called }),
    ...said(ASKED, { read: ({ what }) => ({ call: ASKS[what ?? ''] }) }),
    ...said(WRAPPED, { read: ({ call, norm }) => ({ call: call ?? norm }) }),
    ...said(SCRIPTED, { read: () => ({ call: 'torch.jit.script()' }) })
  ],
  page(trans, { call }) {
    return {
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "Attempted to use an uninitialized parameter in <method 'numel' of 'torch._C.TensorBase' objects>. This error happens when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch functions",
      torch: '2.13',
      origin: 'run',
      values: { call: 'numel()' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Attempted to use an uninitialized parameter in <function Tensor.__len__ at 0x7f39b25b89a0>. This error happens when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch functions',
      torch: '2.13',
      origin: 'run',
      values: { call: 'Tensor.__len__()' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the parameters before accessing their attributes.",
      torch: '2.13',
      origin: 'run',
      values: { call: 'shape' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters before calling `module.share_memory()`.",
      torch: '2.13',
      origin: 'run',
      values: { call: 'share_memory()' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Modules with uninitialized parameters can't be used with `DistributedDataParallel`. Run a dummy forward pass to correctly initialize the modules",
      torch: '2.13',
      origin: 'run',
      values: { call: 'DistributedDataParallel' }
    },
    {
      ename: 'ValueError',
      evalue:
        "The module passed to `WeightNorm` can't have uninitialized parameters. Make sure to run the dummy forward before applying weight normalization",
      torch: '2.13',
      origin: 'run',
      values: { call: 'WeightNorm' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "'torch.nn.modules.linear.LazyLinear' has uninitialized parameters weight. Did you forget to run a forward pass?",
      torch: '2.13',
      origin: 'run',
      values: { call: 'torch.jit.script()' }
    }
  ],
  nearMisses: [
    {
      ename: 'NameError',
      evalue: 'uninitialized constant Parameter'
    },
    {
      ename: 'ValueError',
      evalue: 'The solver has uninitialized parameters: call fit() first'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'model = torch.nn.LazyLinear(2)',
      'print(sum(p.numel() for p in model.parameters()))'
    ].join('\n'),
    fixed: [
      'import torch',
      'model = torch.nn.LazyLinear(2)',
      'with torch.no_grad():',
      '    model(torch.ones(2, 4))',
      'print(sum(p.numel() for p in model.parameters()))'
    ].join('\n')
  }
};

export default entry;
