import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { LINKS } from '../shared/links';
import { ownValue } from '../../../shared/own-value';
import { fold } from '../../../incident/text/clean';
import { innerError } from '../../shared/inner';
import { messageOrLog } from '../../signs';
import { elasticReport } from '../../shared/elastic-report';
import { placeWords } from '../../shared/crash-words';

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
  const { inner, message, file, line } = innerError(reading, QUOTES);
  // Without a class it is the report itself, as somebody pasted it.
  const isWrapper =
    CLASSES.test(inner ?? '') ||
    ['CalledProcessError', 'Exception', ''].includes(inner ?? 'E');
  return {
    ...(isWrapper ? {} : { inner, message, file, line }),
    process,
    code,
    signal: groups.signal ?? ownValue(SIGNALS, code ?? '')
  };
}

function quotesProcess(reading: IReading): boolean {
  return reading.mentions('terminated with the following error');
}

function titleOf(
  trans: ITranslate,
  { process, inner, signal }: Values
): string {
  if (process === undefined) {
    return trans.__('A process of the job failed');
  }
  if (inner !== undefined && inner.length < 24) {
    return trans.__('%1 in process %2 of the job', inner, process);
  }
  if (signal !== undefined) {
    return trans.__('Process %1 of the job was ended by %2', process, signal);
  }
  return trans.__('Process %1 of the job failed', process);
}

/** What a signal says of the cause; never that memory ran out for certain. */
function causeOfSignal(trans: ITranslate, signal: string): string {
  switch (signal) {
    case 'SIGKILL':
      return trans.__(
        'The process was killed from outside (SIGKILL). Often the memory of the machine or job ran out, but only the system’s log proves it.'
      );
    case 'SIGTERM':
    case 'SIGINT':
      return trans.__(
        'The process was told to end. Usually another one failed first and the rest were stopped.'
      );
    default:
      return trans.__(
        'Compiled code in that process crashed or aborted, which Python cannot catch. Its last lines are in the output above.'
      );
  }
}

function causeOf(trans: ITranslate, values: Values): string {
  const { inner, message, signal, code } = values;
  if (inner !== undefined) {
    const what = message === undefined ? inner : `${inner}: ${message}`;
    const place = placeWords(trans, values);
    return place === undefined
      ? trans.__(
          'The function that runs in each process failed with %1. This error only passes it on.',
          what
        )
      : trans.__(
          'The function that runs in each process failed at %1 (%2). This error only passes it on.',
          place,
          what
        );
  }
  if (signal !== undefined) {
    return causeOfSignal(trans, signal);
  }
  return code !== undefined && code !== '1'
    ? trans.__(
        'The process left with exit code %1. Its own error was printed before, not raised here.',
        code
      )
    : trans.__(
        'The launcher only reports that a process ended. The error itself was printed by that process, further up.'
      );
}

export default define({
  id: 'parallel/spawn-wrapper',
  answers: [
    'ProcessRaisedException: -- Process 0 terminated with the following error:',
    'ProcessExitedException: process 0 terminated with signal SIGKILL',
    'torch.distributed.elastic.multiprocessing.errors.ChildFailedError'
  ],
  values: ['process', 'inner', 'message', 'file', 'line', 'signal', 'code'],
  signs: [
    ...messageOrLog(EXITED, { read: inside }),
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
    // The same, where the frames of the launcher are cut off.
    {
      where: 'message',
      ename: /^CalledProcessError$/,
      pattern:
        /^Command '\['[^']{1,300}python[\w.]{0,8}', '(?:-u', ')?[^']{0,80}\.py'/,
      when: ({ exceptions }) => exceptions[0]?.frames.length === 0,
      confidence: 'likely',
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
    ...messageOrLog(
      /traceback ?: Signal \d{1,2} \((?<signal>SIG\w+)\) received by PID/,
      {
        read: inside
      }
    ),
    // The second is how torch 1.9 wrote it.
    ...messageOrLog(
      /\bfailed \(exitcode: (?<code>-?\d{1,3})\)|Child process \d{1,8} \(local_rank (?<process>\d{1,5})\) FAILED \(exitcode (?<status>-?\d{1,3})\)/,
      {
        read: ({ code, status, process }, reading) =>
          inside({ code: code ?? status, process }, reading)
      }
    ),
    ...messageOrLog(/CHILD PROCESS FAILED WITH NO ERROR_FILE/, {
      read: inside
    }),
    // Horovod, in the ranks that did not fail themselves.
    ...messageOrLog(
      /Horovod has been shut down\. This was caused by an exception on/,
      {
        read: inside
      }
    )
  ],
  words: (trans, values) => ({
    title: titleOf(trans, values),
    cause: causeOf(trans, values),
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
    ]
  }),
  common: trans => ({
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
  })
});
