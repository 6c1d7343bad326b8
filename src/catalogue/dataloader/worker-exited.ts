import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';
import { passedThrough } from '../shown';

/** What `_try_get_data` sees first; the reason is elsewhere, if anywhere. */
const entry: IEntry = {
  id: 'dataloader/worker-exited',
  answers: [
    'DataLoader worker (pid(s) 16144) exited unexpectedly',
    'DataLoader worker (pid 43) exited unexpectedly with exit code 1. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace.'
  ],
  signs: [
    ...said(
      /DataLoader [Ww]orker (?:\(pid(?:\(s\))?[\d, {}*]{0,200}\) )?(?:exited|quit) unexpectedly(?: with exit code (?<code>\d{1,12}))?/
    ),
    // batchgenerators (nnU-Net), whose loader has worker processes of its own.
    ...said(
      /background workers? (?:are|is) no longer alive|MultiThreadedAugmenter\.abort_event was set/,
      {
        confidence: 'likely'
      }
    ),
    // torch/utils/data/dataloader.py, `_try_get_data`: it makes a RuntimeError of
    // an empty queue for workers that are gone, and for nothing else.
    {
      where: 'log',
      pattern:
        /\bEmpty: The above exception was the direct cause of the following exception: RuntimeError\b/,
      when: reading => reading.mentions('in _try_get_data')
    },
    // Which signal is not told.
    ...said(
      /DataLoader worker (?:\(pid[^)]{0,12}\) )?is killed by si(?:gn|ng)al(?!: ?\w)/,
      { confidence: 'likely' }
    ),
    {
      where: 'message',
      ename:
        /^(?:ConnectionResetError|ConnectionRefusedError|FileNotFoundError)$/,
      pattern: /^\[(?:Errno|WinError) \d+\]/,
      when: reading =>
        passedThrough(reading, /torch[\\/]multiprocessing[\\/]reductions\.py$/),
      confidence: 'likely'
    }
  ],
  page(trans, { code }) {
    const ended = code !== undefined && code !== '0';
    return {
      title: ended
        ? trans.__('A DataLoader worker ended with exit code %1', code)
        : trans.__('A DataLoader worker ended without saying why'),
      cause: ended
        ? trans.__(
            'The worker process left with exit code %1 while the loader waited for its batch. Its own error, if any, was printed to the terminal, not raised here.',
            code
          )
        : trans.__(
            'The worker process was gone when the loader waited for its batch. This message does not name the reason; the chained error above it, or the worker’s own output, usually does.'
          ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Load in the main process: the real error shows'),
          detail: trans.__(
            'If it then runs through, the reason lies in the workers: memory, shared memory, or how they start.'
          ),
          code: 'DataLoader(dataset, num_workers=0)'
        },
        {
          safety: 'diagnostic',
          title: trans.__(
            'Read the worker’s output in the terminal of Jupyter'
          ),
          detail: trans.__(
            'Look for “killed by signal”, a traceback with spawn_main, or “Unexpected bus error”.'
          )
        },
        {
          safety: 'check',
          title: trans.__(
            'Windows or macOS script: guard the start of the program'
          ),
          code: "if __name__ == '__main__':\n    main()"
        },
        {
          safety: 'check',
          title: trans.__('In a notebook: move the Dataset into a .py file'),
          detail: trans.__(
            'Workers that are spawned import it; they cannot see what a cell defines.'
          ),
          code: 'from my_dataset import MyDataset'
        }
      ],
      notThis: [
        trans.__(
          'The output names a signal (Killed, Bus error, Segmentation fault): then that signal is the cause.'
        ),
        trans.__(
          'The loader or the notebook was being shut down: then it is harmless.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: loading in several processes'),
          url: LINKS.dataWorkers
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
      ename: '',
      evalue: '',
      stderr:
        '~\\env\\lib\\site-packages\\torch\\utils\\data\\dataloader.py in _try_get_data(self, timeout)\n-> 1132             data = self._data_queue.get(timeout=timeout)\n\nEmpty: \n\nThe above exception was the direct cause of the following exception:\n\nRuntimeError                              Traceback (most recent call last)\n',
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'MultiThreadedAugmenter.abort_event was set, something went wrong. Maybe one of your workers crashed. This is not the actual error message! Look further up your stdout to see what caused the error.',
      torch: '1.7',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'One or more background workers are no longer alive. Exiting. Please check the print statements above for the actual error message',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 17047) exited unexpectedly',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'DataLoader worker (pid 17106) exited unexpectedly with exit code 3. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace.',
      torch: '2.13',
      origin: 'reference',
      values: { code: '3' }
    },
    {
      kind: 'text',
      stderr: 'DataLoader worker (pid(s) 4028, 4029, 4030) exited unexpectedly',
      torch: '1.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 5) exited unexpectedly',
      stderr:
        'ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm).\n'
    },
    {
      ename: 'SparkException',
      evalue:
        'Job aborted due to stage failure: Python worker exited unexpectedly (crashed)'
    }
  ],
  reproduction: {
    raises: [
      'import os, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Numbers(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        os._exit(1)',
      'for batch in DataLoader(Numbers(), num_workers=1):',
      '    pass'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Numbers(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        return torch.tensor(index)',
      'for batch in DataLoader(Numbers(), num_workers=1):',
      '    pass'
    ].join('\n')
  }
};

export default entry;
