import type { ISign, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { formatBytes } from '../../../shared/format-bytes';
import { define, type ValuesOf } from '../../define';
import { textFrom } from '../../shared/text-from';
import { dying, saysDied } from '../shared/death';
import { factsFor } from '../shared/facts';
import { LINKS } from '../../shared/crash-words';

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

/** What is known of the memory, in bytes, `rss` in KiB and `age` in seconds. */
const FIGURES = [
  'proof',
  'used',
  'limit',
  'resident',
  'age',
  'rss',
  'bytes'
] as const;
type Figures = ValuesOf<(typeof FIGURES)[number]>;

/** What proves that memory ran out (incident/death/memory.ts), with its figures. */
function proofWords(
  trans: ITranslate,
  { used, limit, resident, age, proof }: Figures
): string {
  const shown =
    proof === 'log'
      ? trans.__('the system’s log names this process')
      : proof === 'group'
        ? trans.__('the kernel’s group counted one more kill')
        : trans.__('the machine counted one more kill');
  if (used === undefined || limit === undefined) {
    return trans.__(
      'The system ended the kernel because the memory was used up: %1. This is the RAM, not the memory of the GPU.',
      shown
    );
  }
  return trans.__(
    'The system ended the kernel because the memory was used up: %1 of %2 were in use at the last look, at most %3 s before (%4 by the kernel itself), and %5. This is the RAM, not the memory of the GPU.',
    formatBytes(Number(used)),
    formatBytes(Number(limit)),
    Number(age ?? 0).toFixed(1),
    formatBytes(Number(resident ?? 0)),
    shown
  );
}

function cause(trans: ITranslate, figures: Figures): string {
  const { proof, rss, bytes } = figures;
  if (proof !== undefined) {
    return proofWords(trans, figures);
  }
  const held = Number(rss ?? 0) / 1024 ** 2;
  const asked = Number(bytes ?? 0) / 1024 ** 3;
  if (held >= 0.1) {
    return trans.__(
      'The system ended the process because the memory of the machine or of its container was used up; the process held %1 GiB. This is the RAM, not the memory of the GPU.',
      held.toFixed(1)
    );
  }
  return asked >= 0.1
    ? trans.__(
        'The process asked for a block of %1 GiB shortly before it died, which points to the memory of the machine. This is the RAM, not the memory of the GPU.',
        asked.toFixed(1)
      )
    : trans.__(
        'The system ended the process because the memory of the machine or of its container was used up. This is the RAM, not the memory of the GPU.'
      );
}

/**
 * Only with evidence that memory ran out: a line of the Linux kernel, of a
 * scheduler or of a front end. SIGKILL alone is `kernel/killed`.
 */
export default define({
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
  values: FIGURES,
  signs: [
    ...logged(/[Oo]ut of memory: Kill(?:ed)? process \d+/, {
      read: (_, reading) => ({
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
  words: (trans, values) => ({
    title: trans.__('The main memory (RAM) ran out'),
    cause: cause(trans, values),
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
    ]
  }),
  common: trans => ({
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
  })
});
