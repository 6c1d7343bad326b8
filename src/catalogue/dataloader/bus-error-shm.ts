import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { sizeText } from '../../incident/size';

import { said } from '../said';
import { shown } from '../shown';
import { usesWorkers } from './shared/context';
import { killedBy } from './shared/killed-by';
import { LINKS } from './shared/links';
import { roomSeen } from './shared/room-seen';

/** A semaphore, or a block of memory, was being made for several processes. */
function opensShared(reading: IReading): boolean {
  return /\b_?SemLock\b|multiprocessing[\\/](?:synchronize|heap|shared_memory)\.py/.test(
    shown(reading)
  );
}

/** torch/csrc/DataLoader.cpp, in the worker as it dies; the reason is its guess. */
const BUS_ERROR = /Unexpected bus error encountered in (?:DataLoader )?worker/i;

function words(
  trans: ITranslate,
  { used, size }: Values
): { title: string; cause: string } {
  return used === undefined || size === undefined
    ? {
        title: trans.__('The shared memory (/dev/shm) is too small'),
        cause: trans.__(
          'DataLoader workers hand their batches over through shared memory, and there was none left. A Docker container gets 64 MB of it unless one asks for more.'
        )
      }
    : {
        title: trans.__('A worker hit a bus error, with shared memory free'),
        cause: trans.__(
          'The worker touched mapped memory with nothing behind it. PyTorch suspects the shared memory, but at most %1 of %2 were seen in use: more likely a mapped data file was cut short while it was read (numpy memmap, LMDB, Arrow).',
          sizeText(Number(used)),
          sizeText(Number(size))
        )
      };
}

function fileFix(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the data files with their source'),
    detail: trans.__(
      'One that is still being written, or was copied in part, is shorter than its header says. A disk or network share that went away does the same.'
    ),
    code: '$ ls -l DATA; df -h /dev/shm DATA'
  };
}

function containerFix(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('In a container: start it with more shared memory'),
    detail: trans.__(
      'Or share the host’s with --ipc=host. On Kubernetes, mount an emptyDir with medium: Memory at /dev/shm.'
    ),
    code: '$ docker run --shm-size=8g …'
  };
}

/** What to change where the shared memory was too small. */
function memoryFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See how large the shared memory is'),
      code: '$ df -h /dev/shm'
    },
    containerFix(trans),
    {
      safety: 'safe',
      title: trans.__('Load in the main process, or with fewer workers'),
      detail: trans.__(
        'With num_workers=0 no shared memory is needed. Otherwise the need grows with num_workers × prefetch_factor × the size of a batch.'
      ),
      code: 'DataLoader(dataset, num_workers=0)'
    },
    {
      safety: 'check',
      title: trans.__('Keep fewer batches waiting, or make them smaller'),
      code: 'DataLoader(dataset, batch_size=16, num_workers=2, prefetch_factor=1)'
    },
    {
      safety: 'check',
      title: trans.__('Clear what dead processes left behind'),
      detail: trans.__(
        'The sharing strategy file_system leaves its files when a process is killed. Delete them only when no training runs.'
      ),
      code: '$ ls -lh /dev/shm/torch_*'
    }
  ];
}

const entry: IEntry = {
  id: 'dataloader/bus-error-shm',
  answers: [
    'ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm).',
    'DataLoader worker (pid 325) is killed by signal: Bus error.',
    "It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.",
    'unable to write to file </torch_123_456>: No space left on device (28)'
  ],
  refines: [
    'dataloader/worker-exited',
    'kernel/bus-error',
    'kernel/died-unknown'
  ],
  signs: [
    { where: 'log', fatal: true, pattern: BUS_ERROR, read: roomSeen },
    { where: 'message', pattern: BUS_ERROR, read: roomSeen },
    ...said(killedBy('Bus error'), { read: roomSeen }),
    ...said(/dataloader's workers are out of shared memory/),
    ...said(
      /unable to (?:resize|write to|allocate shared memory\(shm\) for) file </,
      { when: reading => reading.mentions('No space left on device') }
    ),
    // The queues between the processes use semaphores, which lie there too.
    {
      where: 'message',
      ename: /^OSError$/,
      pattern: /^\[Errno 28\] No space left on device/,
      when: reading => usesWorkers(reading) && opensShared(reading),
      confidence: 'likely'
    },
    // torch up to 1.8 printed no reason; a full /dev/shm is the usual one.
    ...said(/unable to write to file <\/torch_[^\s>]+>(?:[^:]|$)/, {
      confidence: 'likely'
    }),
    ...said(
      /unable to allocate shared memory\(shm\) for file <\/torch_[^\s>]+>: (?:Resource temporarily unavailable|Cannot allocate memory|Success)/,
      { confidence: 'likely' }
    ),
    ...said(/unable to mmap memory: you tried to mmap \d+GB/, {
      confidence: 'likely'
    }),
    ...said(
      /unable to mmap \d+ bytes from file <\/torch_[^\s>]+>: Cannot allocate memory/,
      { confidence: 'likely' }
    )
  ],
  page(trans, values) {
    const isFree = values.used !== undefined;
    return {
      ...words(trans, values),
      fixes: isFree
        ? [fileFix(trans), containerFix(trans)]
        : memoryFixes(trans),
      notThis: [
        trans.__(
          'The worker was “Killed”: then the memory of the machine ran out, not the shared memory.'
        ),
        ...(isFree
          ? []
          : [
              trans.__(
                'df shows plenty of free space: then a mapped data file may have been cut short while it was read (numpy memmap, LMDB).'
              )
            ])
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: how shared memory is used between processes'
          ),
          url: LINKS.sharing
        },
        {
          title: trans.__('Docker: run, --shm-size and --ipc'),
          url: LINKS.dockerRun
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'unable to allocate shared memory(shm) for file </torch_1106_2545148478_0>: Resource temporarily unavailable (11)',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 16979) exited unexpectedly',
      stderr:
        'ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm).\n\0',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "DataLoader worker (pid 81) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.",
      torch: '1.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'DataLoader worker (pid 81) is killed by signal: Bus error. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace.',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unable to write to file </torch_71_2836>: No space left on device (28)',
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'OSError',
      evalue: '[Errno 28] No space left on device',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 31, in <module>\n    for batch in loader:\n  File "/env/lib/python3.11/site-packages/torch/utils/data/dataloader.py", line 1139, in __init__\n    index_queue = multiprocessing_context.Queue()\n  File "/usr/lib/python3.11/multiprocessing/queues.py", line 43, in __init__\n    self._rlock = ctx.Lock()\n  File "/usr/lib/python3.11/multiprocessing/synchronize.py", line 57, in __init__\n    sl = self._semlock = _multiprocessing.SemLock(\nOSError: [Errno 28] No space left on device',
      torch: '2.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'OSError',
      evalue: '[Errno 28] No space left on device',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 40, in <module>\n    torch.save(model, "model.pt")\n  File "/env/lib/python3.10/site-packages/torch/serialization.py", line 619, in save\n    _save(obj, opened_zipfile)\nOSError: [Errno 28] No space left on device'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 81) is killed by signal: Killed. '
    },
    { ename: 'OSError', evalue: '[Errno 28] No space left on device' },
    { kind: 'text', stderr: 'Bus error (core dumped)' }
  ],
  reproduction: {
    // What a full /dev/shm does: the page is mapped, nothing stands behind it.
    raises: [
      'import mmap, tempfile, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Images(Dataset):',
      '    free = 0  # bytes left in the shared memory',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        with tempfile.TemporaryFile() as shm:',
      '            shm.truncate(4096)',
      '            page = mmap.mmap(shm.fileno(), 4096)',
      '            shm.truncate(self.free)',
      '            page[0] = 1',
      '        return torch.zeros(3)',
      'for batch in DataLoader(Images(), num_workers=1):',
      '    pass'
    ].join('\n'),
    fixed: [
      'import mmap, tempfile, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Images(Dataset):',
      '    free = 4096  # more shared memory: docker run --shm-size',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        with tempfile.TemporaryFile() as shm:',
      '            shm.truncate(4096)',
      '            page = mmap.mmap(shm.fileno(), 4096)',
      '            shm.truncate(self.free)',
      '            page[0] = 1',
      '        return torch.zeros(3)',
      'for batch in DataLoader(Images(), num_workers=1):',
      '    pass'
    ].join('\n')
  }
};

export default entry;
