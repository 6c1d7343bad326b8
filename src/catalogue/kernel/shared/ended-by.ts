import { foldedMessage } from '../../../diagnosis/folded-message';
import { memoize } from '../../../shared/memoize';
import type { ISign } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { cleanText, fold, joined } from '../../../incident/text/clean';

import { elasticReport, REPORT } from '../../shared/elastic-report';
import { messageOrLog } from '../../signs';
import { dying, isElsewhere } from './death';

/** A signal as its parents report it. */
interface ISignal {
  /** `SIGSEGV` */
  readonly name: string;
  /** Its number under Linux. */
  readonly number: number;
  /** `strsignal`'s words for it. */
  readonly words: string;
}

/** `Command '['/env/bin/python', 'train.py']' died with <Signals.SIGSEGV: 11>.` */
const PYTHON = /Command .{0,300}\bpython/;

function ranPython({ exceptions, log }: IReading): boolean {
  return [...exceptions.map(foldedMessage), log].some(
    text =>
      text.includes('died with <Signals.') &&
      (PYTHON.test(text) || !text.includes('Command '))
  );
}

/** So much of a message is read for torchrun's report. */
const MAX_MESSAGE = 20_000;

/** The exit code of the process that torchrun reports as the first to fail. */
const firstCode = memoize((reading: IReading): string | undefined => {
  if (!reading.mentions(REPORT)) {
    return undefined;
  }
  const message = reading.incident.evalue.slice(0, MAX_MESSAGE);
  const { lines, unwrapped } = cleanText(message);
  return elasticReport(fold(`${joined(unwrapped ?? lines)} ${reading.log}`))
    .code;
});

/**
 * What the shells fish and bash (in a script, and of a job), GNU time, Slurm's
 * srun, MPI and Python's subprocess print of a process that a signal ended, and macOS's crash report.
 */
export function reportedBy({ name, number, words }: ISignal): readonly ISign[] {
  return [
    ...dying(
      new RegExp(
        String.raw`terminated by signal ${name} \(|\bCommand terminated by signal ${number}\b|\[\d{1,3}\][+-]? ${words}(?: \(core dumped\))? python|line \d{1,5}: \d{1,8} ${words}\b.{0,200}?\b(?:python|torchrun|accelerate|deepspeed)|srun: error: [\w.-]{1,80}: tasks? [\d,[\]-]{1,60}: ${words}\b|(?:exited on signal|KILLED BY SIGNAL:) ${number} \(|\bSignal: ${words} \(${number}\)|\bEXC_[A-Z_]{4,20} \(${name}\)|[Pp]rogram terminated with signal (?:${name}|${number}), `
      )
    ),
    ...dying(new RegExp(String.raw`died with <Signals\.${name}: \d+>`)).map(
      sign => ({
        ...sign,
        when: (reading: IReading) => !isElsewhere(reading) && ranPython(reading)
      })
    )
  ];
}

/**
 * The same, and what torchrun, torch.multiprocessing and DeepSpeed report: an
 * error of the process itself precedes that.
 */
export function endedBy(signal: ISignal): readonly ISign[] {
  const { name, number } = signal;
  const code = `-${number}`;
  const spawned =
    // Its words for a killed process are those of `parallel/spawn-wrapper`.
    name === 'SIGKILL' ? '' : `|process \\d+ terminated with signal ${name}\\b`;
  return [
    ...reportedBy(signal),
    ...messageOrLog(
      new RegExp(
        String.raw`\b(?:failed \(exitcode: |FAILED \(exitcode |exitcode ?: |exits with return code = |subprocess exited unexpectedly with status )${code}\b|traceback ?: Signal \d{1,2} \(${name}\) received by PID${spawned}`
      ),
      {
        // The report names every process; the first one holds the cause.
        when: reading => [undefined, code].includes(firstCode(reading))
      }
    ),
    {
      where: 'message',
      ename: /^ChildFailedError$/,
      pattern: /^.{0,80}/,
      when: reading => firstCode(reading) === code
    }
  ];
}
