import { cleanLines, fold, joined } from './text/clean';
import type { ICleanLine } from './text/clean';
import { installLines, NOT_FOUND, shellLines } from './shell-lines';
import { parseRaisedByRank } from './traceback/ranks';
import type { IProgram, IRaised } from './types';

/** What ends the names of exceptions; a bare word in a log is none. */
const CLASS =
  /(?:Error|Exception|Interrupt|Exit|Failed|Unsupported|Empty|Timeout)$/;

/** How a traceback begins that Python prints, of the program's main thread. */
const BEGINS = /^Traceback \(most recent call last\)/;

/** What stands between the tracebacks of one chain. */
const CHAINED = /^(?:During handling of|The above exception was)/;

/** Of another thread, or at the end, where the program goes on all the same. */
const ASIDE = /^(?:Exception (?:ignored )?in|Error in atexit)/;

/** What is printed behind the exception as a program ends: it is no news. */
const FAREWELL =
  /^(?:wandb:|[WEIF]\d{4} |\[[WEI]\d|[=*-]{10,}|Failures:|Root Cause|\[\d{1,4}\]:|\S{1,80} FAILED$|\S{1,200}: UserWarning: |Exception ignored in|Segmentation fault|Aborted|\t)|^ {2}\w{1,12} {0,8}: |resource_tracker|CUDA kernel errors|Compile with|Search for|For debugging/;

/** The lines of Ray's report on memory that ran out, below its first (2.60). */
const RAY_REPORT =
  /^(?:OOM kill reason|Object store memory|- bytes spillable|\(global lru\)|Ray killed|Considered workers|Selected to kill|\]$|Total non-selected|To see more information about memory|Top \d{1,4} memory users|\d{1,10}\t[\d.]{1,12}\t|Refer to the documentation on how to address)/;

/** Signs that the program has gone on, or ended well, after all. */
const GOES_ON =
  /\b(?:epochs?|steps?|iter(?:ation)?s?|loss|done|finished|success(?:ful(?:ly)?)?|completed?|saved|passed|skipp(?:ed|ing)|retry(?:ing)?|ok|fine)\b/i;

/**
 * Further lines of the messages of torch, Python, transformers and Ray, whose
 * words a log has as well.
 */
const FURTHER =
  /^(?: +current process has finished its bootstrapping phase|making sure all `forward`|If you already have done the above|Parameter (?:at index|indices) |Declaration: |(?:saved|recomputed) metadata: |Number of tensors saved during |- (?:Evaluation|Save) strategy: |The actor is dead because )/;

/** A state of a progress bar: those still open show their last one at the end. */
const BAR = /\d%\|/;
const MAX_BARS = 4;

/** A message has at most so many further lines of its own. */
const MAX_MESSAGE = 12;

/** The user stopped it, or left its debugger: no failure. */
const STOPPED =
  /\bKeyboardInterrupt\b|\bbdb\.BdbQuit\b|got signal: 2\b|signal: Interrupt\b/;

/** So many plain lines behind an exception: the program has handled it. */
const HANDLED = 20;

/** They only tell that a process of theirs has failed. */
const LAUNCHERS: readonly string[] = [
  'CalledProcessError',
  'ChildFailedError',
  'ProcessExitedException'
];

/**
 * The exceptions by the lines that may end their tracebacks, white space
 * folded. Of several that one line may end, the most causal.
 */
function byLastLine(raised: readonly IRaised[]): Map<string, IRaised> {
  const found = new Map<string, IRaised>();
  for (const one of raised.filter(({ name }) => CLASS.test(name))) {
    const { name, module, message } = one;
    const head = module ? `${module}.${name}` : name;
    const first = fold(message.split('\n', 1)[0]);
    for (const line of [head, `${head}:`, `${head}: ${first}`]) {
      found.set(line, found.get(line) ?? one);
    }
  }
  return found;
}

/** Whether what stands behind an exception is no more than its end. */
function isEnd(after: readonly string[]): boolean {
  const bars = after.filter(line => BAR.test(line));
  const rest = after.filter(
    line =>
      line.trim() !== '' &&
      !FAREWELL.test(line) &&
      !RAY_REPORT.test(line) &&
      !BAR.test(line)
  );
  return (
    bars.length <= MAX_BARS &&
    rest.length <= MAX_MESSAGE &&
    !rest.some(line => GOES_ON.test(line) && !FURTHER.test(line))
  );
}

interface IEnd extends Pick<IProgram, 'ename' | 'evalue'> {
  /** Where the line of the last exception stands. */
  readonly at: number;
}

/** The exception that ends `lines`, if one with a traceback does. */
function endOf(lines: readonly ICleanLine[]): IEnd | null {
  const raised = parseRaisedByRank(lines);
  const texts = lines.map(line => line.text);
  const ends = byLastLine(raised);
  for (let at = texts.length - 1; at >= 0; at--) {
    const last = ends.get(fold(texts[at]));
    if (last) {
      const isOwn =
        last.frames.every(frame => frame.place !== 'cell') &&
        raised.some(one => one.frames.length > 0);
      const first = raised.find(
        ({ name }) => CLASS.test(name) && !LAUNCHERS.includes(name)
      );
      const shown = LAUNCHERS.includes(last.name) && first ? first : last;
      const [evalue] = shown.message.split('\n', 1);
      return isOwn && isEnd(texts.slice(at + 1))
        ? { ename: shown.name, evalue, at }
        : null;
    }
  }
  return null;
}

/** Where the traceback that ends at `end` begins; -1 where none does. */
function beginOf(lines: readonly ICleanLine[], end: number): number {
  let at = end;
  while (at >= 0 && !BEGINS.test(lines[at].text)) {
    at--;
  }
  return at;
}

/**
 * The lines without the tracebacks of errors that the program had handled: it
 * went on for long behind them. Those of ranks and workers are kept, for the
 * last exception may come of them.
 */
function withoutHandled(lines: readonly ICleanLine[]): readonly ICleanLine[] {
  if (lines.some(({ rank }) => rank !== undefined)) {
    return lines;
  }
  const kept: ICleanLine[] = [];
  let begin = -1;
  let head = -1;
  let isChained = false;
  let after = 0;
  for (const line of lines) {
    const { text } = line;
    if (BEGINS.test(text)) {
      begin = isChained ? begin : kept.length;
      head = -1;
      isChained = false;
    } else if (/^\S/.test(text) && !FAREWELL.test(text)) {
      if (begin >= 0 && head < 0) {
        head = kept.length;
        after = 0;
      }
      isChained = CHAINED.test(text);
      after += 1;
    }
    kept.push(line);
    if (head >= 0 && after > HANDLED) {
      kept.splice(begin, head - begin + 1);
      begin = -1;
      head = -1;
    }
  }
  return kept;
}

/** A program's failure. */
export interface IProgramFailure {
  readonly program: IProgram;
  /** What it printed, without the errors that it had handled. */
  readonly text: string;
}

/**
 * The installation of torch that a cell ran with pip and that found nothing to
 * install. What pip says of other packages is not ours.
 *
 * @param source - of the cell
 * @param stream - what the cell printed
 * @returns null where the cell installs nothing, or found it
 */
export function failedInstall(
  source: string,
  stream: string
): IProgramFailure | null {
  if (!stream.includes(NOT_FOUND)) {
    return null;
  }
  const commands = installLines(source);
  const evalue = cleanLines(stream)
    .map(({ text }) => text.replace(/^ERROR: /, ''))
    .find(text => text.startsWith(NOT_FOUND));
  return commands.length === 0 || evalue === undefined
    ? null
    : {
        program: {
          ename: 'ERROR',
          evalue,
          line: commands.length === 1 ? commands[0] : null
        },
        text: stream
      };
}

/**
 * The program that a cell ran and that failed: what it printed ends in an
 * exception with its traceback. The cell itself has not failed then: IPython
 * keeps the exit status, and goes on.
 *
 * @param source - of the cell
 * @param stream - what the cell printed
 * @returns null where the cell runs none, or none is seen to have failed
 */
export function failedProgram(
  source: string,
  stream: string
): IProgramFailure | null {
  const commands = shellLines(source);
  if (commands.length === 0 || !stream.includes('Traceback')) {
    return null;
  }
  const printed = cleanLines(stream);
  const lines = withoutHandled(printed);
  const end = endOf(lines);
  const begin = end ? beginOf(lines, end.at) : -1;
  if (!end || begin < 0) {
    return null;
  }
  const all = lines.slice(begin).map(({ text }) => text);
  if (
    ASIDE.test(lines[begin - 1]?.text ?? '') ||
    STOPPED.test(all.join('\n'))
  ) {
    return null;
  }
  return {
    program: {
      ename: end.ename,
      evalue: end.evalue,
      line: commands.length === 1 ? commands[0] : null
    },
    text: lines.length === printed.length ? stream : joined(lines)
  };
}
