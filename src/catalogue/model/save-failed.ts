import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

const entry: IEntry = {
  id: 'model/save-failed',
  answers: [
    'Parent directory checkpoints does not exist.',
    '[enforce fail at inline_container.cc:672] . unexpected pos 704 vs 598',
    'PytorchStreamWriter failed writing file data/12: file write failed'
  ],
  signs: [
    ...said(/Parent directory (?<folder>\S{1,300}) does not exist\./),
    ...said(
      /inline_container\.cc:\d{1,6}\] ?\.? unexpected pos \d{1,19} vs \d{1,19}|PytorchStreamWriter failed/
    )
  ],
  page(trans, { folder }) {
    return {
      title: folder
        ? trans.__('The folder for the checkpoint does not exist')
        : trans.__('The checkpoint could not be written to the end'),
      cause: folder
        ? trans.__(
            'torch.save() makes no folders, and %1 is not there.',
            folder
          )
        : trans.__(
            'Writing stopped in the middle: usually the disk or the quota is full, or the network drive went away. What lies there now is not a whole checkpoint.'
          ),
      fixes: folder
        ? [
            {
              safety: 'safe',
              title: trans.__('Make the folder first'),
              code: 'import os\nos.makedirs(os.path.dirname(path), exist_ok=True)\ntorch.save(state, path)'
            }
          ]
        : [
            {
              safety: 'diagnostic',
              title: trans.__('See how much room is left'),
              code: '$ df -h .'
            },
            {
              safety: 'check',
              title: trans.__('Keep only the latest checkpoints'),
              code: 'import glob, os\nfor old in sorted(glob.glob("checkpoint_*.pt"), key=os.path.getmtime)[:-3]:\n    os.remove(old)'
            },
            {
              safety: 'safe',
              title: trans.__('Write beside, then rename'),
              detail: trans.__(
                'So the last good checkpoint stays until the new one is whole.'
              ),
              code: "torch.save(state, path + '.tmp')\nos.replace(path + '.tmp', path)"
            }
          ],
      notThis: [
        trans.__(
          '“PytorchStreamReader” is about reading: then the file was damaged before.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.save'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.save.html'
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
      values: { folder: '/nonexistent' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at inline_container.cc:672] . unexpected pos 704 vs 598',
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
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
