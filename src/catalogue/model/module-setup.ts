import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { setupCause, setupFixes, setupTitle } from './shared/setup-words';

function ofKind(kind: string): { read: (groups: Values) => Values } {
  return { read: groups => ({ ...groups, kind }) };
}

/** torch/nn/modules/module.py; a KeyError, so its quotes may be escaped. */
const NAME =
  /\b(?:module|parameter|buffer) name can\\?["']t (?:contain \\?["']\.|be empty string)(?:\\?["'], got: (?<name>[\w.-]{1,80}))?|\b(?:module|parameter|buffer) name should be a string\. Got /;

const TAKEN =
  /^["']?attribute \\?["'](?<name>\w{1,60})\\?["'] already exists["']?$/;

const entry: IEntry = {
  id: 'model/module-setup',
  answers: [
    'cannot assign module before Module.__init__() call',
    'cannot assign parameters before Module.__init__() call',
    "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)",
    "cannot assign 'torch.FloatTensor' as child module 'fc' (torch.nn.Module or None expected)",
    'list is not a Module subclass',
    'module name can\'t contain "."',
    "attribute 'keys' already exists"
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
    ...said(/\b(?<type>[\w.]{1,80}) is not a Module subclass/, ofKind('list')),
    ...said(NAME, ofKind('name')),
    {
      where: 'message',
      pattern: TAKEN,
      ename: /^KeyError$/,
      ...ofKind('taken')
    }
  ],
  page(trans, values) {
    return {
      title: setupTitle(trans, values),
      cause: setupCause(trans, values),
      fixes: setupFixes(trans, values),
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
    },
    {
      ename: 'KeyError',
      evalue: "'module name can\\'t contain \".\", got: a.b'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'name', name: 'a.b' }
    },
    {
      ename: 'KeyError',
      evalue: '"attribute \'keys\' already exists"',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'taken', name: 'keys' }
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
    },
    { ename: 'ValueError', evalue: "attribute 'keys' already exists" }
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
