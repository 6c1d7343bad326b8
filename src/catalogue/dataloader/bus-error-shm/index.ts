import type { IReading } from '../../../incident/types';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { define } from '../../define';
import { readyBytes } from '../../../incident/machine';
import { formatBytes } from '../../../shared/format-bytes';
import { messageOrLog } from '../../signs';
import { printedText } from '../../predicates';
import { usesWorkers } from '../shared/context';
import { killedBy } from '../shared/killed-by';
import { LINKS } from '../shared/links';
import { withoutWorkers } from '../../shared/edits/loader';

/** A semaphore, or a block of memory, was being made for several processes. */
function opensShared(reading: IReading): boolean {
  return /\b_?SemLock\b|multiprocessing[\\/](?:synchronize|heap|shared_memory)\.py/.test(
    printedText(reading)
  );
}

/** torch/csrc/DataLoader.cpp, in the worker as it dies; the reason is its guess. */
const BUS_ERROR = /Unexpected bus error encountered in (?:DataLoader )?worker/i;

/** Bytes to spare that a burst of batches does not fill between two looks. */
const PLENTY = 2 ** 30;

/** The same where the size of a batch is not known. */
const PLENTY_OF_ANY = 8 * PLENTY;

/** The system's own words: the memory was not there. */
const REFUSED = ['No space left on device', 'Cannot allocate memory'];

/**
 * `used` and `size` of the shared memory in bytes, the most that was seen in
 * use, where that leaves plenty: half of all, and twice the batches that the
 * loader keeps ready. Nothing where it was filling, where the system says that
 * it was full, and where nobody looked before the failure: a worker that dies
 * gives its share back.
 */
function roomSeen(_: Values, reading: IReading) {
  const { machine } = reading.incident;
  const size = machine?.limits.sharedMemory ?? null;
  if (
    !machine ||
    size === null ||
    machine.sharedPeak === null ||
    REFUSED.some(words => reading.mentions(words))
  ) {
    return {};
  }
  const { sharedUsed, sharedPeak, loader } = machine;
  const used = Math.max(sharedUsed ?? 0, sharedPeak);
  const ready = readyBytes(loader);
  const spare = ready === null ? PLENTY_OF_ANY : Math.max(PLENTY, 2 * ready);
  return size - used >= Math.max(spare, size / 2)
    ? ({ kind: 'free', used: String(used), size: String(size) } as const)
    : {};
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
      code: 'DataLoader(dataset, num_workers=0)',
      edit: withoutWorkers
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

function killedNotThis(trans: ITranslate): string {
  return trans.__(
    'The worker was “Killed”: then the memory of the machine ran out, not the shared memory.'
  );
}

export default define({
  id: 'dataloader/bus-error-shm',
  answers: [
    'ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm).',
    'DataLoader worker (pid 325) is killed by signal: Bus error.',
    "It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.",
    'unable to write to file </torch_123_456>: No space left on device (28)'
  ],
  refines: [
    'python/no-write',
    'dataloader/worker-exited',
    'kernel/bus-error',
    'kernel/died-unknown'
  ],
  values: ['used', 'size'],
  // What was seen of the machine tells the kind, not what torch says.
  signs: [
    { where: 'log', fatal: true, pattern: BUS_ERROR, read: roomSeen },
    { where: 'message', pattern: BUS_ERROR, read: roomSeen },
    ...messageOrLog(killedBy('Bus error'), { read: roomSeen }),
    ...messageOrLog(/dataloader's workers are out of shared memory/),
    ...messageOrLog(
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
    ...messageOrLog(/unable to write to file <\/torch_[^\s>]+>(?:[^:]|$)/, {
      confidence: 'likely'
    }),
    ...messageOrLog(
      /unable to allocate shared memory\(shm\) for file <\/torch_[^\s>]+>: (?:Resource temporarily unavailable|Cannot allocate memory|Success)/,
      { confidence: 'likely' }
    ),
    ...messageOrLog(/unable to mmap memory: you tried to mmap \d+GB/, {
      confidence: 'likely'
    }),
    ...messageOrLog(
      /unable to mmap \d+ bytes from file <\/torch_[^\s>]+>: Cannot allocate memory/,
      { confidence: 'likely' }
    )
  ],
  kinds: {
    full: {
      words: trans => ({
        title: trans.__('The shared memory (/dev/shm) is too small'),
        cause: trans.__(
          'DataLoader workers hand their batches over through shared memory, and there was none left. A Docker container gets 64 MB of it unless one asks for more.'
        ),
        fixes: memoryFixes(trans),
        notThis: [
          killedNotThis(trans),
          trans.__(
            'df shows plenty of free space: then a mapped data file may have been cut short while it was read (numpy memmap, LMDB).'
          )
        ]
      })
    },
    free: {
      words: (trans, { used, size }) => ({
        title: trans.__('A worker hit a bus error, with shared memory free'),
        cause: trans.__(
          'The worker touched mapped memory with nothing behind it. PyTorch suspects the shared memory, but at most %1 of %2 were seen in use: more likely a mapped data file was cut short while it was read (numpy memmap, LMDB, Arrow).',
          formatBytes(Number(used)),
          formatBytes(Number(size))
        ),
        fixes: [fileFix(trans), containerFix(trans)],
        notThis: [killedNotThis(trans)]
      })
    }
  },
  common: trans => ({
    links: [
      {
        title: trans.__('PyTorch: how shared memory is used between processes'),
        url: LINKS.sharing
      },
      {
        title: trans.__('Docker: run, --shm-size and --ipc'),
        url: LINKS.dockerRun
      }
    ]
  })
});
