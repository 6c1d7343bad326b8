import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { saveCause, saveFixes, saveTitle } from './shared/save-words';
import { inSave } from './shared/saving';

/** CPython's words for an object without a pickle; 3.13 says “get”. */
const REFUSED =
  /an(?:["']?t|not) (?:pickle|get) (?:local (?:object|variable) )?["'<]?(?:class |function |built-in function )?["']?(?<object>[\w.<>]{1,120})/;

const entry: IEntry = {
  id: 'model/save-failed',
  answers: [
    'Parent directory checkpoints does not exist.',
    '[enforce fail at inline_container.cc:672] . unexpected pos 704 vs 598',
    'PytorchStreamWriter failed writing file data/12: file write failed',
    "Can't pickle local object 'Net.__init__.<locals>.<lambda>' in torch.save",
    "expected 'f' to be string, path, or a file-like object with a 'write' attribute",
    'Serialization of parametrized modules is only supported through state_dict().'
  ],
  signs: [
    ...said(
      /Parent directory (?<folder>\S{1,300}(?: \S{1,100})?) does not exist\./,
      {
        read: ({ folder }) => ({ folder, kind: 'folder' })
      }
    ),
    ...said(
      /inline_container\.cc:\d{1,6}\] ?\.? unexpected pos \d+ vs \d+|PytorchStreamWriter failed|\bwrite\(\): fd \d{1,6} failed with/
    ),
    {
      where: 'message',
      pattern:
        /No space left on device|Disk quota exceeded|basic_ios::clear: iostream error/,
      when: inSave
    },
    {
      where: 'message',
      pattern: REFUSED,
      when: inSave,
      read: ({ object }) => ({ object, kind: 'pickle' })
    },
    ...said(
      /expected ["']f["'] to be string, path, or a file-like object with a ["']write["'] attribute/,
      { read: () => ({ kind: 'arguments' }) }
    ),
    // torch/nn/utils/parametrize.py.
    ...said(
      /Serialization of parametrized modules is only supported through state_dict\(\)/,
      { read: () => ({ kind: 'parametrized' }) }
    ),
    {
      where: 'message',
      // pickle's own, of torch that did not look first.
      pattern: /must have (?:a )?["']write["'] attribute/,
      when: inSave,
      read: () => ({ kind: 'arguments' })
    }
  ],
  page(trans, values) {
    return {
      title: saveTitle(trans, values),
      cause: saveCause(trans, values),
      fixes: saveFixes(trans, values),
      notThis: [
        trans.__(
          '“PytorchStreamReader” is about reading: then the file was damaged before.'
        ),
        trans.__(
          'The same words from a DataLoader or a process that was just started: then the dataset cannot be sent to the workers.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.save'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.save.html'
        },
        {
          title: trans.__('Python: what can be pickled'),
          url: 'https://docs.python.org/3/library/pickle.html#what-can-be-pickled-and-unpickled'
        },
        {
          title: trans.__('Python: os.makedirs'),
          url: 'https://docs.python.org/3/library/os.html#os.makedirs'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'Parent directory /nonexistent does not exist.',
      torch: '2.13',
      origin: 'run',
      values: { folder: '/nonexistent', kind: 'folder' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at inline_container.cc:672] . unexpected pos 704 vs 598',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'AttributeError',
      evalue: "Can't pickle local object 'Net.__init__.<locals>.<lambda>'",
      source: "torch.save(model, 'model.pt')",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'pickle', object: 'Net.__init__.<locals>.<lambda>' }
    },
    {
      ename: 'TypeError',
      evalue: "cannot pickle '_thread.lock' object",
      source: "torch.save(model, 'model.pt')",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'pickle', object: '_thread.lock' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "expected 'f' to be string, path, or a file-like object with a 'write' attribute",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'arguments' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Serialization of parametrized modules is only supported through state_dict(). See:\nhttps://pytorch.org/tutorials/beginner/saving_loading_models.html#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'parametrized' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'write(): fd 12 failed with No space left on device',
      torch: '1.2',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "Can't pickle local object 'main.<locals>.<lambda>'",
      source:
        "torch.save(model, 'model.pt')\nloader = DataLoader(dataset, num_workers=2)"
    },
    {
      ename: 'OSError',
      evalue: '[Errno 28] No space left on device',
      source: "df.to_csv('out.csv')"
    },
    {
      ename: 'FileNotFoundError',
      evalue: "[Errno 2] No such file or directory: 'checkpoints/model.pt'"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'PytorchStreamReader failed reading zip archive: failed finding central directory'
    }
  ],
  reproduction: {
    raises: [
      'import os, tempfile',
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      'with tempfile.TemporaryDirectory() as folder:',
      "    path = os.path.join(folder, 'checkpoints', 'model.pt')",
      '    torch.save(state, path)'
    ].join('\n'),
    fixed: [
      'import os, tempfile',
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      'with tempfile.TemporaryDirectory() as folder:',
      "    path = os.path.join(folder, 'checkpoints', 'model.pt')",
      '    os.makedirs(os.path.dirname(path), exist_ok=True)',
      '    torch.save(state, path)'
    ].join('\n')
  }
};

export default entry;
