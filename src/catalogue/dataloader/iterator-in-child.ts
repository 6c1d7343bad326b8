import type { IEntry, IReading } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

/** multiprocessing/process.py, reached from the iterator's __del__. */
const CHILD = /can only (?:test|join) a child process/;

/**
 * It is printed beside whatever happens to go wrong then: only where nothing
 * else was raised is it what is asked about.
 */
function alone(reading: IReading): boolean {
  const { exceptions, incident } = reading;
  return (
    !incident.death &&
    (reading.mentions('DataLoader') || reading.mentions('dataloader')) &&
    exceptions.every(
      ({ name, message }) =>
        CHILD.test(message) || message === '' || /Warning$/.test(name)
    )
  );
}

const entry: IEntry = {
  id: 'dataloader/iterator-in-child',
  answers: [
    'AssertionError: can only test a child process',
    'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__',
    'AssertionError: can only join a child process'
  ],
  signs: said(CHILD, { when: alone, confidence: 'likely' }),
  page(trans) {
    return {
      title: trans.__('Harmless: a child tidied up its parent’s DataLoader'),
      cause: trans.__(
        'A forked process got a copy of the parent’s DataLoader iterator, and deletes it as it ends or collects its garbage. It cannot stop workers that are not its own, so Python prints this and goes on: training is not affected.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Ignore it'),
          detail: trans.__(
            '“Exception ignored in” means what it says. If the cell did fail, the cause stands elsewhere in its output.'
          )
        },
        {
          safety: 'check',
          title: trans.__(
            'Make the loader once, and drop an iterator after use'
          ),
          detail: trans.__(
            'Usually an iterator of an earlier epoch or of another loader is still held when new workers are forked.'
          ),
          code: 'iterator = iter(loader)\nbatch = next(iterator)\ndel iterator  # before the next loader starts its workers'
        },
        {
          safety: 'check',
          title: trans.__('Or load without workers'),
          code: 'loader = DataLoader(dataset, batch_size=32, num_workers=0)'
        },
        {
          safety: 'check',
          title: trans.__('Or start the workers afresh instead of forking'),
          detail: trans.__(
            'A spawned worker holds no copies, but starts slowly, and the dataset must be picklable.'
          ),
          code: "loader = DataLoader(dataset, num_workers=4, multiprocessing_context='spawn')"
        }
      ],
      notThis: [
        trans.__(
          'A worker that really died is reported as “DataLoader worker (pid …) is killed by signal” or “exited unexpectedly”.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: loading with several processes'),
          url: LINKS.dataWorkers
        },
        {
          title: trans.__('Python: object.__del__'),
          url: 'https://docs.python.org/3/reference/datamodel.html#object.__del__'
        }
      ]
    };
  },
  examples: [
    {
      stderr:
        'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f769937e520>\nTraceback (most recent call last):\n  File "/usr/lib/python3.11/site-packages/torch/utils/data/dataloader.py", line 1704, in __del__\n    self._shutdown_workers()\n  File "/usr/lib/python3.11/site-packages/torch/utils/data/dataloader.py", line 1673, in _shutdown_workers\n    if w.is_alive():\n       ^^^^^^^^^^^^\n  File "/usr/lib/python3.11/multiprocessing/process.py", line 160, in is_alive\n    assert self._parent_pid == os.getpid(), \'can only test a child process\'\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nAssertionError: can only test a child process\n',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'AssertionError',
      evalue: 'can only test a child process',
      stderr:
        'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f7c408fce60>\n',
      torch: '1.13',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Exception ignored in: <bound method _DataLoaderIter.__del__ of <torch.utils.data.dataloader._DataLoaderIter object at 0x7f5e3e0c7f98>>\nTraceback (most recent call last):\n  File "/usr/lib/python3.6/site-packages/torch/utils/data/dataloader.py", line 399, in __del__\n    self._shutdown_workers()\n  File "/usr/lib/python3.6/multiprocessing/process.py", line 122, in join\n    assert self._parent_pid == os.getpid(), \'can only join a child process\'\nAssertionError: can only join a child process\n',
      torch: '0.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'AssertionError',
      evalue: 'can only test a child process',
      source: 'pool.processes[0].is_alive()'
    },
    {
      ename: 'KeyError',
      evalue: "'label'",
      stderr:
        'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f7c408fce60>\nAssertionError: can only test a child process\n'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 4242) is killed by signal: Killed.',
      stderr:
        'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f7c408fce60>\nAssertionError: can only test a child process\n'
    }
  ],
  reproduction: {
    raises: [
      'import multiprocessing',
      'from torch.utils.data import DataLoader',
      'iterator = iter(DataLoader(list(range(8)), num_workers=1))',
      'batch = next(iterator)',
      'def child():',
      '    global iterator',
      '    iterator = None',
      "process = multiprocessing.get_context('fork').Process(target=child)",
      'process.start()',
      'process.join()',
      'del iterator'
    ].join('\n'),
    fixed: [
      'import multiprocessing',
      'from torch.utils.data import DataLoader',
      'iterator = iter(DataLoader(list(range(8)), num_workers=1))',
      'batch = next(iterator)',
      'del iterator',
      'def child():',
      '    pass',
      "process = multiprocessing.get_context('fork').Process(target=child)",
      'process.start()',
      'process.join()'
    ].join('\n')
  }
};

export default entry;
