import type { ICleanLine } from './clean';
import { parseFrameBody, parseFrameHead } from './frames';
import type { ExceptionLink, IFrame, IRaised } from './types';

/** At most so many exceptions and frames are read of one text. */
const MAX_EXCEPTIONS = 60;
const MAX_FRAMES = 200;

/** At most so many lines belong to one message. */
const MAX_MESSAGE_LINES = 400;

const TRACEBACK = /Traceback \(most recent call last\)/;

const LINKS: readonly [RegExp, ExceptionLink][] = [
  [/direct cause of the following exception/, 'cause'],
  [/another exception occurred:/, 'context'],
  [
    /^Original Traceback \(most|-- Process \d+ terminated with the following error|Root Cause \(first observed|^ray::|\btraceback : /,
    'wrapped'
  ]
];

/**
 * `torch.AcceleratorError: CUDA error`, `E   RuntimeError: …`. The class must
 * look like one: source lines and prose have colons too.
 */
const RAISED =
  /^(?:E {1,4}|\[?Err(?:no)?\]?: ?|> ?)?(?<path>(?:\w{1,60}\.){0,8})(?<name>[A-Z]\w{0,60}(?:Error|Exception|Exit|Interrupt|Warning|Unsupported|Failed|Timeout|Empty|Full)|Unsupported|Empty|InvalidCxxCompiler|InductorError)(?::(?: (?<message>.*))?|\s?)$/;

/** The same, glued behind a progress bar or other text. */
const GLUED =
  /(?<=[\s|\]>)}:])(?<path>(?:\w{1,60}\.){0,8})(?<name>[A-Z]\w{0,60}(?:Error|Exception)): (?<message>\S.*)$/;

/** Words before a class name that make it source code or prose. */
const NOT_RAISED =
  /(?:\b(?:except|raise|import|class|return|catch|isinstance|def|with|as|an?|the|Caught|UserWarning)|[,(=]) ?$/;

interface IHead {
  name: string;
  message: string;
}

/** The last line of a traceback: class and message. */
function parseHead(line: string, afterFrames: boolean): IHead | null {
  const raised = RAISED.exec(line);
  if (raised?.groups) {
    // A bare class name on a line of its own is only telling after frames.
    if (raised.groups.message === undefined && !/:$/.test(line) && !afterFrames) {
      return null;
    }
    return { name: raised.groups.name, message: raised.groups.message ?? '' };
  }
  if (afterFrames) {
    const any = /^(?:\w{1,60}\.){0,8}([A-Za-z_]\w{0,60})(?:: (.*)|:?)$/.exec(line);
    return any ? { name: any[1], message: any[2] ?? '' } : null;
  }
  const glued = GLUED.exec(line);
  return glued?.groups && !NOT_RAISED.test(line.slice(0, glued.index))
    ? { name: glued.groups.name, message: glued.groups.message }
    : null;
}

function linkOf(line: string): ExceptionLink | null {
  return LINKS.find(([pattern]) => pattern.test(line))?.[1] ?? null;
}

/** IPython's head: `RuntimeError      Traceback (most recent call last)`. */
const IPYTHON_HEAD = /^([A-Za-z_][\w.]{0,120})\s{0,80}Traceback \(most recent/;

/**
 * Reads lines one by one into exceptions: frames are gathered until the line
 * that names the exception, whose message runs until the next traceback,
 * frame or separator.
 */
class Reader {
  readonly raised: IRaised[] = [];
  private _frames: IFrame[] = [];
  private _current: { head: IHead; lines: string[]; rank?: string } | null = null;
  private _link: ExceptionLink = 'none';
  private _pendingLink: ExceptionLink = 'none';
  private _inTraceback = false;

  /** Take the next line. */
  read({ text, rank }: ICleanLine): void {
    const link = linkOf(text);
    if (link) {
      this._close();
      this._pendingLink = link;
    }
    if (TRACEBACK.test(text)) {
      this._close();
      this._inTraceback = true;
      this._frames = [];
      return;
    }
    if (link) {
      return;
    }
    const frame = parseFrameHead(text);
    if (frame) {
      this._close();
      this._inTraceback = true;
      if (this._frames.length < MAX_FRAMES) {
        this._frames.push(frame);
      }
      return;
    }
    if (this._inTraceback && this._readBody(text)) {
      return;
    }
    const head = parseHead(text, this._inTraceback && this._frames.length > 0);
    if (head) {
      this._close();
      this._current = { head, lines: [head.message], rank };
      this._link = this._pendingLink;
      this._pendingLink = 'none';
      this._inTraceback = false;
      return;
    }
    if (this._current && this._current.lines.length < MAX_MESSAGE_LINES) {
      this._current.lines.push(text);
    }
  }

  /** No more lines. */
  end(): IRaised[] {
    this._close();
    return this.raised;
  }

  private _readBody(text: string): boolean {
    const last = this._frames[this._frames.length - 1];
    if (!last) {
      return text.trim() === '' || /^\s/.test(text);
    }
    const body = parseFrameBody(text, last.code !== '');
    if (!body) {
      return false;
    }
    this._frames[this._frames.length - 1] = {
      ...last,
      line: body.line ?? last.line,
      code: body.code ?? last.code
    };
    return true;
  }

  private _close(): void {
    if (!this._current || this.raised.length >= MAX_EXCEPTIONS) {
      this._current = null;
      return;
    }
    const { head, lines, rank } = this._current;
    this.raised.push({
      name: head.name,
      message: lines.join('\n').trim(),
      frames: this._frames,
      link: this._link,
      ...(rank === undefined ? {} : { rank })
    });
    this._frames = [];
    this._current = null;
  }
}

/**
 * The exceptions printed in `lines`, in the order they were printed.
 * Understands Python's and IPython's forms, chains, wrappers that quote
 * another process's traceback, and exception lines without a traceback.
 */
export function parseTraceback(lines: readonly ICleanLine[]): IRaised[] {
  const reader = new Reader();
  for (const line of lines) {
    if (IPYTHON_HEAD.test(line.text)) {
      reader.read({ ...line, text: 'Traceback (most recent call last):' });
    } else {
      reader.read(line);
    }
  }
  return reader.end();
}

/**
 * The same exceptions, the most causal first: a cause before what it led to,
 * a wrapped error before its wrapper, and an error before one that was
 * merely being handled when it was raised.
 */
export function byCause(printed: readonly IRaised[]): IRaised[] {
  const ordered: IRaised[] = [];
  for (const raised of printed) {
    if (raised.link === 'wrapped' || raised.link === 'context') {
      ordered.splice(Math.max(ordered.length - 1, 0), 0, raised);
    } else {
      ordered.push(raised);
    }
  }
  return ordered;
}
