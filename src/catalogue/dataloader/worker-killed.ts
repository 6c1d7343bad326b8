import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { killedBy } from './shared/killed-by';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'dataloader/worker-killed',
  answers: [
    'DataLoader worker (pid 22358) is killed by signal: Killed.',
    'Task was killed due to the node running low on memory'
  ],
  refines: [
    'dataloader/worker-exited',
    'dataloader/worker-terminated',
    'kernel/killed',
    'kernel/oom-killed',
    'kernel/died-unknown'
  ],
  signs: [
    ...said(killedBy('Kill'), {
      read: (_, reading) =>
        // The kernel's own line is the proof that memory ran out.
        /oom-kill|Out of memory: Kill|cgroup out of memory/i.test(reading.log)
          ? { proof: 'kernel' }
          : {}
    }),
    ...said(
      /(?:Task was killed due to the node running low on memory|Workers \(tasks \/ actors\) killed due to memory pressure)/,
      { read: () => ({ proof: 'ray' }) }
    )
  ],
  page(trans, { proof }) {
    return {
      title: proof
        ? trans.__('A worker was killed: the memory ran out')
        : trans.__('A worker was killed, most likely for lack of memory'),
      cause: proof
        ? trans.__(
            'The main memory (RAM, not the GPU’s) ran out and the worker was killed; the log says so. Each worker holds a copy of what it touches of the dataset, and prefetched batches besides.'
          )
        : trans.__(
            'The system killed a DataLoader worker (SIGKILL). That is nearly always because the main memory (RAM, not the GPU’s) of the machine, the container or the job ran out.'
          ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Use fewer workers and a shorter queue'),
          detail: trans.__(
            'num_workers × prefetch_factor batches wait in memory at any time. 0 workers need the least.'
          ),
          code: 'DataLoader(dataset, num_workers=1, prefetch_factor=1)'
        },
        {
          safety: 'check',
          title: trans.__(
            'Do not keep the whole data set in the Dataset object'
          ),
          detail: trans.__(
            'Read files in __getitem__. Large Python lists and dicts are copied in each worker little by little; numpy arrays and tensors are not.'
          ),
          code: 'self.paths = np.array(paths)  # instead of a list of many strings'
        },
        {
          safety: 'diagnostic',
          title: trans.__('See whether the memory limit was hit'),
          detail: trans.__(
            'oom_kill grows by one with each kill. free shows the machine, not the limit of a container or a Slurm job.'
          ),
          code: '$ cat /sys/fs/cgroup/memory.events; free -h'
        },
        {
          safety: 'check',
          title: trans.__('Give the container or the job more memory'),
          code: '$ docker run --memory=32g --shm-size=8g …'
        }
      ],
      notThis: [
        trans.__(
          'Somebody or a job scheduler ended the worker with kill -9: then neither memory.events nor dmesg shows an out-of-memory kill.'
        ),
        trans.__(
          'CUDA out of memory is about the GPU’s memory and is raised as an error; nothing is killed.'
        )
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: memory of workers, and copies of the dataset'
          ),
          url: LINKS.dataWorkers
        },
        {
          title: trans.__('Docker: memory limits of a container'),
          url: LINKS.dockerMemory
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 16989) exited unexpectedly',
      traceback:
        'RuntimeError                              Traceback (most recent call last)\n\nRuntimeError: DataLoader worker (pid 16989) is killed by signal: Killed. \n\nThe above exception was the direct cause of the following exception:\n\nRuntimeError                              Traceback (most recent call last)\nCell In[1], line 8\n----> 8 for b in DataLoader(D(), num_workers=1): pass\n\nRuntimeError: DataLoader worker (pid(s) 16989) exited unexpectedly',
      torch: '2.13',
      origin: 'run',
      values: { pid: '16989' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 4321) is killed by signal: Killed: 9. ',
      torch: '1.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker is killed by signal: Killed.',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 4321) is killed by signal: Killed. ',
      stderr:
        'Memory cgroup out of memory: Killed process 4321 (python) total-vm:9437184kB, anon-rss:4194304kB, file-rss:0kB, shmem-rss:0kB\n',
      torch: '2.0',
      origin: 'reference',
      values: { proof: 'kernel' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 111) is killed by signal: Terminated. '
    },
    {
      ename: 'TerminatedWorkerError',
      evalue:
        'A worker process managed by the executor was unexpectedly terminated. The exit codes of the workers are {SIGKILL(-9)}'
    }
  ],
  reproduction: {
    // The worker does to itself what the system does when memory runs out.
    raises: [
      'import os, signal, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'LIMIT = 1_000_000  # bytes a worker may hold',
      'class Images(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        image = torch.zeros(1024, 1024)',
      '        if image.nbytes > LIMIT:',
      '            os.kill(os.getpid(), signal.SIGKILL)',
      '        return image',
      'for batch in DataLoader(Images(), num_workers=1):',
      '    pass'
    ].join('\n'),
    fixed: [
      'import os, signal, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'LIMIT = 1_000_000  # bytes a worker may hold',
      'class Images(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        image = torch.zeros(256, 256)',
      '        if image.nbytes > LIMIT:',
      '            os.kill(os.getpid(), signal.SIGKILL)',
      '        return image',
      'for batch in DataLoader(Images(), num_workers=1):',
      '    pass'
    ].join('\n')
  }
};

export default entry;
