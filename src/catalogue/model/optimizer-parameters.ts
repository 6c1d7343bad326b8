import type { IEntry } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { LINKS } from './shared/links';
import { optimizerOptionSigns } from './shared/optimizer-option-signs';
import { optimizerWords } from './shared/optimizer-words';

const entry: IEntry = {
  id: 'model/optimizer-parameters',
  answers: [
    'optimizer got an empty parameter list',
    "can't optimize a non-leaf Tensor",
    'optimizer can only optimize Tensors, but one of the params is torch.nn.modules.conv.Conv2d',
    'some parameters appear in more than one parameter group',
    'Invalid learning rate: -1',
    "Adam.__init__() got an unexpected keyword argument 'momentum'",
    "LBFGS.step() missing 1 required positional argument: 'closure'",
    'Adam does not support sparse gradients, please consider SparseAdam instead'
  ],
  signs: [
    ...said(/optimizer got an empty parameter list/),
    ...said(
      /can["']?t optimize a (?:non-leaf|parameter that doesn["']t require)/,
      ofKind('leaf')
    ),
    ...said(
      /(?:optimizer can only optimize (?:Tensors|Variables), but one of the params is|iterable of (?:Tensors|Variables) or dicts, but got) (?<type>[\w.]+)/,
      ofKind('type')
    ),
    ...said(
      /some parameters appear in more than one parameter group/,
      ofKind('twice')
    ),
    ...optimizerOptionSigns
  ],
  page(trans, values) {
    const [title, cause, fix] = optimizerWords(trans, values);
    return {
      title,
      cause,
      fixes: [
        fix,
        {
          safety: 'diagnostic',
          title: trans.__('List the parameters'),
          code: 'print([(n, tuple(p.shape), p.requires_grad) for n, p in model.named_parameters()])'
        }
      ],
      notThis: [
        trans.__(
          '“element 0 of tensors does not require grad” comes from backward(): there the loss has no graph.'
        )
      ],
      links: [
        LINKS.optim(trans),
        {
          title: trans.__('PyTorch: ModuleList'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue: 'optimizer got an empty parameter list',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue: "can't optimize a non-leaf Tensor",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'leaf' }
    },
    {
      ename: 'TypeError',
      evalue:
        'optimizer can only optimize Tensors, but one of the params is torch.nn.modules.conv.Conv2d',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'type', type: 'torch.nn.modules.conv.Conv2d' }
    },
    {
      ename: 'ValueError',
      evalue: 'Invalid learning rate: -1',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'option', name: 'learning rate', given: '-1' }
    },
    {
      ename: 'ValueError',
      evalue: 'Invalid beta parameter at index 0: 1',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'option', given: '1' }
    },
    {
      ename: 'TypeError',
      evalue: "Adam.__init__() got an unexpected keyword argument 'momentum'",
      source: 'opt = torch.optim.Adam(model.parameters(), momentum=0.9)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'keyword', optimizer: 'Adam', keyword: 'momentum' }
    },
    {
      ename: 'TypeError',
      evalue: "LBFGS.step() missing 1 required positional argument: 'closure'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'closure' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Adam does not support sparse gradients, please consider SparseAdam instead',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'sparse' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '`fused=True` requires all the params to be CUDA, floating point Tensors',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'fused' }
    },
    {
      ename: 'ValueError',
      evalue:
        "parameter group didn't specify a value of required optimization parameter lr",
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'required', name: 'lr' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'Invalid alpha value: 25. alpha must be in the range [0,1] or -1 for ignore.'
    },
    {
      ename: 'TypeError',
      evalue:
        "Adam.__init__() got an unexpected keyword argument 'learning_rate'",
      source: 'opt = keras.optimizers.Adam(learning_rate=0.1)'
    },
    {
      ename: 'ValueError',
      evalue: 'Invalid learning rate: choose one of constant, adaptive'
    },
    {
      ename: 'ValueError',
      evalue: 'No gradients provided for any variable.'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch import nn',
      'class Net(nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.layers = [nn.Linear(8, 8) for _ in range(3)]',
      'torch.optim.Adam(Net().parameters())'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch import nn',
      'class Net(nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])',
      'torch.optim.Adam(Net().parameters())'
    ].join('\n')
  }
};

export default entry;
