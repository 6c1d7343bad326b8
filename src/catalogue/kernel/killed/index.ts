import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { hasLine } from '../../predicates';
import { dying, exitStatus, isElsewhere, zsh } from '../shared/death';
import { endedBy } from '../shared/ended-by';
import { factsFor } from '../shared/facts';
import { localized } from '../shared/localized';
import {
  exitStatusLink,
  LINKS,
  returncodeLink
} from '../../shared/crash-words';

/** A shell's whole line; what was glued to a progress bar is one by now. */
const LINE = /(?:^\*{0,2}|\d)Killed\*{0,2}$/m;

function fixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Did memory run out? Ask the system'),
      detail: trans.__(
        'A line with the number of the process is proof; in a container oom_kill must have grown since before.'
      ),
      code: '$ dmesg -T | grep -i -E "out of memory|oom-kill" | tail; cat /sys/fs/cgroup/memory.events'
    },
    {
      safety: 'diagnostic',
      title: trans.__('On a cluster: ask the scheduler'),
      code: '$ sacct -j JOBID --format=State,ExitCode,MaxRSS,ReqMem,Elapsed'
    },
    {
      safety: 'check',
      title: trans.__('Try it with less memory'),
      detail: trans.__(
        'A part of the data, fewer workers, a smaller batch. If it then lives, memory was the reason.'
      ),
      code: 'DataLoader(dataset, batch_size=8, num_workers=0)'
    }
  ];
}

/**
 * SIGKILL leaves no words of its own; memory is one reason among several. The
 * kinds `order` and `silent` are known from the facts of a death alone.
 */
export default define({
  id: 'kernel/killed',
  answers: [
    'exit code 137',
    'zsh: killed',
    'Killed',
    'Killed: 9',
    'Process finished with exit code 137 (interrupted by signal 9: SIGKILL)',
    'CANCELLED AT 2026-02-01T10:00:00 DUE TO TIME LIMIT'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  values: ['signal', 'job'],
  facts: factsFor('kernel/killed'),
  // Of no kind: a shell may print them of a death whose facts are known.
  signs: [
    ...localized('SIGKILL'),
    ...dying(exitStatus('-9', '137')),
    {
      where: 'log',
      fatal: true,
      pattern: /(?:\b|\d)Killed\b/,
      when: reading => !isElsewhere(reading) && hasLine(reading, LINE),
      confidence: 'likely'
    },
    ...dying(zsh('killed')),
    ...endedBy({ name: 'SIGKILL', number: 9, words: 'Killed' }),
    ...dying(
      /\bKilled: 9|signal 9: SIGKILL|(?:^|[\d:] )Killed(?: python\d?\b|$)|\b\d{2,8} Killed(?:$|.{1,200}?\b(?:python|torchrun|accelerate|deepspeed))/
    )
  ],
  kinds: {
    sigkill: {
      words: trans => ({
        title: trans.__('The process was killed from outside (SIGKILL)'),
        cause: trans.__(
          'Something ended the process with signal 9, which it can neither catch nor report. Often the system does so when memory runs out, but nothing here proves it: a scheduler, a container that stops or kill -9 look the same.'
        ),
        fixes: fixes(trans)
      })
    },
    order: {
      words: (trans, { signal }) => ({
        title: trans.__('The process was ended from outside (%1)', signal),
        cause: trans.__(
          'Another process sent the kernel the signal %1, which is no crash and no sign of a lack of memory. Usual: a scheduler at the end of its time, a container that stops, or somebody’s kill.',
          signal
        ),
        fixes: fixes(trans)
      })
    },
    // Slurm, in the log of the job.
    limit: {
      signs: [
        {
          where: 'log',
          fatal: true,
          pattern:
            /\*\*\* (?:JOB|STEP) (?<job>[\d_.+]{1,20})(?: ON [\w.-]{1,80})? CANCELLED AT \S{10,25} DUE TO TIME LIMIT/,
          when: reading => reading.mentions('torch')
        }
      ],
      words: (trans, { job }) => ({
        title: trans.__('The job reached its time limit, and Slurm ended it'),
        cause: trans.__(
          'Slurm lets a job run for as long as it asked for, and job %1 had used that up. The program itself did not fail.',
          job
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Ask for more time, up to the partition’s limit'),
            code: '$ sbatch --time=24:00:00 job.sh  # the limits: sinfo -o "%P %l"'
          },
          {
            safety: 'check',
            title: trans.__('Save while training, and go on from there'),
            code: "torch.save({'model': model.state_dict(), 'optimizer': optimizer.state_dict(), 'epoch': epoch}, path)"
          }
        ]
      })
    },
    silent: {
      words: trans => ({
        title: trans.__('The process was ended from outside, or by os._exit'),
        cause: trans.__(
          'It left no fatal error and ran no exit handler: only a signal that cannot be caught, or os._exit(), ends a process so. Nothing proves that memory ran out; the exit status, a line of the system’s log or a grown oom_kill counter would decide.'
        ),
        fixes: fixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The log holds a line about oom-kill or out of memory: then memory ran out for certain.'
      ),
      trans.__(
        'Exit status 139 or -11 is a crash of native code, 134 or -6 an abort.'
      )
    ],
    links: [
      {
        title: trans.__('Docker: what happens when memory runs out'),
        url: LINKS.dockerMemory
      },
      returncodeLink(trans),
      exitStatusLink(trans)
    ]
  })
});
