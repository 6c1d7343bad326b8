import { parseAssertions } from './assertions';
import { clean, cleanText, fold, joined } from '../text/clean';
import type { ICleanLine, ICleanText } from '../text/clean';
import { parseRaisedByRank } from './ranks';
import type { IAssertion, IIncident, IRaised, IReading } from '../types';
import { inCell } from './cell-lines';
import { condense } from './condense';
import {
  isForeignException,
  isForeignLog,
  isOnTorch,
  ownLines
} from './foreign';
import { withoutQuotedSource } from './quoted-source';

/** The last line of a traceback as the kernel sent it: class and message. */
function headOf({ ename, evalue }: IIncident): ICleanText {
  const { lines, unwrapped } = cleanText(evalue);
  const named = ([first, ...rest]: readonly ICleanLine[]): ICleanLine[] => {
    // Cut behind the class, the first line has lost its rank with it.
    const [rank = first.rank, ...others] = new Set(
      rest.flatMap(line => line.rank ?? [])
    );
    return [
      {
        ...first,
        ...(rank !== undefined && others.length === 0 ? { rank } : {}),
        text: ename ? `${ename}: ${first.text}` : first.text
      },
      ...rest
    ];
  };
  return { lines: named(lines), unwrapped: unwrapped && named(unwrapped) };
}

/** The text of the error itself, traceback first since it holds the chain. */
function errorOf(incident: IIncident): ICleanText {
  const head = headOf(incident);
  if (incident.traceback.trim() === '') {
    return head;
  }
  const { lines, unwrapped } = cleanText(incident.traceback);
  // Some clients cut the message out of the traceback: it is added then.
  const message = unspaced(clean(incident.evalue)).slice(0, 80);
  return unspaced(joined(lines)).includes(message)
    ? { lines, unwrapped }
    : {
        lines: [...lines, ...head.lines],
        unwrapped: unwrapped && [...unwrapped, ...head.lines]
      };
}

/** Without white space, at which one text may be cut where another is not. */
function unspaced(text: string): string {
  return text.replace(/\s+/g, '');
}

function key({ name, message }: IRaised): string {
  return `${name}\n${fold(message)}`;
}

/** Whether the user's own code is among the frames. */
function hasOwnFrame({ frames }: IRaised): boolean {
  return frames.some(({ place, line }) => place !== 'library' && line > 0);
}

/**
 * An exception that a library caught and raised again, as pandas does: the same
 * one from the user's line on. What was printed first begins in the library.
 */
function withOwnFrames(first: IRaised, again: IRaised): IRaised {
  return again.frames.length > 0 && hasOwnFrame(again) && !hasOwnFrame(first)
    ? { ...first, frames: [...again.frames, ...first.frames] }
    : first;
}

/** Without the exceptions that were printed before, on another engine perhaps. */
function unique(all: readonly IRaised[]): IRaised[] {
  const seen = new Map<string, IRaised>();
  for (const raised of all) {
    const known = key(raised);
    const first = withOwnFrames(seen.get(known) ?? raised, raised);
    const engines = new Set([
      ...(first.engines ?? []),
      ...(raised.engines ?? [])
    ]);
    seen.set(
      known,
      engines.size > 0 ? { ...first, engines: [...engines] } : first
    );
  }
  return [...seen.values()];
}

/** torch's `ExceptionWrapper`, which quotes the error of a worker or replica. */
const WRAPPER = /^Caught (\w{1,60}) in /;

/**
 * A wrapper that was cut before the error it quotes stands behind that error,
 * where it was printed elsewhere.
 */
function innerFirst(raised: readonly IRaised[]): IRaised[] {
  const isBehind = (one: IRaised, at: number): boolean => {
    const inner = WRAPPER.exec(one.message)?.[1];
    return raised.slice(at + 1).some(({ name }) => name === inner);
  };
  return [
    ...raised.filter((one, at) => !isBehind(one, at)),
    ...raised.filter(isBehind)
  ];
}

/** How much the frames of an exception tell. */
function detail({ frames }: IRaised): number {
  return frames.reduce(
    (sum, { file, func, code }) =>
      sum + file.length + func.length + code.length,
    0
  );
}

/** Whether the class name is the rest of one that the line before began. */
function isCutName({ name }: IRaised, mended: string): boolean {
  const at = mended.indexOf(`${name}:`);
  return at > 0 && /\w/.test(mended[at - 1]);
}

/**
 * Whether `mended` has the whole of a message: it was cut inside a number, or
 * its rest stood on a line without the rank of the first.
 */
function isCutMessage(
  { name, message }: IRaised,
  mended: readonly IRaised[]
): boolean {
  const [head, ...others] = message.split('\n');
  return mended.some(one => {
    const rest = one.message.slice(head.length);
    return (
      one.name === name &&
      one.message.startsWith(head) &&
      rest !== '' &&
      ((others.length === 0 && head !== '') ||
        (/\d$/.test(head) && /^\d/.test(rest)))
    );
  });
}

/**
 * The exceptions of a text. Where its lines were cut by a terminal, those of
 * the mended text come first; of two readings the one that tells more stays.
 */
function exceptionsOf({ lines, unwrapped }: ICleanText): IRaised[] {
  const printed = parseRaisedByRank(lines);
  if (!unwrapped) {
    return printed;
  }
  const known = new Map(unique(printed).map(raised => [key(raised), raised]));
  const mended = parseRaisedByRank(unwrapped).map(raised => {
    const same = known.get(key(raised));
    return same && detail(same) >= detail(raised)
      ? { ...same, message: raised.message }
      : raised;
  });
  const text = joined(unwrapped);
  return unique([
    ...mended,
    ...printed.filter(
      one => !isCutName(one, text) && !isCutMessage(one, mended)
    )
  ]);
}

function assertionsOf(texts: readonly ICleanText[]): IAssertion[] {
  return parseAssertions(texts.flatMap(text => text.unwrapped ?? text.lines));
}

/**
 * What a front end put into the place of an error without naming a class, as
 * VS Code does where the kernel has crashed: the text is all there is.
 */
function withUnnamed({ kind, traceback }: IIncident): IRaised[] {
  const message = kind === 'cell' ? clean(traceback).trim() : '';
  return message === ''
    ? []
    : [{ name: '', message, frames: [], link: 'none' }];
}

/** The top exception as the kernel named it, where parsing lost it. */
function withNamed(raised: IRaised[], incident: IIncident): IRaised[] {
  if (!incident.ename && !incident.evalue) {
    return raised.length > 0 ? raised : withUnnamed(incident);
  }
  const dot = incident.ename.lastIndexOf('.');
  const name = incident.ename.slice(dot + 1);
  if (raised.some(one => one.name === name)) {
    return raised;
  }
  const module = incident.ename.slice(0, Math.max(dot, 0));
  return [
    ...raised,
    {
      name,
      ...(module === '' ? {} : { module }),
      message: clean(incident.evalue),
      frames: [],
      link: 'none'
    }
  ];
}

/**
 * Without what Colab put in place of a message in its notebooks, where the
 * traceback has the message itself.
 */
function withoutIgnored(raised: readonly IRaised[]): readonly IRaised[] {
  return raised.filter(
    one =>
      one.message !== 'ignored' ||
      one.frames.length > 0 ||
      !raised.some(other => other !== one && other.name === one.name)
  );
}

function logOf({ lines, unwrapped }: ICleanText): string {
  const ownText = (printed: readonly ICleanLine[]): string =>
    joined(ownLines(condense(withoutQuotedSource(printed))));
  return unwrapped
    ? `${ownText(unwrapped)}\n${ownText(lines)}`
    : ownText(lines);
}

/**
 * Whether all there is of a failure is a message without a class: printed lines
 * that somebody pasted.
 */
export function isPasted(incident: IIncident): boolean {
  const { ename, evalue, traceback, stderr, stdout } = incident;
  return (
    ename === '' &&
    evalue !== '' &&
    `${traceback}${stderr}${stdout}`.trim() === ''
  );
}

/** A dump of threads, which no exception ends: the innermost call is first. */
const DUMP = /most recent call first/;

/** The last line belongs to a frame: its head, or its source. */
const ENDS_IN_FRAME = /(?:^|\n)(?: {2}|File )[^\n]*$/;

/**
 * The exception that the kernel named without its traceback, with the frames
 * that end what was printed before it: a traceback whose last line was given
 * apart.
 */
function withPrintedFrames(own: IRaised[], incident: IIncident): IRaised[] {
  const [named, ...others] = own;
  const { ename, evalue, stderr } = incident;
  if (!named || others.length > 0 || named.frames.length > 0 || !ename) {
    return own;
  }
  const end = stderr.slice(-2000).trimEnd();
  if (DUMP.test(end) || !ENDS_IN_FRAME.test(end)) {
    return own;
  }
  const last = exceptionsOf(cleanText(`${stderr}\n${ename}: ${evalue}`)).pop();
  return last && key(last) === key(named) && last.frames.length > 0
    ? [{ ...named, frames: last.frames }]
    : own;
}

/** What was raised, with the cell's own lines; a worker has another stack. */
function withOwnLines(raised: IRaised, source: string): IRaised {
  return raised.link === 'wrapped'
    ? raised
    : { ...raised, frames: inCell(raised.frames, source) };
}

/**
 * An incident cleaned and taken apart, once for all entries.
 */
export function read(incident: IIncident): IReading {
  const error = errorOf(incident);
  const stderr = cleanText(
    isPasted(incident) ? incident.evalue : incident.stderr
  );
  const stdout = cleanText(incident.stdout);
  const own = withPrintedFrames(
    withNamed(exceptionsOf(error), incident),
    incident
  );
  const all = [...own, ...exceptionsOf(stderr), ...exceptionsOf(stdout)];
  const onTorch = isOnTorch(incident);
  const isForeign = (one: IRaised): boolean => isForeignException(one, onTorch);
  // Of its own failure the kernel tells whoever raised it.
  const counts = (one: IRaised): boolean =>
    incident.live?.hasTorch === true || !isForeign(one);
  const exceptions = innerFirst(unique(withoutIgnored(all).filter(counts))).map(
    one => withOwnLines(one, incident.source)
  );
  const streams = { stderr: logOf(stderr), stdout: logOf(stdout) };
  const log = fold(`${streams.stderr}\n${streams.stdout}`);
  const code = [
    incident.source,
    ...exceptions.flatMap(one => one.frames.map(frame => frame.code))
  ].join('\n');
  const errorText = joined([...error.lines, ...(error.unwrapped ?? [])]);
  return {
    incident,
    exceptions,
    assertions: assertionsOf([stderr, stdout, error]),
    log,
    streams,
    code,
    foreign:
      all.length > 0
        ? (own.length > 0 ? own : all).every(isForeign)
        : !incident.death && isForeignLog([...stderr.lines, ...stdout.lines]),
    mentions: mentionsIn([errorText, log, code])
  };
}

/** Many entries ask for the same word: each is looked for once. */
function mentionsIn(texts: readonly string[]): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return text => {
    const is = known.get(text) ?? texts.some(one => one.includes(text));
    known.set(text, is);
    return is;
  };
}
