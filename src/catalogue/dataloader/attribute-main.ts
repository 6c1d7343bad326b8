import type { IEntry, IReading } from '../../diagnosis/types';

import { passedThrough } from '../shown';
import { pastedAlone, usesWorkers } from './shared/context';
import { LINKS } from './shared/links';

/** `__mp_main__` is what a spawned child calls the script it was started by. */
const MISSING =
  /Can't get attribute '(?<name>[^']+)' on <module '__(?:mp_)?main__'/;

/** The modules of a spawned child, unlike those of torch.load in a script. */
const IN_CHILD = /<module '__(?:mp_main__' from|main__' \(built-in\))/;

/** What people call the parts of a loader. */
const LOADING =
  /data|collat|transform|sampler|loader|worker|augment|image|init_fn|seed/i;

/** Pasted alone, the names tell a loader from a pool of other processes. */
function namesLoader(reading: IReading): boolean {
  return (
    pastedAlone(reading) &&
    reading.exceptions.some(
      ({ message }) =>
        IN_CHILD.test(message) &&
        LOADING.test(MISSING.exec(message)?.groups?.name ?? '')
    )
  );
}

/** What only a loader has. */
const PARTS = /dataset|collat|transform|sampler|loader/i;

const SPAWN = /^<string>$|multiprocessing[\\/]spawn\.py$/;

/** A spawned child prints a traceback of its own, in which torch is not yet. */
function namesPartInChild(reading: IReading): boolean {
  return reading.exceptions.some(
    ({ message, frames }) =>
      PARTS.test(MISSING.exec(message)?.groups?.name ?? '') &&
      frames.every(frame => SPAWN.test(frame.file))
  );
}

function inWorker(reading: IReading): boolean {
  return (
    usesWorkers(reading) && !passedThrough(reading, /[\\/]serialization\.py$/)
  );
}

/** The cell that writes `name` to a file: a function, by its small letter. */
function moved(name: string): string {
  const body = /^[a-z_]/.test(name)
    ? `def ${name}(*args):  # as in the notebook`
    : `from torch.utils.data import Dataset\n\nclass ${name}(Dataset):`;
  return `%%writefile my_module.py\n${body}\n    ...\n\n# next cell\nfrom my_module import ${name}`;
}

const entry: IEntry = {
  id: 'dataloader/attribute-main',
  answers: [
    "Can't get attribute 'MyDataset' on <module '__main__' (built-in)>",
    "Can't get attribute 'collate_fn' on <module '__mp_main__' from 'train.py'>"
  ],
  refines: [
    'dataloader/worker-exited',
    'dataloader/broken-pipe',
    'parallel/spawn-wrapper',
    'model/unpickle-class'
  ],
  signs: [
    { where: 'message', pattern: MISSING, when: inWorker },
    { where: 'log', pattern: MISSING, when: inWorker },
    {
      where: 'message',
      pattern: MISSING,
      when: reading => namesLoader(reading) || namesPartInChild(reading),
      confidence: 'likely'
    }
  ],
  page(trans, { name }) {
    return {
      title:
        name === undefined || name.length > 24
          ? trans.__('The workers cannot see what the notebook defines')
          : trans.__('The workers cannot see “%1”', name),
      cause:
        name === undefined
          ? trans.__(
              'Workers that are spawned start a fresh Python and import what they need. A class or function that only a notebook cell defines (or a part of the script that only the main process runs) is not there.'
            )
          : trans.__(
              'Workers that are spawned start a fresh Python and import what they need. %1 is only defined in a notebook cell (or in a part of the script that only the main process runs), so it is not there.',
              name
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Move it into a .py file and import it'),
          detail: trans.__(
            'With its imports. After a change of the file restart the kernel or use %autoreload.'
          ),
          code: moved(name ?? 'MyDataset')
        },
        {
          safety: 'safe',
          title: trans.__('Or load in the main process'),
          code: 'DataLoader(dataset, num_workers=0)'
        },
        {
          safety: 'check',
          title: trans.__('Linux: start the workers by fork, as before 3.14'),
          detail: trans.__(
            'Python 3.14 changed the default on Linux from fork to forkserver. Fork copies what the cells define; it does not exist on Windows.'
          ),
          code: "DataLoader(dataset, num_workers=2, multiprocessing_context='fork')"
        },
        {
          safety: 'check',
          title: trans.__('It seems to hang: interrupt the kernel'),
          detail: trans.__(
            'When the dataset is large the main process can wait for ever to send it to a worker that is gone.'
          )
        }
      ],
      notThis: [
        trans.__(
          'The traceback goes through torch.load or pickle.load: then a saved object needs a class that is not defined here.'
        )
      ],
      links: [
        {
          title: trans.__('Python: the spawn and forkserver start methods'),
          url: LINKS.spawn
        },
        {
          title: trans.__('PyTorch: what differs on Windows and macOS'),
          url: LINKS.platform
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n  File "C:\\env\\lib\\multiprocessing\\spawn.py", line 116, in spawn_main\n    exitcode = _main(fd, parent_sentinel)\n  File "C:\\env\\lib\\multiprocessing\\spawn.py", line 126, in _main\n    self = reduction.pickle.load(from_parent)\nAttributeError: Can\'t get attribute \'WordDataset\' on <module \'__main__\' (built-in)>\n',
      torch: '1.13',
      origin: 'reference',
      values: { name: 'WordDataset' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 17167) exited unexpectedly',
      stderr:
        'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n  File "/usr/lib/python3.11/multiprocessing/spawn.py", line 122, in spawn_main\n    exitcode = _main(fd, parent_sentinel)\n               ^^^^^^^^^^^^^^^^^^^^^^^^^^\n  File "/usr/lib/python3.11/multiprocessing/spawn.py", line 132, in _main\n    self = reduction.pickle.load(from_parent)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nAttributeError: Can\'t get attribute \'D\' on <module \'__main__\' (built-in)>\n',
      torch: '2.13',
      origin: 'run',
      values: { name: 'D' }
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      traceback:
        'KeyboardInterrupt                         Traceback (most recent call last)\nCell In[3], line 1\n----> 1 for batch in DataLoader(Words(), num_workers=1):\n\nFile ~/env/lib/python3.12/multiprocessing/popen_spawn_posix.py:62, in Popen._launch(self, process_obj)\n---> 62     f.write(fp.getbuffer())\n\nKeyboardInterrupt: ',
      stderr:
        "AttributeError: Can't get attribute 'Words' on <module '__main__' (built-in)>\n",
      torch: '2.13',
      origin: 'reference',
      values: { name: 'Words' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'my_collate' on <module '__mp_main__' from 'C:\\\\work\\\\train.py'>",
      torch: '1.4',
      origin: 'reference',
      values: { name: 'my_collate' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n  File "C:\\env\\lib\\multiprocessing\\spawn.py", line 116, in spawn_main\n    exitcode = _main(fd, parent_sentinel)\n  File "C:\\env\\lib\\multiprocessing\\spawn.py", line 126, in _main\n    self = reduction.pickle.load(from_parent)\nAttributeError: Can\'t get attribute \'worker\' on <module \'__main__\' (built-in)>\n'
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'handle_request' on <module '__main__' (built-in)>"
    },
    {
      ename: 'AttributeError',
      evalue: "Can't get attribute 'Net' on <module '__main__'>",
      traceback:
        'Traceback (most recent call last):\n  File "eval.py", line 4, in <module>\n    model = torch.load("model.pt")\n  File "/env/lib/python3.8/site-packages/torch/serialization.py", line 594, in load\n    return _load(opened_zipfile, map_location, pickle_module)\nAttributeError: Can\'t get attribute \'Net\' on <module \'__main__\'>'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Numbers(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        return torch.tensor(index)',
      "for batch in DataLoader(Numbers(), num_workers=1, multiprocessing_context='spawn'):",
      '    pass'
    ].join('\n'),
    fixed: [
      'import pathlib, sys, tempfile',
      'from torch.utils.data import DataLoader',
      'MODULE = """',
      'import torch',
      'from torch.utils.data import Dataset',
      'class Numbers(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        return torch.tensor(index)',
      '"""',
      'with tempfile.TemporaryDirectory() as folder:',
      "    pathlib.Path(folder, 'my_numbers.py').write_text(MODULE)",
      '    sys.path.insert(0, folder)',
      '    from my_numbers import Numbers',
      "    for batch in DataLoader(Numbers(), num_workers=1, multiprocessing_context='spawn'):",
      '        pass'
    ].join('\n')
  }
};

export default entry;
