import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { pastedAlone } from '../shared/context';
import { LINKS } from '../shared/links';
import { readsFile, startsWorkers, unpicklesInChild } from './pickling';
import { textFrom } from '../../shared/text-from';
import { withoutWorkers } from '../../shared/edits/loader';

/** What CPython and common libraries say when an object cannot be pickled. */
const REFUSED =
  /can(?:not|'t) pickle |Can't get local object|h5py (?:objects )?cannot be pickled|cannot be pickled['"], ?['"]_\w{1,40}DataLoaderIter/i;

/** Pickle protocol 3, Python's own up to 3.7. */
const TOO_LARGE =
  /cannot serialize a (?:bytes object|string) larger than 4 ?GiB/;

/** The source line by which only a process that is started is sent its share. */
const SENDS =
  /reduction\.dump\(process_obj, (?:to_child|fp)\)|ForkingPickler\(file, protocol\)\.dump\(obj\)/;

/** The child's complaint after the parent failed to send it the dataset. */
const CUT_OFF = /^(?:[Rr]an out of [Ii]nput|pickle data was truncated)$/;

/** The object that was refused, in the words of each wording. */
function readObject(_: Values, reading: IReading): Values {
  const text = /(?:pickle |get )(.*)/.exec(
    ["Can't pickle ", "Can't get local", 'annot pickle ', "an't pickle "]
      .map(words => textFrom(reading, words))
      .find(one => one !== '') ?? ''
  )?.[1];
  const local = text?.replace(/^local (?:object|variable) /, '') ?? '';
  const object = /^'?([^'":]+)/.exec(local)?.[1].replace(/ objects?$/, '');
  return { object: object?.replace(/ at 0x[\da-f]+/i, '').trim() };
}

function inMainProcess(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Load in the main process: nothing is pickled'),
    code: 'DataLoader(dataset, num_workers=0)',
    edit: withoutWorkers
  };
}

function picklableFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Lambdas and inner functions: define them at top level'),
      detail: trans.__(
        'In a notebook put them into a .py file and import them. functools.partial binds arguments in place of a lambda.'
      ),
      code: 'def collate(batch):  # at the top level of a module\n    return batch\n\nDataLoader(dataset, collate_fn=collate, num_workers=2)'
    },
    {
      safety: 'check',
      title: trans.__('Files, databases, locks: open them in the worker'),
      code: 'def __init__(self, path):\n    self.path, self.file = path, None\n\ndef __getitem__(self, index):\n    if self.file is None:\n        self.file = h5py.File(self.path, "r")\n    return self.file["x"][index]'
    },
    {
      safety: 'check',
      title: trans.__('Linux: start the workers by fork, as before 3.14'),
      detail: trans.__(
        'Fork copies the process without pickling. Do not use it once CUDA is in use in the dataset.'
      ),
      code: "DataLoader(dataset, num_workers=2, multiprocessing_context='fork')"
    }
  ];
}

export default define({
  id: 'dataloader/pickle',
  answers: [
    "Can't pickle local object 'main.<locals>.<lambda>'",
    "Can't get local object 'main.<locals>.collate_fn'",
    "Can't pickle <function <lambda> at 0x7f>: attribute lookup <lambda> on __main__ failed",
    'h5py objects cannot be pickled',
    "cannot pickle '_io.BufferedReader' object",
    "can't pickle _thread.lock objects",
    'Got pickle error when attempting to start a worker Process',
    '_pickle.UnpicklingError: pickle data was truncated (in a spawned process)'
  ],
  refines: [
    'dataloader/broken-pipe',
    'dataloader/worker-exited',
    'dataloader/main-guard'
  ],
  values: ['object'],
  kinds: {
    refused: {
      signs: [
        {
          where: 'message',
          pattern: REFUSED,
          when: startsWorkers,
          read: readObject
        },
        {
          where: 'message',
          pattern: REFUSED,
          // Spark says so of its tasks.
          when: reading =>
            pastedAlone(reading) &&
            !reading.mentions('Could not serialize object'),
          confidence: 'possible',
          read: readObject
        },
        // A process is being started, nobody says for whom.
        {
          where: 'message',
          pattern: REFUSED,
          when: ({ log }) => SENDS.test(log),
          confidence: 'possible',
          read: readObject
        },
        // The parent's error where a log or a post quotes it.
        {
          where: 'log',
          pattern: /Can't (?:pickle|get) local object '/,
          when: startsWorkers,
          confidence: 'likely',
          read: readObject
        },
        {
          where: 'log',
          pattern: /Got pickle error when attempting to start a worker Process/
        },
        {
          where: 'message',
          ename: /^(?:EOFError|UnpicklingError)$/,
          pattern: CUT_OFF,
          when: unpicklesInChild,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^EOFError$/,
          pattern: CUT_OFF,
          when: reading => pastedAlone(reading) && !readsFile(reading),
          confidence: 'possible'
        }
      ],
      words: (trans, { object }) => ({
        title: object?.includes('lambda')
          ? trans.__('A lambda cannot be sent to the workers')
          : trans.__('Part of the dataset cannot be sent to the workers'),
        cause:
          object === undefined
            ? trans.__(
                'Workers that are spawned get a pickled copy of the dataset, collate_fn and worker_init_fn, and something in them cannot be pickled: a lambda, a function inside a function, an open file or a lock. Windows and macOS always start workers so, Linux from Python 3.14 on.'
              )
            : trans.__(
                'Workers that are spawned get a pickled copy of the dataset, collate_fn and worker_init_fn, and pickle refuses %1. Windows and macOS always start workers so, Linux from Python 3.14 on.',
                object
              ),
        fixes: [inMainProcess(trans), ...picklableFixes(trans)]
      })
    },
    large: {
      signs: [
        {
          where: 'message',
          ename: /^OverflowError$/,
          pattern: TOO_LARGE,
          when: reading => startsWorkers(reading) || SENDS.test(reading.log)
        }
      ],
      words: trans => ({
        title: trans.__('The dataset is too large to be sent to the workers'),
        cause: trans.__(
          'Workers that are spawned get a pickled copy of the dataset, and Python up to 3.7 pickles no single object of more than 4 GiB. Windows always starts workers so.'
        ),
        fixes: [
          inMainProcess(trans),
          {
            safety: 'check',
            title: trans.__('Keep paths in the dataset, not the data'),
            detail: trans.__(
              'Read each item in __getitem__, or map the file into memory in the worker.'
            ),
            code: "def __getitem__(self, i):\n    return np.load(self.path, mmap_mode='r')[i]"
          },
          ...picklableFixes(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The traceback goes through torch.save, copy.deepcopy or joblib: then that call cannot pickle the object, and no worker is involved.'
      ),
      trans.__(
        '“Ran out of input” from torch.load or pickle.load means an empty file.'
      )
    ],
    links: [
      {
        title: trans.__('Python: what can be pickled'),
        url: LINKS.pickle
      },
      {
        title: trans.__('PyTorch: what differs on Windows and macOS'),
        url: LINKS.platform
      }
    ]
  })
});
