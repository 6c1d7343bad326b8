import type { ICleanLine } from '../text/clean';
import { parseFrameBody, parseFrameHead } from './frames';
import { parseExceptionLine } from './exception-line';
import type { IHead } from './exception-line';
import type { ExceptionLink, IFrame, IRaised } from '../types';

/** At most so many exceptions and frames are read of one text. */
const MAX_EXCEPTIONS = 60;
const MAX_FRAMES = 200;

/** At most so many lines belong to one message. */
const MAX_MESSAGE_LINES = 400;

const TRACEBACK =
  /Traceback (?:of TorchScript.{0,40})?\(most recent call last\)/;

const LINKS: readonly [RegExp, ExceptionLink][] = [
  [/direct cause of the following exception/, 'cause'],
  [/another exception occurred:/, 'context'],
  [
    /^Original Traceback|-- Process \d+ terminated with the following error|Root Cause \(first observed|\btraceback : |^Traceback of TorchScript|^\s*\+-\+-+ 1 -+$/,
    'wrapped'
  ],
  [/^\s*\+-+ (?:\d+|\.\.\.) -+$/, 'none']
];

/** ipyparallel: what an engine raised, below or behind it. */
const ENGINE = /^\[(\d{1,5}):(?:apply|execute)\](:?$)?/;

/** A destructor's error, which Python prints and forgets. */
const IGNORED = /^Exception ignored (?:in|on)\b/;

/** pytest starts the next failed test. */
const NEXT_TEST = /^_{3,} .* _{3,}$|^={3,} .* ={3,}$/;

/** faulthandler, which prints the innermost call first. */
const FATAL = /^Fatal Python error: (.*)$/;
const THREAD = /^(?:(Current thread|Thread) 0x[\da-f]|Stack \(most recent)/i;

interface IOpen {
  readonly head: IHead;
  readonly lines: string[];
  readonly frames: IFrame[];
  readonly link: ExceptionLink;
  readonly rank?: string;
}

function push(lines: string[], line: string): void {
  if (lines.length < MAX_MESSAGE_LINES) {
    lines.push(line);
  }
}

/** Whether the next exception line is what this message announces. */
function announces({ head, lines }: IOpen): boolean {
  const last = lines.filter(line => line.trim() !== '').pop() ?? '';
  return /:\s*$/.test(last) || head.message.startsWith('ray::');
}

/**
 * Reads lines one by one into exceptions: frames are gathered until the line
 * that names the exception, whose message runs until the next traceback or
 * exception.
 */
export class TracebackReader {
  readonly raised: IRaised[] = [];
  private _frames: IFrame[] = [];
  /** Lines after frames that name no class: a message whose name was lost. */
  private _stray: string[] = [];
  private _open: IOpen | null = null;
  private _link: ExceptionLink = 'none';
  private _engine: string | undefined;
  private _inTraceback = false;
  /** What the traceback is indented by. */
  private _indent = 0;
  private _ignoring = false;
  /** The thread whose frames faulthandler prints now. */
  private _dump: 'none' | 'failed' | 'other' = 'none';

  /** Take the next line. */
  read({ text, rank }: ICleanLine): void {
    if (this._readMark(text, rank)) {
      return;
    }
    const frame = parseFrameHead(text);
    if (frame) {
      this._readFrame(frame, text);
      return;
    }
    if (this._inTraceback && this._readBody(text)) {
      return;
    }
    const line = text.slice(
      Math.min(this._indent, text.length - text.trimStart().length)
    );
    const afterFrames = this._inTraceback && this._frames.length > 0;
    const head = parseExceptionLine(line, afterFrames);
    if (head) {
      this._begin(head, rank);
    } else if (afterFrames) {
      push(this._stray, line);
    } else if (this._open && !this._open.head.bare) {
      push(this._open.lines, line);
    }
  }

  /** No more lines. */
  end(): IRaised[] {
    this._close();
    return this.raised;
  }

  /** Lines that separate tracebacks; false for any other line. */
  private _readMark(text: string, rank: string | undefined): boolean {
    const fatal = FATAL.exec(text);
    if (fatal) {
      this._begin(
        { name: 'Fatal Python error', module: '', message: fatal[1] },
        rank
      );
      return true;
    }
    const thread = THREAD.exec(text);
    if (thread && this._open) {
      this._dump = thread[1] === 'Thread' ? 'other' : 'failed';
      return true;
    }
    const engine = ENGINE.exec(text);
    const link = engine
      ? 'none'
      : LINKS.find(([pattern]) => pattern.test(text))?.[1];
    const starts = TRACEBACK.test(text);
    const ignored = IGNORED.test(text);
    if (!link && !starts && !ignored && !NEXT_TEST.test(text)) {
      return false;
    }
    this._close();
    this._link = link ?? this._link;
    this._engine = engine?.[1] ?? this._engine;
    this._indent = 0;
    this._ignoring = ignored || (starts && this._ignoring);
    this._inTraceback = starts;
    return engine === null || engine[2] !== undefined;
  }

  private _readFrame(frame: IFrame, text: string): void {
    if (this._open && !this._inTraceback) {
      if (this._open.head.message.startsWith('ray::')) {
        this._close();
        this._link = 'wrapped';
      } else {
        // The message itself shows frames, as torch.compile's do.
        this._readOwnFrame(this._open, frame, text);
        return;
      }
    }
    this._stray = [];
    if (this._frames.length === 0) {
      this._indent = Math.max(text.search(/\S/) - 2, 0);
    }
    this._inTraceback = true;
    if (this._frames.length < MAX_FRAMES) {
      this._frames.push(frame);
    }
  }

  private _readOwnFrame(open: IOpen, frame: IFrame, text: string): void {
    if (this._dump === 'failed') {
      open.frames.unshift(frame);
    } else if (this._dump === 'none') {
      open.frames.push(frame);
      if (/^\s/.test(text)) {
        open.lines.push(text);
      }
    }
  }

  private _readBody(text: string): boolean {
    const last = this._frames[this._frames.length - 1];
    if (!last) {
      return text.trim() === '' || /^\s/.test(text);
    }
    const body = parseFrameBody(text.slice(this._indent), last.code !== '');
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

  private _begin(head: IHead, rank: string | undefined): void {
    const announced =
      this._link === 'none' &&
      this._frames.length === 0 &&
      this._open !== null &&
      announces(this._open);
    const frames = this._frames;
    this._frames = [];
    this._close();
    this._open = {
      head,
      lines: [head.message],
      frames,
      link: announced ? 'wrapped' : this._link,
      ...(rank === undefined ? {} : { rank })
    };
    this._link = 'none';
    this._inTraceback = false;
    this._dump = 'none';
  }

  /** The traceback or the message that was being read has ended. */
  private _close(): void {
    const frames = this._frames;
    const stray = this._stray;
    if (!this._open && frames.length > 0 && stray.length > 0) {
      const head = { name: '', module: '', message: '' };
      this._open = { head, lines: stray, frames, link: this._link };
      this._link = 'none';
    }
    this._frames = [];
    this._stray = [];
    const open = this._open;
    this._open = null;
    if (!open || this.raised.length >= MAX_EXCEPTIONS) {
      return;
    }
    if (this._ignoring) {
      this._ignoring = false;
      return;
    }
    this.raised.push({
      name: open.head.name,
      ...(open.head.module === '' ? {} : { module: open.head.module }),
      message: open.lines.join('\n').trim(),
      frames: open.frames,
      link: open.link,
      ...(open.rank === undefined ? {} : { rank: open.rank }),
      ...(this._engine === undefined ? {} : { engines: [this._engine] })
    });
    this._engine = undefined;
  }
}
