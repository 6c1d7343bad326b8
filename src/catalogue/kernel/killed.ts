import type { IEntry, ITranslate, Values } from '../../diagnosis/types';

import { hasLine } from '../said';
import { dying, exitStatus, isElsewhere, zsh } from './shared/death';
import { endedBy } from './shared/ended-by';
import { factsFor } from './shared/facts';
import { localized } from './shared/localized';
import { exitStatusLink, LINKS, returncodeLink } from './shared/words';

/** What is known of the end, by the facts or by a text. */
function words(
  trans: ITranslate,
  { signal, by }: Values
): { title: string; cause: string } {
  if (by === 'empty') {
    return {
      title: trans.__('The process was ended from outside, or by os._exit'),
      cause: trans.__(
        'It left no fatal error and ran no exit handler: only a signal that cannot be caught, or os._exit(), ends a process so. Nothing proves that memory ran out; the exit status, a line of the system’s log or a grown oom_kill counter would decide.'
      )
    };
  }
  if (signal !== undefined && signal !== 'SIGKILL') {
    return {
      title: trans.__('The process was ended from outside (%1)', signal),
      cause: trans.__(
        'Another process sent the kernel the signal %1: a scheduler at the end of its time, a container that stops, or somebody’s kill. It is no crash, and no sign of a lack of memory.',
        signal
      )
    };
  }
  return {
    title: trans.__('The process was killed from outside (SIGKILL)'),
    cause: trans.__(
      'Something ended the process with signal 9, which it can neither catch nor report. Often the system does so when memory runs out, but nothing here proves it: a scheduler, a container that stops or kill -9 look the same.'
    )
  };
}

/** A shell's whole line; what was glued to a progress bar is one by now. */
const LINE = /(?:^\*{0,2}|\d)Killed\*{0,2}$/m;

/** SIGKILL leaves no words of its own; memory is one reason among several. */
const entry: IEntry = {
  id: 'kernel/killed',
  answers: [
    'exit code 137',
    'zsh: killed',
    'Killed',
    'Killed: 9',
    'Process finished with exit code 137 (interrupted by signal 9: SIGKILL)'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
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
  facts: factsFor('kernel/killed'),
  page(trans, values) {
    return {
      ...words(trans, values),
      fixes: [
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'A subprocess exited unexpectedly with status -9',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        './train.sh: line 12: 30654 Killed                  python3 -m train\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Process 0 exit with status code 137.\n',
      torch: '1.7',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Loading checkpoint shards:   0%|          | 0/2 [00:00<?, ?it/s]Killed\nkilled\n',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'step 229/230 - loss: 0.2038 - acc: 0.9209Killed\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'epoch 3: loss 0.41\nrun.sh: 行 3: 12345 已杀死               python train.py\n',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: '[train] 0% | 506/200000\nTerminado (killed)\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'all keys matched\ndied with <Signals.SIGKILL: 9>\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '  exitcode  : -9 (pid: 71)\n  error_file: <N/A>\n  traceback : Signal 9 (SIGKILL) received by PID 71\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "[2024-01-01 10:00:00,000] [ERROR] [launch.py:321:sigkill_handler] ['/env/bin/python', '-u', 'train.py', '--local_rank=0'] exits with return code = -9\n",
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'zsh: killed     python train.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        ' 21%|##        | 412/1960 [02:10<08:07,  3.18it/s, loss=0.41]Killed\n(base) user@host:~$ \n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: '[2]  - 40312 killed     python train.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Epoch 2:  37%|###7      | 412/1113 [02:10<03:40,  3.18it/s]\nrun.sh: line 6: 53306 Killed                  python train.py\n',
      torch: '1.13',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Process finished with exit code 137 (interrupted by signal 9: SIGKILL)',
      torch: '1.4',
      origin: 'reference',
      values: { status: '137' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        './run.sh: line 5: 12345 Killed                  ffmpeg -i a.mp4 b.mp4\n'
    },
    {
      ename: 'ChildFailedError',
      evalue:
        '\n============================================================\ntrain.py FAILED\n------------------------------------------------------------\nFailures:\n  <NO_OTHER_FAILURES>\n------------------------------------------------------------\nRoot Cause (first observed failure):\n[0]:\n  time      : 2024-01-01_10:00:00\n  host      : node1\n  rank      : 1 (local_rank: 1)\n  exitcode  : 1 (pid: 71)\n'
    },
    {
      ename: 'CalledProcessError',
      evalue:
        "Command '['ffmpeg', '-i', 'clip.mp4']' died with <Signals.SIGKILL: 9>."
    },
    {
      kind: 'text',
      stderr:
        ' 21%|##        | 412/1960 [02:10<08:07,  3.18it/s] Killed trials: 3'
    },
    {
      kind: 'text',
      stderr:
        'Memory cgroup out of memory: Killed process 4321 (python) total-vm:9437184kB, anon-rss:4194304kB\n'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 22358) is killed by signal: Killed. '
    },
    {
      kind: 'text',
      stderr:
        'WARN TaskSetManager: ExecutorLostFailure (executor 4 exited caused by one of the running tasks) Reason: Container marked as failed. Exit status: 137. Diagnostics: Container killed on request. Exit code is 137\nKilled by external signal\n'
    },
    {
      kind: 'text',
      stderr:
        'ERROR YarnScheduler: Lost executor 3: Container killed by YARN for exceeding memory limits. Exit code: 137'
    }
  ],
  reproduction: {
    raises: [
      'import subprocess, sys',
      "die = 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)'",
      "subprocess.run(['bash', '-c', f'{sys.executable} -c \"{die}\"; true'])"
    ].join('\n'),
    fixed: [
      'import subprocess, sys',
      "live = 'import os; os.getpid()'",
      "subprocess.run(['bash', '-c', f'{sys.executable} -c \"{live}\"; true'])"
    ].join('\n')
  }
};

export default entry;
