import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { killedBy } from './shared/killed-by';
import { LINKS } from './shared/links';

/** SIGTERM (15): a polite end, sent by somebody. SIGKILL is another entry. */
const entry: IEntry = {
  id: 'dataloader/worker-terminated',
  answers: ['DataLoader worker (pid 111114) is killed by signal: Terminated.'],
  refines: ['dataloader/worker-exited'],
  signs: said(killedBy('Terminated|Hangup|Interrupt')),
  page(trans) {
    return {
      title: trans.__('A worker was told to end (SIGTERM)'),
      cause: trans.__(
        'Another program or person asked the worker to stop: often a job scheduler at its time or memory limit, a memory guard such as earlyoom, or the end of the training itself. When workers are shut down after another error, this line is only an echo of it.'
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Look for an earlier error in the same output'),
          detail: trans.__(
            'If one is there, it is the cause: workers are terminated when the main process leaves.'
          )
        },
        {
          safety: 'diagnostic',
          title: trans.__('Ask the scheduler why the job ended'),
          code: '$ sacct -j JOBID --format=State,ExitCode,MaxRSS,Elapsed'
        },
        {
          safety: 'check',
          title: trans.__('Use less memory: fewer workers, a shorter queue'),
          code: 'DataLoader(dataset, num_workers=1, prefetch_factor=1)'
        }
      ],
      notThis: [
        trans.__(
          '“Killed” (SIGKILL) is what the system’s own out-of-memory killer sends.'
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
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 17019) exited unexpectedly',
      traceback:
        'RuntimeError                              Traceback (most recent call last)\n\nRuntimeError: DataLoader worker (pid 17019) is killed by signal: Terminated. \n\nThe above exception was the direct cause of the following exception:\n\nRuntimeError                              Traceback (most recent call last)\nCell In[1], line 8\n----> 8 for b in DataLoader(D(), num_workers=1): pass\n\nRuntimeError: DataLoader worker (pid(s) 17019) exited unexpectedly',
      torch: '2.13',
      origin: 'run',
      values: { pid: '17019' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'DataLoader worker (pid 640) is killed by signal: Terminated. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace.',
      torch: '0.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'distributed.nanny - WARNING - Worker process 30448 was killed by signal 15'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 640) is killed by signal: Killed. '
    }
  ],
  reproduction: {
    raises: [
      'import os, signal, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Images(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        os.kill(os.getpid(), signal.SIGTERM)  # stands for the scheduler',
      '        return torch.zeros(3)',
      'for batch in DataLoader(Images(), num_workers=1):',
      '    pass'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Images(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        return torch.zeros(3)  # nobody ends the worker',
      'for batch in DataLoader(Images(), num_workers=1):',
      '    pass'
    ].join('\n')
  }
};

export default entry;
