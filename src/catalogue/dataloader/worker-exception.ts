import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { LINKS } from './shared/links';
import { innerError } from './shared/inner';

/** torch/_utils.py `ExceptionWrapper`, since 1.2. */
const WRAPPER =
  /(?:Caught (?<inner>[\w.]+) in DataLoader worker|\b(?<bare>\w{1,40}Error) in DataLoader worker)(?: process (?<worker>\d+))?/;

/**
 * A worker's traceback without the wrapper: torch up to 1.1 raised it as it
 * was, and a class such as `cv2.error` hides the wrapper's line.
 */
function onlyInner(reading: IReading): boolean {
  return (
    reading.exceptions.some(one =>
      one.frames.some(frame => frame.func === '_worker_loop')
    ) && !reading.exceptions.some(one => WRAPPER.test(one.message))
  );
}

/** The exception alone is shown, and the wrapper's line that names it. */
function namedInLog({ exceptions, log }: IReading): boolean {
  const { inner } = WRAPPER.exec(log)?.groups ?? {};
  return (
    inner !== undefined &&
    exceptions.some(one => one.name === inner) &&
    exceptions.every(
      one => one.frames.length === 0 && !WRAPPER.test(one.message)
    )
  );
}

function inside(groups: Values, reading: IReading): Values {
  const { bare, inner = bare, ...others } = groups;
  return { ...others, inner, ...innerError(reading, WRAPPER, inner) };
}

const entry: IEntry = {
  id: 'dataloader/worker-exception',
  answers: [
    'Caught KeyError in DataLoader worker process 0. Original Traceback (most recent call last):',
    'Caught RuntimeError in DataLoader worker process 0.'
  ],
  signs: [
    { where: 'message', pattern: WRAPPER, read: inside },
    { where: 'log', pattern: WRAPPER, read: inside },
    {
      where: 'message',
      pattern: /\bin _worker_loop\b/,
      confidence: 'likely',
      read: inside
    },
    {
      where: 'message',
      pattern: /^.*/,
      when: reading => onlyInner(reading) || namedInLog(reading),
      confidence: 'likely',
      read: inside
    }
  ],
  page(trans, { inner, message, file, line, func, code, worker }) {
    const place =
      line === undefined
        ? undefined
        : file === undefined
          ? trans.__('line %1 of a cell', line)
          : trans.__('line %1 of %2', line, file);
    const at =
      place !== undefined && func !== undefined
        ? trans.__('%1, in %2', place, func)
        : place;
    const what = message === undefined ? inner : `${inner}: ${message}`;
    return {
      title:
        inner === undefined || inner.length > 30
          ? trans.__('Your dataset code failed inside a worker')
          : trans.__('%1 in the dataset, inside a worker', inner),
      cause:
        what !== undefined && at !== undefined
          ? trans.__(
              'The code that makes a sample or a batch failed at %1 (%2). The loader only passes the error on from its worker.',
              at,
              what
            )
          : trans.__(
              'The code that makes a sample or a batch (__getitem__, a transform, collate_fn) failed. The loader only passes the error on from its worker: the traceback under “Original Traceback” is the one to read, from its end.'
            ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Make the sample in the notebook itself'),
          detail: trans.__(
            'With num_workers=0 the error comes with its own traceback and can be debugged with %debug.'
          ),
          code: 'loader = DataLoader(dataset, batch_size=4, num_workers=0)\nnext(iter(loader))'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Find the sample that fails'),
          code: 'for index in range(len(dataset)):\n    try:\n        dataset[index]\n    except Exception as error:\n        print(index, repr(error))\n        break'
        },
        {
          safety: 'check',
          title:
            code === undefined
              ? trans.__('Mend the last line of your own in the traceback')
              : trans.__('Mend this line of yours'),
          ...(code === undefined ? {} : { code })
        },
        ...(inner === 'KeyError' || inner === 'IndexError'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('pandas: take rows by position, not by label'),
                detail: trans.__(
                  'After a split or a filter the labels have gaps, and df["x"][index] looks for a label.'
                ),
                code: 'row = self.frame.iloc[index]'
              }
            ]
          : [])
      ],
      notThis: [
        trans.__(
          'Another finding above explains the inner error: then that one is the cause.'
        ),
        worker === undefined
          ? trans.__('A worker that was killed raises no error of its own.')
          : trans.__(
              'The number of the worker (%1) means nothing: any worker may get the bad sample.',
              worker
            )
      ],
      links: [
        {
          title: trans.__('PyTorch: loading in several processes'),
          url: LINKS.dataWorkers
        }
      ]
    };
  },
  examples: [
    {
      ename: 'cv2.error',
      evalue:
        "OpenCV(4.2.0) color.cpp:182: error: (-215:Assertion failed) !_src.empty() in function 'cv::cvtColor'",
      stderr:
        'cv2.error: Caught error in DataLoader worker process 3.\nOriginal Traceback (most recent call last):\n',
      torch: '1.7',
      origin: 'reference'
    },
    {
      ename: 'KeyError',
      evalue:
        'Caught KeyError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/worker.py", line 374, in _worker_loop\n    data = fetcher.fetch(index)  # type: ignore[possibly-undefined]\n           ^^^^^^^^^^^^^^^^^^^^\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/fetch.py", line 54, in fetch\n    data = [self.dataset[idx] for idx in possibly_batched_index]\n  File "/home/user/flowers/dataset.py", line 31, in __getitem__\n    label = self.labels[name]\n            ~~~~~~~~~~~^^^^^^\nKeyError: \'rose_17.jpg\'\n',
      torch: '2.13',
      origin: 'run',
      values: {
        inner: 'KeyError',
        message: "'rose_17.jpg'",
        file: 'dataset.py',
        line: '31',
        func: '__getitem__',
        code: 'label = self.labels[name]',
        worker: '0'
      }
    },
    {
      ename: 'FileNotFoundError',
      evalue:
        'Traceback (most recent call last):\n  File "/env/lib/python3.6/site-packages/torch/utils/data/dataloader.py", line 138, in _worker_loop\n    samples = collate_fn([dataset[i] for i in batch_indices])\n  File "/home/user/data.py", line 12, in __getitem__\n    image = Image.open(self.paths[index])\nFileNotFoundError: [Errno 2] No such file or directory: \'a.png\'\n',
      torch: '1.0',
      origin: 'reference',
      values: { inner: 'FileNotFoundError', line: '12' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Caught RuntimeError in DataLoader worker process 3.',
      torch: '1.2',
      origin: 'reference',
      values: { inner: 'RuntimeError', worker: '3' }
    }
  ],
  nearMisses: [
    {
      ename: 'IndexError',
      evalue: 'list index out of range',
      stderr:
        'epoch 1: handled: Caught IndexError in DataLoader worker process 1. Retrying.',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 2, in <module>\n    x[3]\nIndexError: list index out of range'
    },
    {
      ename: 'KeyError',
      evalue: "'epoch'",
      stderr: 'handled: Caught IndexError in DataLoader worker process 1.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/worker.py", line 374, in _worker_loop\n    data = fetcher.fetch(index)\nRuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0 and [3] at entry 1\n'
    },
    { ename: 'KeyError', evalue: "'rose_17.jpg'" }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Flowers(Dataset):',
      '    labels = {"rose": 0}',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        name = ["rose", "tulip"][index]',
      '        return torch.tensor(self.labels[name])',
      'for batch in DataLoader(Flowers(), num_workers=1):',
      '    pass'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Flowers(Dataset):',
      '    labels = {"rose": 0, "tulip": 1}',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        name = ["rose", "tulip"][index]',
      '        return torch.tensor(self.labels[name])',
      'for batch in DataLoader(Flowers(), num_workers=1):',
      '    pass'
    ].join('\n')
  }
};

export default entry;
