import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';

function ofKind(kind: string): { read: (groups: Values) => Values } {
  return { read: groups => ({ ...groups, kind }) };
}

function title(trans: ITranslate, { kind, name }: Values): string {
  switch (kind) {
    case 'init':
      return trans.__('super().__init__() must come first');
    case 'parameter':
      return name && name.length <= 20
        ? trans.__('“%1” is a parameter: a tensor cannot replace it', name)
        : trans.__('A parameter cannot be replaced by a tensor');
    case 'child':
      return name && name.length <= 25
        ? trans.__('“%1” is a layer, and not a layer was assigned', name)
        : trans.__('A layer cannot be replaced by something else');
    default:
      return trans.__('Something that is no layer stands among layers');
  }
}

function cause(trans: ITranslate, { kind, type }: Values): string {
  switch (kind) {
    case 'init':
      return trans.__(
        'A module notes its layers and parameters when they are assigned, and super().__init__() prepares the place for them. It was not called, or only later.'
      );
    case 'parameter':
      return trans.__(
        'The module has a parameter of this name, and forward() or other code assigned a computed tensor to it. The optimizer would lose the parameter, so PyTorch refuses.'
      );
    case 'child':
      return trans.__(
        'The module has a layer of this name, and something else was assigned to it. Often an output is stored under the name of the layer that made it.'
      );
    default:
      return type
        ? trans.__(
            'nn.Sequential and nn.ModuleList take layers, and one of the things given is a %1. Often a list was not unpacked, or a function or class stands for a layer.',
            type
          )
        : trans.__(
            'nn.Sequential and nn.ModuleList take layers. Often a list was not unpacked, or a function or class stands for a layer.'
          );
  }
}

function fixes(trans: ITranslate, { kind }: Values): IFix[] {
  switch (kind) {
    case 'init':
      return [
        {
          safety: 'safe',
          title: trans.__('Call it in the first line of __init__()'),
          code: 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(784, 10)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Check the spelling: two underscores on each side')
        }
      ];
    case 'parameter':
      return [
        {
          safety: 'check',
          title: trans.__('In forward(): keep the result in a name of its own'),
          code: 'weight = torch.softmax(self.weight, dim=0)'
        },
        {
          safety: 'check',
          title: trans.__(
            'To set new values: copy them in, or make a Parameter'
          ),
          code: 'with torch.no_grad():\n    layer.weight.copy_(values)\n# or: layer.weight = nn.Parameter(values)'
        }
      ];
    case 'child':
      return [
        {
          safety: 'check',
          title: trans.__('Keep the result in a name of its own'),
          code: 'hidden = self.fc(x)  # not self.fc = self.fc(x)'
        },
        {
          safety: 'check',
          title: trans.__('To take a layer away: put nn.Identity() there'),
          code: 'model.fc = nn.Identity()'
        }
      ];
    default:
      return [
        {
          safety: 'check',
          title: trans.__('A list of layers: unpack it with a star'),
          code: 'model = nn.Sequential(*layers)'
        },
        {
          safety: 'check',
          title: trans.__('A function or a class: use the layer, with ()'),
          code: 'model = nn.Sequential(nn.Linear(784, 10), nn.ReLU())  # not F.relu, not nn.ReLU'
        }
      ];
  }
}

const entry: IEntry = {
  id: 'model/module-setup',
  answers: [
    'cannot assign module before Module.__init__() call',
    'cannot assign parameters before Module.__init__() call',
    "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)",
    "cannot assign 'torch.FloatTensor' as child module 'fc' (torch.nn.Module or None expected)",
    'list is not a Module subclass'
  ],
  signs: [
    ...said(
      /cannot assign (?:module|parameters?|buffer) before Module\.__init__\(\) call/,
      ofKind('init')
    ),
    ...said(
      /cannot assign ["'](?<type>[\w.]{1,80})["'] (?:object )?(?:as|to) parameter ["'](?<name>[\w.]{1,60})["'] \((?:torch\.nn\.)?Parameter (?:or|, )/,
      ofKind('parameter')
    ),
    ...said(
      /cannot assign ["'](?<type>[\w.]{1,80})["'] as child module ["'](?<name>[\w.]{1,60})["']/,
      ofKind('child')
    ),
    ...said(/\b(?<type>[\w.]{1,80}) is not a Module subclass/, ofKind('list'))
  ],
  page(trans, values) {
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          '“has no attribute” means that a layer is asked for and was never made.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: nn.Module'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html'
        },
        {
          title: trans.__('PyTorch: notes on modules'),
          url: 'https://docs.pytorch.org/docs/stable/notes/modules.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AttributeError',
      evalue: 'cannot assign module before Module.__init__() call',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'init' }
    },
    {
      ename: 'TypeError',
      evalue:
        "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'parameter', name: 'weight' }
    },
    {
      ename: 'TypeError',
      evalue:
        "cannot assign 'torch.FloatTensor' as child module 'fc' (torch.nn.Module or None expected)",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'child', name: 'fc' }
    },
    {
      ename: 'TypeError',
      evalue: 'int is not a Module subclass',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'list', type: 'int' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "cannot assign 'str' as parameter 'name' (int or None expected)"
    },
    {
      ename: 'TypeError',
      evalue: "'Module' object is not a subclass"
    }
  ],
  reproduction: {
    raises: [
      'from torch import nn',
      'class Net(nn.Module):',
      '    def __init__(self):',
      '        self.fc = nn.Linear(2, 1)',
      'Net()'
    ].join('\n'),
    fixed: [
      'from torch import nn',
      'class Net(nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.fc = nn.Linear(2, 1)',
      'Net()'
    ].join('\n')
  }
};

export default entry;
