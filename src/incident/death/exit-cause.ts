/** How a process ended: by which signal, or with which code. */
import type { IDeath } from './death';
import { parseFault } from './faulthandler';

/** What a death's evidence says of its signal. */
export interface IExitCause {
  /** `SIGSEGV`; null when no signal is known. */
  readonly signal: string | null;
  /** The exit code, when it is known and no signal. */
  readonly code: number | null;
  /** The piece that says so, as it was read; `''` when nothing does. */
  readonly text: string;
  /**
   * What says so: the exit status, the black box's fatal error, a shell's
   * `128 + n` that only speaks for it, the black box being empty, or nothing.
   */
  readonly by:
    'exit-status' | 'fault' | 'shell' | 'exit-mark' | 'empty' | 'none';
}

/** The signals by Linux's numbers (signal(7)); BSD and macOS differ at 7, 10. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  31: 'SIGSYS'
};

/**
 * Exit codes that Windows gives instead of signals: NTSTATUS values, see
 * [MS-ERREF] 2.3.1, with the signal that means the same.
 */
const STATUSES: Readonly<Record<number, string>> = {
  0x40000015: 'SIGABRT', // STATUS_FATAL_APP_EXIT
  0x80000003: 'SIGTRAP', // STATUS_BREAKPOINT
  0xc0000005: 'SIGSEGV', // STATUS_ACCESS_VIOLATION
  0xc0000006: 'SIGBUS', // STATUS_IN_PAGE_ERROR
  0xc000001d: 'SIGILL', // STATUS_ILLEGAL_INSTRUCTION
  0xc000008e: 'SIGFPE', // STATUS_FLOAT_DIVIDE_BY_ZERO
  0xc0000094: 'SIGFPE', // STATUS_INTEGER_DIVIDE_BY_ZERO
  0xc00000fd: 'SIGSEGV', // STATUS_STACK_OVERFLOW
  0xc0000374: 'SIGABRT', // STATUS_HEAP_CORRUPTION
  0xc0000409: 'SIGABRT' // STATUS_STACK_BUFFER_OVERRUN, also abort()
};

/** faulthandler's words (CPython's `faulthandler.c`). */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^Segmentation fault|access violation|stack overflow/i, 'SIGSEGV'],
  [/^Bus error/, 'SIGBUS'],
  [/^Aborted/, 'SIGABRT'],
  [/^Illegal instruction/, 'SIGILL'],
  [
    /^Floating[- ]point exception|int divide by zero|float divide by zero/,
    'SIGFPE'
  ]
];

function byExit(death: IDeath, platform: string): IExitCause | null {
  if (!death.exit) {
    return null;
  }
  const { code, signal } = death.exit;
  if (signal) {
    return {
      signal,
      code: null,
      by: 'exit-status',
      text: `${signal} (${code})`
    };
  }
  const status = STATUSES[code < -64 ? code + 2 ** 32 : code];
  if (status) {
    const hex = (code >>> 0).toString(16).toUpperCase();
    return { signal: status, code, by: 'exit-status', text: `0x${hex}` };
  }
  const named = (number: number) =>
    platform === 'darwin' && number === 10 ? 'SIGBUS' : SIGNALS[number];
  if (code < 0) {
    const name = named(-code) ?? `signal ${-code}`;
    return {
      signal: name,
      code: null,
      by: 'exit-status',
      text: `${name} (${code})`
    };
  }
  const wrapped = code > 128 ? named(code - 128) : undefined;
  return wrapped
    ? {
        signal: wrapped,
        code,
        by: 'shell',
        text: `${code} = 128 + ${code - 128}`
      }
    : { signal: null, code, by: 'exit-status', text: String(code) };
}

/**
 * How the process of `death` ended, by the best evidence there is: its exit
 * status, then the black box. A box that was read and is empty says that
 * neither a fatal error nor an exit handler ran, unless the user's own
 * handlers kept a fatal error from it.
 */
export function exitCauseOf(death: IDeath): IExitCause {
  const { box } = death;
  const exit = byExit(death, box?.limits.platform ?? '');
  if (exit) {
    return exit;
  }
  const none = { signal: null, code: null, text: '' } as const;
  if (!box) {
    return { ...none, by: 'none' };
  }
  const error = parseFault(box.fault)?.error;
  if (error !== undefined) {
    const signal = FAULTS.find(([pattern]) => pattern.test(error))?.[1] ?? null;
    return {
      signal,
      code: null,
      by: 'fault',
      text: `Fatal Python error: ${error}`
    };
  }
  if (box.exited) {
    return { ...none, by: 'exit-mark' };
  }
  return { ...none, by: box.handlesFaults === false ? 'none' : 'empty' };
}
