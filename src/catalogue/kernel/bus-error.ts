import type { IEntry } from '../../diagnosis/types';

import { fatalPython } from './shared/crash';
import { dying, exitStatus, zsh } from './shared/death';
import { endedBy } from './shared/ended-by';
import { factsFor } from './shared/facts';
import {
  crashFileFix,
  faulthandlerLink,
  LINKS,
  placeWords
} from './shared/words';

const entry: IEntry = {
  id: 'kernel/bus-error',
  answers: [
    'Bus error (core dumped)',
    'Fatal Python error: Bus error',
    'zsh: bus error',
    'exit code 135'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  signs: [
    ...fatalPython('Bus error'),
    ...dying(
      /(?:^|[\s:])[Bb]us error(?: \(core dumped\)|: 10|$)|received signal SIGBUS|signal (?:7|10): SIGBUS/
    ),
    ...dying(zsh('bus error')),
    ...endedBy({ name: 'SIGBUS', number: 7, words: 'Bus error' }),
    ...dying(exitStatus('-7', '135'))
  ],
  facts: factsFor('kernel/bus-error'),
  page(trans, values) {
    const at = placeWords(trans, values);
    return {
      title: trans.__('Mapped memory could not be filled (bus error)'),
      cause:
        at === undefined
          ? trans.__(
              'The process touched memory that is mapped from a file or from /dev/shm, and nothing stood behind it. In a container that is usually a full /dev/shm (64 MB by default), else a mapped file that was cut short or lies on a full disk.'
            )
          : trans.__(
              'While %1 was running, the process touched memory that is mapped from a file or from /dev/shm, and nothing stood behind it. In a container that is usually a full /dev/shm (64 MB by default), else a mapped file that was cut short or lies on a full disk.',
              at
            ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Look for a full /dev/shm or disk'),
          code: '$ df -h /dev/shm /tmp .'
        },
        {
          safety: 'safe',
          title: trans.__('In a container: start it with more shared memory'),
          code: '$ docker run --shm-size=8g …'
        },
        {
          safety: 'check',
          title: trans.__('Mapped files: check that they are complete'),
          detail: trans.__(
            'np.memmap, LMDB, Arrow, safetensors and torch.load(mmap=True) map files. Never write to one while it is mapped.'
          ),
          code: '$ ls -l data.bin'
        },
        ...(at === undefined ? [crashFileFix(trans)] : [])
      ],
      notThis: [
        trans.__(
          'A DataLoader worker got the signal and the kernel lives: then see the entry for the loader’s shared memory.'
        )
      ],
      links: [
        {
          title: trans.__('Docker: run, --shm-size and --ipc'),
          url: LINKS.dockerRun
        },
        faulthandlerLink(trans)
      ]
    };
  },
  examples: [
    {
      ename: '',
      evalue: '',
      stderr: 'bus error(core dumped)',
      torch: '1.9',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Bus error (core dumped)\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: '[1]    5121 bus error  python train.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Fatal Python error: Bus error\n\nCurrent thread 0x00007f2c (most recent call first):\n  File "/tmp/ipykernel_71/331.py", line 7 in <module>\n',
      torch: '2.4',
      origin: 'reference',
      values: { line: '7' }
    },
    {
      ename: 'ChildFailedError',
      evalue:
        '\n============================================================\ntrain.py FAILED\n------------------------------------------------------------\nFailures:\n  <NO_OTHER_FAILURES>\n------------------------------------------------------------\nRoot Cause (first observed failure):\n[0]:\n  time      : 2024-01-01_10:00:00\n  host      : node1\n  rank      : 0 (local_rank: 0)\n  exitcode  : -7 (pid: 71)\n  error_file: <N/A>\n  traceback : Signal 7 (SIGBUS) received by PID 71\n============================================================\n',
      torch: '2.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { kind: 'text', stderr: 'CAN0: 14 bus errors, controller restarted' },
    // The first to fail raised an error; the other crashed on its way out.
    {
      kind: 'text',
      stderr:
        'Failures:\n[1]:\n  time      : 2024-01-01_10:00:02\n  host      : node1\n  rank      : 1 (local_rank: 1)\n  exitcode  : -7 (pid: 72)\n  error_file: <N/A>\n  traceback : Signal 7 (SIGBUS) received by PID 72\n------------------------------------------------------------\nRoot Cause (first observed failure):\n[0]:\n  time      : 2024-01-01_10:00:00\n  host      : node1\n  rank      : 0 (local_rank: 0)\n  exitcode  : 1 (pid: 71)\n'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 3) is killed by signal: Bus error. '
    },
    {
      ename: 'ValueError',
      evalue: 'mmap length is greater than file size'
    }
  ],
  reproduction: {
    raises: [
      'import faulthandler, mmap, tempfile',
      'faulthandler.enable()',
      'with tempfile.TemporaryFile() as data:',
      '    data.truncate(4096)',
      '    page = mmap.mmap(data.fileno(), 4096)',
      '    data.truncate(0)  # another program cuts the file short',
      '    print(page[0])'
    ].join('\n'),
    fixed: [
      'import faulthandler, mmap, tempfile',
      'faulthandler.enable()',
      'with tempfile.TemporaryFile() as data:',
      '    data.truncate(4096)',
      '    page = mmap.mmap(data.fileno(), 4096)',
      '    print(page[0])'
    ].join('\n')
  }
};

export default entry;
