import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { fold } from '../../incident/clean';
import { innerError } from '../dataloader/shared/inner';
import { said } from '../said';
import { elasticReport } from './shared/elastic-report';
import { LINKS } from './shared/links';
import { spawnWords } from './shared/spawn-words';

/** torch/multiprocessing/spawn.py, before the traceback that it quotes. */
const QUOTES = /-- Process (?<process>\d+) terminated with the following error/;

/** The same file, for a process that left no traceback. */
const EXITED =
  /process (?<process>\d+) terminated with (?:signal (?<signal>SIG\w+)|exit code (?<code>\d+))/;

const LAUNCHER =
  /[\\/](?:accelerate[\\/]commands|deepspeed[\\/]launcher|torch[\\/]distributed)[\\/](?:launch|runner|run)\.py$/;

const CLASSES =
  /^(?:ProcessRaisedException|ProcessExitedException|ChildFailedError)$/;

/** Numbers of the signals of Linux that end a process (signal(7)). */
const SIGNALS: Readonly<Record<string, string>> = {
  '-4': 'SIGILL',
  '-6': 'SIGABRT',
  '-7': 'SIGBUS',
  '-8': 'SIGFPE',
  '-9': 'SIGKILL',
  '-11': 'SIGSEGV',
  '-15': 'SIGTERM'
};

/** So much of a message is read for what the launcher says. */
const MAX_MESSAGE = 20_000;

/** Which process failed and how, and the error inside where it is quoted. */
function inside(groups: Values, reading: IReading): Values {
  const text = fold(
    `${reading.incident.evalue.slice(0, MAX_MESSAGE)} ${reading.log}`
  );
  const report = elasticReport(text);
  const process =
    groups.process ?? QUOTES.exec(text)?.groups?.process ?? report.process;
  const code = groups.code ?? report.code;
  const own = innerError(reading, QUOTES);
  const isWrapper = CLASSES.test(own.inner ?? '') || own.inner === 'Exception';
  return {
    ...(isWrapper ? {} : own),
    process,
    code,
    signal: groups.signal ?? SIGNALS[code ?? '']
  };
}

function quotesProcess(reading: IReading): boolean {
  return reading.mentions('terminated with the following error');
}

const entry: IEntry = {
  id: 'parallel/spawn-wrapper',
  answers: [
    'ProcessRaisedException: -- Process 0 terminated with the following error:',
    'ProcessExitedException: process 0 terminated with signal SIGKILL',
    'torch.distributed.elastic.multiprocessing.errors.ChildFailedError'
  ],
  signs: [
    ...said(EXITED, { read: inside }),
    { where: 'message', ename: CLASSES, pattern: /^.*/, read: inside },
    // Its class up to torch 1.6.
    {
      where: 'message',
      ename: /^Exception$/,
      pattern: /^.*/,
      when: quotesProcess,
      read: inside
    },
    { where: 'log', pattern: QUOTES, read: inside },
    // accelerate's notebook_launcher passes it on so.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /issue was found when launching the training/,
      read: inside
    },
    // The launchers of accelerate and DeepSpeed, and torch.distributed.launch.
    {
      where: 'message',
      ename: /^CalledProcessError$/,
      pattern:
        /^Command '(?!ssh )(?:.{0,2000} returned non-zero exit status (?<code>\d{1,3}))?/,
      when: ({ exceptions }) =>
        exceptions[0]?.frames.some(({ file }) => LAUNCHER.test(file)) ?? false,
      read: inside
    },
    // torch.distributed.launch, which hands this argument to the script.
    {
      where: 'message',
      ename: /^CalledProcessError$/,
      pattern:
        /^Command '.{0,600}'--local_rank=(?<process>\d{1,5})'.{0,2000}returned non-zero exit status (?<code>\d{1,3})/,
      read: inside
    },
    {
      where: 'log',
      pattern:
        /elastic\.multiprocessing\.errors\.ChildFailedError|Root Cause \(first observed failure\): \[\d{1,5}\]: time/,
      read: inside
    },
    ...said(
      /traceback ?: Signal \d{1,2} \((?<signal>SIG\w+)\) received by PID/,
      { read: inside }
    ),
    // The second is how torch 1.9 wrote it.
    ...said(
      /\bfailed \(exitcode: (?<code>-?\d{1,3})\)|Child process \d{1,8} \(local_rank (?<process>\d{1,5})\) FAILED \(exitcode (?<status>-?\d{1,3})\)/,
      {
        read: ({ code, status, process }, reading) =>
          inside({ code: code ?? status, process }, reading)
      }
    ),
    ...said(/CHILD PROCESS FAILED WITH NO ERROR_FILE/, { read: inside }),
    // Horovod, in the ranks that did not fail themselves.
    ...said(/Horovod has been shut down\. This was caused by an exception on/, {
      read: inside
    })
  ],
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
