import type { IEntry, IReading, ISign } from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { dying, saysDied } from './shared/death';
import { factsFor } from './shared/facts';
import { memoryWords } from './shared/memory-words';
import { LINKS } from './shared/words';

/** Whom the system's log names as killed. */
const VICTIM = /\bKill(?:ed)? process \d{1,10},? \((?<name>[^)]{1,30})\)/g;

/** Programs that train no model. */
const OTHER =
  /^(?:java|perl|node|ruby|php.{0,8}|mysqld|mariadbd|postgres|mongod|redis-server|chrome|firefox|cc1plus|gcc|clang|rustc|ld(?:\.lld)?|stress(?:-ng)?)$/;

/** Whether all that the system killed were such programs. */
function othersDied({ log }: IReading): boolean {
  const names = Array.from(log.matchAll(VICTIM), one => one.groups?.name ?? '');
  return names.length > 0 && names.every(name => OTHER.test(name));
}

/** Words of the system's log, of this process or of an unnamed one. */
function logged(pattern: RegExp, rest: Pick<ISign, 'read'> = {}): ISign[] {
  return dying(pattern, rest).map(sign => ({
    ...sign,
    when: reading => sign.when?.(reading) !== false && !othersDied(reading)
  }));
}

/**
 * Only with evidence that memory ran out: a line of the Linux kernel, of a
 * scheduler or of a front end. SIGKILL alone is `kernel/killed`.
 */
const entry: IEntry = {
  id: 'kernel/oom-killed',
  answers: [
    'Your session crashed after using all available RAM',
    'Memory cgroup out of memory: Killed process 4321 (python)',
    'python3 invoked oom-killer',
    'Your notebook tried to allocate more memory than is available. It has restarted.',
    'slurmstepd: error: Detected 1 oom-kill event(s)',
    'OOMKilled'
  ],
  refines: [
    'kernel/killed',
    'kernel/exited',
    'kernel/died-unknown',
    'kernel/died-dataloader'
  ],
  signs: [
    ...logged(/[Oo]ut of memory: Kill(?:ed)? process (?<pid>\d+)/, {
      read: (groups, reading) => ({
        ...groups,
        rss: /anon-rss:(\d+)kB/.exec(
          textFrom(reading, 'ut of memory: Kill')
        )?.[1]
      })
    }),
    ...logged(
      /\binvoked oom-killer|oom-kill:constraint=|oom_reaper: reaped process/
    ),
    ...dying(
      /[Dd]etected \d+ oom[-_]kill event|srun: error: [\w.-]{1,80}: tasks? [\d,[\]-]{1,60}: Out Of Memory|\bState: OUT_OF_MEMORY\b/
    ),
    ...dying(/systemd-oomd\[\d+\]: Killed/),
    // The kernel's report of a group that ran out; Kubernetes of its node.
    ...dying(
      /memory: usage \d{1,15}kB, limit \d{1,15}kB, failcnt [1-9]|node was low on resource: memory/
    ),
    ...dying(
      /killed by the cgroup out-of-memory handler|\bOOMKilled\b|TERM_MEMLIMIT|Exceeded (?:job|step) memory limit/
    ),
    // Colab shows it with a nearly empty gauge too (colabtools 2332, 3070).
    ...dying(
      /[Ss]ession crash(?:ed|es|ing)\b.{1,40}\b(?:using all available|exhausted|out of) RAM\b|tried to allocate more memory than is available\. It has restarted/,
      { confidence: 'likely' }
    ),
    {
      where: 'log',
      fatal: true,
      pattern: /tcmalloc: large alloc (?<bytes>\d+) bytes/,
      when: saysDied,
      confidence: 'likely'
    }
  ],
  facts: factsFor('kernel/oom-killed'),
  page(trans, values) {
    return {
      title: trans.__('The main memory (RAM) ran out'),
      cause: memoryWords(trans, values),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Watch the memory as the cells run'),
          detail: trans.__(
            'The limit is that of the container or job, which free does not show.'
          ),
          code: 'import resource\n\nresource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # GiB on Linux'
        },
        {
          safety: 'check',
          title: trans.__('Load the data piece by piece'),
          detail: trans.__(
            'Open files in __getitem__, read tables in chunks or only the columns needed, map arrays instead of reading them.'
          ),
          code: "x = np.load('x.npy', mmap_mode='r')"
        },
        {
          safety: 'check',
          title: trans.__('Keep no graphs and no batches'),
          detail: trans.__(
            'A list of losses keeps the whole graph of each step alive.'
          ),
          code: 'losses.append(loss.item())'
        },
        {
          safety: 'check',
          title: trans.__('Use fewer DataLoader workers'),
          code: 'DataLoader(dataset, num_workers=1, prefetch_factor=1)'
        },
        {
          safety: 'check',
          title: trans.__('Large models: load them without a second copy'),
          code: "state = torch.load(path, map_location='cpu', mmap=True)\nmodel.load_state_dict(state, assign=True)"
        },
        {
          safety: 'check',
          title: trans.__('Give the container or the job more memory'),
          code: '$ docker run --memory=32g …'
        }
      ],
      notThis: [
        trans.__(
          'CUDA out of memory is about the GPU’s memory, is raised as an error, and leaves the kernel alive.'
        ),
        trans.__(
          'The line names another process: then that one was killed, though memory ran out for all.'
        )
      ],
      links: [
        {
          title: trans.__('Docker: what happens when memory runs out'),
          url: LINKS.dockerMemory
        },
        {
          title: trans.__('PyTorch: memory of DataLoader workers'),
          url: LINKS.data
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'run.sh: line 159:   943 Killed                  python3 train.py\n[Thu Aug 16 09:05:19 2018] memory: usage 16777216kB, limit 16777216kB, failcnt 2316\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'The node was low on resource: memory. Threshold quantity: 100Mi\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Memory cgroup out of memory: Killed process 4321 (python) total-vm:9437184kB, anon-rss:4194304kB, file-rss:0kB, shmem-rss:0kB\n',
      torch: '2.0',
      origin: 'reference',
      values: { pid: '4321', rss: '4194304' }
    },
    {
      kind: 'text',
      stderr: 'srun: error: node17: tasks 0-3: Out Of Memory\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Your session crashed after using all available RAM.',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'WARNING:root:kernel b9e44794-c591-416b-a281-1a0873e0ca43 restarted\nKernelRestarter: restarting kernel (1/5), keep random ports\ntcmalloc: large alloc 4015906816 bytes == 0x1e00b2000 @ 0x7feed825d1e7\n',
      torch: '1.4',
      origin: 'reference',
      values: { bytes: '4015906816' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'kworker invoked oom-killer: gfp_mask=0x6200ca\nOut of memory: Killed process 4242 (perl) total-vm:87033376kB, anon-rss:60356340kB'
    },
    {
      ename: 'OutOfMemoryError',
      evalue: 'CUDA out of memory. Tried to allocate 2.00 GiB.'
    },
    { kind: 'text', stderr: 'zsh: killed     python train.py' },
    {
      kind: 'text',
      stderr:
        'tcmalloc: large alloc 4015906816 bytes == 0x1e00b2000 @ 0x7feed825d1e7'
    }
  ]
};

export default entry;
