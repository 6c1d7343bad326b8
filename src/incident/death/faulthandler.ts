/** faulthandler's last words, taken apart. Format: CPython's `traceback.c`. */
import { baseName, parseFrameHead } from '../traceback/frames';
import type { IFrame } from '../types';

/** One thread of the dead process. */
export interface IFaultThread {
  /** The thread that crashed. */
  readonly current: boolean;
  /** Outermost call first, as tracebacks are read. */
  readonly frames: readonly IFrame[];
}

/** A fatal error and where each thread was. */
export interface IFault {
  /** `Segmentation fault`, `Aborted` … as printed. */
  readonly error: string;
  readonly threads: readonly IFaultThread[];
  /** Native frames of the crashed thread (Python 3.14 on), innermost first. */
  readonly native: readonly string[];
}

/** More lines than this are no help to anybody. */
const MAX_LINES = 3000;

const FATAL =
  /^(?:Fatal Python error|Windows fatal exception): (?<error>.{1,120})/;
const THREAD = /^(?:Current thread|Thread) 0x/;
const NATIVE = /^ {2}Binary file "(?<file>[^"]{1,300})"/;

/**
 * Read a faulthandler file; null when it names no fatal error. When two fatal
 * errors follow each other, the first is the cause.
 */
export function parseFault(text: string): IFault | null {
  let error: string | null = null;
  const threads: { current: boolean; frames: IFrame[] }[] = [];
  const native: string[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    const fatal = FATAL.exec(line);
    if (fatal?.groups) {
      if (error !== null) {
        break;
      }
      error = fatal.groups.error.trim();
    } else if (THREAD.test(line)) {
      threads.push({ current: line.startsWith('Current'), frames: [] });
    } else if (NATIVE.test(line)) {
      native.push(NATIVE.exec(line)?.groups?.file ?? '');
    } else {
      const frame = parseFrameHead(line);
      if (frame) {
        threads[threads.length - 1]?.frames.unshift(frame);
      }
    }
  }
  return error === null ? null : { error, threads, native };
}

/** The thread that crashed, or undefined. */
export function crashedThread(fault: IFault): IFaultThread | undefined {
  return fault.threads.find(thread => thread.current);
}

/**
 * The thread to show: the one that crashed if it ran a cell's code, else the
 * one that did (torch's backward pass crashes in threads without Python).
 */
export function shownThread(fault: IFault): IFaultThread | undefined {
  const inCell = (thread: IFaultThread) =>
    thread.frames.some(frame => frame.place === 'cell');
  const crashed = crashedThread(fault);
  return crashed && inCell(crashed)
    ? crashed
    : (fault.threads.find(inCell) ?? crashed);
}

/** Libraries that only carry the crash, or run any program. */
const CARRIER =
  /^(?:lib(?:c|m|pthread|python[\d.]*|stdc\+\+|gcc_s)\b|python[\d.]*$|ld-linux)/;

/**
 * The library that was at work: the first native frame that is not Python
 * itself, else the package of the innermost Python frame; null when neither
 * was printed.
 */
export function faultLibrary(fault: IFault): string | null {
  const native = fault.native.map(baseName).find(name => !CARRIER.test(name));
  if (native) {
    return native;
  }
  const frames = crashedThread(fault)?.frames ?? [];
  const { file } = frames[frames.length - 1] ?? { file: '' };
  return (
    /(?:site|dist)-packages[\\/]([\w.-]+)/.exec(file)?.[1] ??
    /[\\/]lib(?:64)?[\\/]python[\d.]+[\\/](\w+)/.exec(file)?.[1] ??
    null
  );
}
