import type { IReading, ISign, Values } from '../../../diagnosis/types';

import { fold } from '../../../incident/clean';
import { innerError } from '../../dataloader/shared/inner';
import { said } from '../../said';
import { elasticReport } from './elastic-report';

/** torch/multiprocessing/spawn.py, before the traceback that it quotes. */
const QUOTES = /-- Process (?<process>\d+) terminated with the following error/;

/** The same file, for a process that left no traceback. */
const EXITED =
  /process (?<process>\d+) terminated with (?:signal (?<signal>SIG\w+)|exit code (?<code>\d+))/;

const LAUNCHER =
  /[\\/](?:accelerate[\\/]commands|deepspeed[\\/]launcher|torch[\\/]distributed)[\\/](?:launch|runner|run)\.py$/;

const CLASSES =
  /^(?:ProcessRaisedException|ProcessExitedException|[Cc]hildFailedError)$/;

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
  // Without a class it is the report itself, as somebody pasted it.
  const isWrapper =
    CLASSES.test(own.inner ?? '') ||
    ['Exception', ''].includes(own.inner ?? 'E');
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

/** The signs of `parallel/spawn-wrapper`. */
export const SPAWN_SIGNS: readonly ISign[] = [
  ...said(EXITED, { read: inside }),
  { where: 'message', ename: CLASSES, pattern: /^.*/, read: inside },
  // The line as somebody copied it.
  {
    where: 'message',
    ename: /^$/,
    pattern:
      /^torch\.distributed\.elastic\.multiprocessing\.errors\.[Cc]hildFailedError\b/
  },
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
  ...said(/traceback ?: Signal \d{1,2} \((?<signal>SIG\w+)\) received by PID/, {
    read: inside
  }),
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
];
