import type { IEntry, Values } from '../../diagnosis/types';

import { fatalPython } from './shared/crash';
import { dying, exitStatus, zsh } from './shared/death';
import { endedBy } from './shared/ended-by';
import { factsFor } from './shared/facts';
import { localized } from './shared/localized';
import {
  crashFileFix,
  faulthandlerLink,
  freshEnvironmentFix,
  placeWords,
  returncodeLink
} from './shared/words';

function readStack(): Values {
  return { stack: 'yes' };
}

const entry: IEntry = {
  id: 'kernel/segfault',
  answers: [
    'Segmentation fault (core dumped)',
    'Fatal Python error: Segmentation fault',
    'Windows fatal exception: access violation',
    'Disposing session as kernel process died ExitCode: 3221225477',
    'Process finished with exit code -1073741819 (0xC0000005)',
    'exit code 139'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  signs: [
    ...localized('SIGSEGV'),
    ...fatalPython('Segmentation fault'),
    ...dying(/Windows fatal exception: access violation/),
    ...dying(
      /\bSegmentation fault(?: \(core dumped\)|: 11|: (?:address not mapped|invalid permissions)|$)|received signal SIGSEGV|stop reason = (?:signal SIGSEGV|EXC_BAD_ACCESS)|\*\*\* SIGSEGV (?:\(@0x[\da-f]{1,16}\)|received at time=)|signal 11: SIGSEGV/
    ),
    ...dying(zsh('segmentation fault')),
    // faulthandler's stacks, below words that somebody changed.
    ...dying(
      /\b[Ss]egmentation fault\b.{0,80}? (?:Current thread|Thread) 0x[\da-f]{4,16} \(most recent call first\)/
    ),
    ...endedBy({ name: 'SIGSEGV', number: 11, words: 'Segmentation fault' }),
    ...dying(/segfault at [\da-f]+ ip /),
    ...dying(
      exitStatus('-11', '139', '3221225477', '-1073741819', '0x[Cc]0000005')
    ),
    ...dying(
      /Windows fatal exception: stack overflow|Process is terminated due to StackOverflow/,
      { read: readStack }
    ),
    ...dying(exitStatus('3221225725', '-1073741571', '0x[Cc]00000[Ff][Dd]'), {
      read: readStack
    })
  ],
  facts: factsFor('kernel/segfault'),
  page(trans, values) {
    const { library, stack } = values;
    const at = placeWords(trans, values);
    return {
      title: stack
        ? trans.__('The process crashed: the stack overflowed')
        : library !== undefined && library.length < 24
          ? trans.__('Native code crashed in %1 (segmentation fault)', library)
          : trans.__('Native code crashed (segmentation fault)'),
      cause: stack
        ? trans.__(
            'Calls went so deep that the stack of the process was full. Usually a function (or a deep model, graph or pickle) that calls itself without end.'
          )
        : at !== undefined
          ? trans.__(
              'Compiled code touched memory that is not its own while %1 was running, so the system ended the process. It is a fault of a compiled package or of how it is used, which Python cannot catch.',
              at
            )
          : trans.__(
              'Compiled code touched memory that is not its own, so the system ended the process. It is a fault of a compiled package or of how it is used, which Python cannot catch.'
            ),
      fixes: [
        ...(at === undefined ? [crashFileFix(trans)] : []),
        freshEnvironmentFix(trans),
        {
          safety: 'check',
          title: trans.__('Import torch before the other compiled packages'),
          detail: trans.__(
            'If that helps, two packages bring different versions of one library.'
          ),
          code: 'import torch\nimport numpy, cv2, pandas'
        },
        {
          safety: 'check',
          title: trans.__('Rule out threads'),
          detail: trans.__('Set it before anything is imported.'),
          code: "import os\n\nos.environ['OMP_NUM_THREADS'] = '1'"
        },
        {
          safety: 'diagnostic',
          title: trans.__('See which packages were loaded, and from where'),
          code: '$ python -m torch.utils.collect_env'
        }
      ],
      notThis: [
        trans.__(
          'The exit status is -9 (137): then the process was killed from outside, often for lack of memory.'
        ),
        trans.__(
          'A DataLoader worker crashed and the kernel lives: then the dataset’s code is to blame.'
        )
      ],
      links: [faulthandlerLink(trans), returncodeLink(trans)]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'Segmentation fault when running the data loader\nCurrent thread 0x00007f421affd700 (most recent call first):\n  File "/env/lib/python3.9/site-packages/ffcv/loader/epoch_iterator.py", line 134 in run_pipeline\n',
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\nException Codes:       KERN_INVALID_ADDRESS at 0x0000000000000008\n',
      torch: '1.13',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'run.sh: line 3:     7 Segmentation fault      python train.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '(train pid=2994774) *** SIGSEGV received at time=1745480384 on cpu 3 ***\n(train pid=2994774) PC: @     0x74419eb385de  (unknown)  (unknown)\n',
      torch: '2.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        './train.sh: line 12: 30654 Segmentation fault      python3 -m train --data $DATA 2>&1\n     30655 Done                    | tee -a "$LOG"\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "Core was generated by `python train.py'. Program terminated with signal SIGSEGV, Segmentation fault.\n",
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'whisper process completed with code = -11, time taken = 0:00:01\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Faulting application name: python.exe, version: 3.10.6150.1013\nFaulting module name: python310.dll\nException code: 0xc0000005\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Caught signal 11 (Segmentation fault: address not mapped to object at address 0x100000007)\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'The process exited (exit code 3221225477). You can restart it below.\n',
      torch: '2.5',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '[host:22230] *** Process received signal ***\n[host:22230] Signal: Segmentation fault (11)\n[host:22230] Signal code: Address not mapped (1)\n',
      torch: '1.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: '>>> import torch\n段错误 (核心已转储)\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Process 79063 stopped\n* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x0)\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Fatal Python error: Segmentation fault\n\nThread 0x00007f1c (most recent call first):\n  File "/usr/lib/python3.11/threading.py", line 327 in wait\n\nCurrent thread 0x00007f2c (most recent call first):\n  File "/env/lib/python3.11/site-packages/decord/video_reader.py", line 48 in __init__\n  File "/home/user/clips.py", line 17 in load\n  File "/tmp/ipykernel_71/331.py", line 3 in <module>\n\nExtension modules: numpy.core._multiarray_umath (total: 1)\n',
      torch: '2.0',
      origin: 'reference',
      values: {
        library: 'decord',
        file: 'clips.py',
        line: '17'
      }
    },
    {
      kind: 'text',
      stderr:
        "fish: Job 1, 'python train.py' terminated by signal SIGSEGV (Address boundary error)\n",
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'CalledProcessError',
      evalue:
        "Command '['/env/bin/python3', '-u', 'train.py', '--local_rank=7']' died with <Signals.SIGSEGV: 11>.",
      torch: '1.8',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: -11) local_rank: 0 (pid: 712) of binary: /env/bin/python\n',
      torch: '1.12',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Epoch 1: 100%|##########|\nSegmentation fault (core dumped)\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '[1]  + 71402 segmentation fault (core dumped)  python train.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '14:05:53.179 [error] Disposing session as kernel process died ExitCode: 3221225477, Reason: \n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'python[712]: segfault at 0 ip 00007f2b9d01a4c0 sp 00007ffd error 4 in libtorch_cpu.so[7f2b9a000000+1a000000]',
      torch: '2.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'DataLoader worker (pid 7699) is killed by signal: Segmentation fault. '
    },
    {
      ename: 'TerminatedWorkerError',
      evalue:
        'A worker process managed by the executor was unexpectedly terminated. This could be caused by a segmentation fault while calling the function.'
    },
    { kind: 'text', stderr: 'Process finished with exit code 137' },
    {
      kind: 'text',
      stderr: 'Fuzzing done: 12 segmentation faults in 4000 runs of the parser'
    }
  ],
  reproduction: {
    raises: [
      'import ctypes, faulthandler',
      'faulthandler.enable()',
      'ctypes.string_at(8)'
    ].join('\n'),
    fixed: [
      'import ctypes, faulthandler',
      'faulthandler.enable()',
      "ctypes.string_at(ctypes.create_string_buffer(b'8'))"
    ].join('\n')
  }
};

export default entry;
