import type { IEntry } from '../../diagnosis/types';

import { LINKS } from './shared/links';
import { SPAWN_SIGNS } from './shared/spawn-signs';
import { spawnWords } from './shared/spawn-words';

const entry: IEntry = {
  id: 'parallel/spawn-wrapper',
  answers: [
    'ProcessRaisedException: -- Process 0 terminated with the following error:',
    'ProcessExitedException: process 0 terminated with signal SIGKILL',
    'torch.distributed.elastic.multiprocessing.errors.ChildFailedError'
  ],
  signs: SPAWN_SIGNS,
  page(trans, values) {
    return {
      ...spawnWords(trans, values),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Read the first error, not the last'),
          detail: trans.__(
            'The first process that failed holds the cause; the others were stopped because of it.'
          )
        },
        {
          safety: 'diagnostic',
          title: trans.__('Run it in one process: the error shows directly'),
          code: 'train(rank=0, world_size=1)'
        },
        {
          safety: 'safe',
          title: trans.__('torchrun: record the traceback of each process'),
          detail: trans.__(
            'Otherwise its report says only “To enable traceback see …”.'
          ),
          code: 'from torch.distributed.elastic.multiprocessing.errors import record\n\n@record\ndef main():\n    ...'
        },
        ...(values.signal === 'SIGKILL'
          ? [
              {
                safety: 'diagnostic' as const,
                title: trans.__('Did memory run out? Ask the system'),
                code: '$ dmesg -T | grep -i -E "out of memory|oom-kill" | tail'
              }
            ]
          : [])
      ],
      notThis: [
        trans.__(
          'Another finding above explains the inner error: then that one is the cause.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: spawn, how errors are passed on'),
          url: LINKS.multiprocessing
        },
        {
          title: trans.__('PyTorch: error propagation under torchrun'),
          url: LINKS.elasticErrors
        }
      ]
    };
  },
  examples: [
    {
      ename: '',
      evalue:
        'torch.distributed.elastic.multiprocessing.errors.childFailedError: train.py FAILED',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'CalledProcessError',
      evalue:
        "Command '['/x/bin/python', '-u', 'train.py', '--local_rank=1', '--config=a']' returned non-zero exit status 1.",
      torch: '1.4',
      origin: 'reference',
      values: { process: '1', code: '1' }
    },
    {
      kind: 'text',
      stderr:
        'Horovod has been shut down. This was caused by an exception on one of the ranks or an attempt to allreduce a tensor after one of the ranks finished execution.\n',
      torch: '1.8',
      origin: 'reference'
    },
    {
      ename: 'CalledProcessError',
      evalue:
        "Command '['/env/bin/python', 'train.py']' returned non-zero exit status 1.",
      traceback:
        "Traceback (most recent call last):\n  File \"/env/lib/python3.10/site-packages/accelerate/commands/launch.py\", line 637, in simple_launcher\n    raise subprocess.CalledProcessError(returncode=process.returncode, cmd=cmd)\nsubprocess.CalledProcessError: Command '['/env/bin/python', 'train.py']' returned non-zero exit status 1.\n",
      torch: '2.1',
      origin: 'reference',
      values: { code: '1' }
    },
    {
      kind: 'text',
      stderr:
        '               CHILD PROCESS FAILED WITH NO ERROR_FILE                \n**********************************************************************\nCHILD PROCESS FAILED WITH NO ERROR_FILE\nChild process 712 (local_rank 0) FAILED (exitcode 1)\nError msg: Process failed with exitcode 1\n',
      torch: '1.9',
      origin: 'reference',
      values: { process: '0', code: '1' }
    },
    {
      kind: 'text',
      stderr: '  traceback : Signal 6 (SIGABRT) received by PID 4120\n',
      torch: '2.0',
      origin: 'reference',
      values: { signal: 'SIGABRT' }
    },
    {
      kind: 'text',
      stderr:
        'E0101 10:00:00.000000 712 site-packages/torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: -6)',
      torch: '2.6',
      origin: 'reference',
      values: { code: '-6', signal: 'SIGABRT' }
    },
    {
      kind: 'text',
      stderr:
        '------------------------------------------------------------\nRoot Cause (first observed failure):\n[0]:\n  time      : 2026-01-01_10:00:00\n  host      : node1\n  rank      : 2 (local_rank: 2)\n  exitcode  : -15 (pid: 712)\n  error_file: <N/A>\n',
      torch: '2.4',
      origin: 'reference',
      values: { process: '2', signal: 'SIGTERM' }
    },
    {
      ename: 'ProcessRaisedException',
      evalue:
        '\n\n-- Process 0 terminated with the following error:\nTraceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/multiprocessing/spawn.py", line 87, in _wrap\n    fn(i, *args)\n  File "<ipython-input-1-d7cc9bedfa0a>", line 5, in f\n    raise KeyError(\'a\')\nKeyError: \'a\'\n',
      torch: '2.13',
      origin: 'run',
      values: { process: '0', inner: 'KeyError', message: "'a'", line: '5' }
    },
    {
      ename: 'ProcessExitedException',
      evalue: 'process 0 terminated with signal SIGKILL',
      torch: '2.13',
      origin: 'run',
      values: { process: '0', signal: 'SIGKILL' }
    },
    {
      ename: 'ProcessExitedException',
      evalue: 'process 0 terminated with exit code 3',
      torch: '2.13',
      origin: 'run',
      values: { process: '0', code: '3' }
    },
    {
      kind: 'text',
      stderr:
        'torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n============================================================\ntrain.py FAILED\n------------------------------------------------------------\nFailures:\n  <NO_OTHER_FAILURES>\n------------------------------------------------------------\nRoot Cause (first observed failure):\n[0]:\n  time      : 2024-01-01_10:00:00\n  host      : node1\n  rank      : 1 (local_rank: 1)\n  exitcode  : 1 (pid: 71)\n  error_file: <N/A>\n  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html\n============================================================\n',
      torch: '2.0',
      origin: 'reference',
      values: { process: '1', code: '1' }
    }
  ],
  nearMisses: [
    {
      ename: 'CalledProcessError',
      evalue:
        "Command 'ssh -o PasswordAuthentication=no node1 hostname' returned non-zero exit status 255.",
      traceback:
        'Traceback (most recent call last):\n  File "/x/site-packages/deepspeed/launcher/runner.py", line 437, in main\n    subprocess.check_call(ssh_check_cmd, shell=True)\nsubprocess.CalledProcessError: Command \'ssh -o PasswordAuthentication=no node1 hostname\' returned non-zero exit status 255.'
    },
    // A signal that tells the cause is the kernel family's to explain.
    {
      kind: 'text',
      stderr:
        'E0101 10:00:00.000000 712 site-packages/torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: -11)'
    },
    { kind: 'text', stderr: 'step 3 of the build failed (exit code: 1)' },
    {
      ename: 'ProcessRaisedException',
      evalue:
        '\n\n-- Process 0 terminated with the following error:\nTraceback (most recent call last):\n  File "train.py", line 5, in f\n    dist.barrier()\nValueError: Default process group has not been initialized, please make sure to call init_process_group.\n'
    },
    {
      ename: 'CalledProcessError',
      evalue: "Command '['python', 'a.py']' returned non-zero exit status 1."
    }
  ],
  reproduction: {
    raises: [
      'import torch.multiprocessing as mp',
      "SETTINGS = {'epochs': 1}",
      'def train(rank):',
      "    print(rank, SETTINGS['lr'])",
      "mp.start_processes(train, nprocs=1, start_method='fork')"
    ].join('\n'),
    fixed: [
      'import torch.multiprocessing as mp',
      "SETTINGS = {'epochs': 1, 'lr': 0.1}",
      'def train(rank):',
      "    print(rank, SETTINGS['lr'])",
      "mp.start_processes(train, nprocs=1, start_method='fork')"
    ].join('\n')
  }
};

export default entry;
