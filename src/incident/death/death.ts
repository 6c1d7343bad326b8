/**
 * What is known of a dead kernel, as plain data: its exit status and what its
 * black box held. Figures are bytes and seconds; null is "the system does not
 * tell".
 */
import { bound } from '../text/truncate';

/** What the machine allows a process; it does not change while one runs. */
export interface ILimits {
  /** The least limit of the kernel's cgroup and those above it. */
  readonly memory: number | null;
  /** Memory of the whole machine. */
  readonly machine: number | null;
  /** RLIMIT_AS, when set. */
  readonly addressSpace: number | null;
  /** Size of `/dev/shm`. */
  readonly sharedMemory: number | null;
  /** RLIMIT_NOFILE, `ulimit -n`. */
  readonly openFiles: number | null;
  /** CPUs that the process may run on. */
  readonly cpus: number | null;
  readonly container: boolean;
  /** Python's `sys.platform`, `''` when unknown. */
  readonly platform: string;
}

/** One look at the kernel while it lived. */
export interface ISample {
  /** Seconds since 1970, the kernel machine's clock. */
  readonly time: number;
  readonly resident: number | null;
  /** Child processes that were alive, and their resident memory in all. */
  readonly children: number;
  readonly childResident: number;
  /** Use of the kernel's cgroup, file cache included. */
  readonly groupUse: number | null;
  /** Processes of the group that the system killed for want of memory. */
  readonly groupKills: number | null;
  readonly sharedUsed: number | null;
  /** Memory that the machine had left. */
  readonly available: number | null;
}

/** Counters that are compared before and after a death. */
export interface ICounters {
  readonly kills: number | null;
  readonly systemKills: number | null;
  readonly peak: number | null;
}

/** The cell that the kernel's own hook saw last. */
export interface IBoxCell {
  readonly id: string | null;
  /** The file name that frames show for it. */
  readonly file: string | null;
  /** Whether it was still running at the end. */
  readonly running: boolean;
}

/** A black box as the next process of the kernel read it. */
export interface IBlackBox {
  readonly pid: number;
  /** When it was armed. */
  readonly time: number;
  /** faulthandler's last words, `''` when there are none. */
  readonly fault: string;
  /**
   * False where a fatal signal would have left no words: the user's own
   * handlers were in force.
   */
  readonly handlesFaults?: boolean;
  /** When they were written. */
  readonly faultTime: number | null;
  readonly cell: IBoxCell | null;
  /** The line of the running cell at the last look, from 1. */
  readonly seenLine: number | null;
  /** The process ended through its exit handlers: `exit()`, `quit()`. */
  readonly exited: boolean;
  /** Oldest first, about one a second. */
  readonly samples: readonly ISample[];
  readonly limits: ILimits;
  readonly before: ICounters;
  readonly after: ICounters;
  /**
   * The kernel log's line on this process being killed for want of memory:
   * `''` when the log has none, null where the log does not tell.
   */
  readonly systemLog: string | null;
  /** When it was read: the process was dead by then. */
  readonly readTime: number;
}

/** How the process ended, as the server's `kernel_exit/v1` event tells it. */
export interface IExit {
  /** Negative: minus the signal (Python's `Popen.returncode`). */
  readonly code: number;
  /** `SIGSEGV`, by the server's platform; null when no signal ended it. */
  readonly signal: string | null;
}

/** One death. */
export interface IDeath {
  /** null where no server extension runs, or it cannot know. */
  readonly exit: IExit | null;
  readonly box: IBlackBox | null;
  /** Whether a cell was running. */
  readonly running: boolean;
  /** Cells that waited behind it and did not run. */
  readonly queued: number;
  /** How often in a row the process died before it was ready; 0: it had been. */
  readonly failedStarts: number;
  /** Source of the cells that the process had run before, oldest first. */
  readonly earlier: string;
}

type Unknown = Readonly<Record<string, unknown>>;

function asRecord(value: unknown): Unknown {
  return typeof value === 'object' && value !== null ? (value as Unknown) : {};
}

/** A finite number as it is, anything else as null. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function asString(value: unknown, limit = 500): string | null {
  return typeof value === 'string' ? value.slice(0, limit) : null;
}

function parseSample(value: unknown): ISample | null {
  if (!Array.isArray(value) || asNumber(value[0]) === null) {
    return null;
  }
  // The order of `reading` in blackbox.py.
  const [time, resident, children, childResident, use, kills, shared, left] =
    value.map(asNumber);
  return {
    time: time ?? 0,
    resident: resident ?? null,
    children: children ?? 0,
    childResident: childResident ?? 0,
    groupUse: use ?? null,
    groupKills: kills ?? null,
    sharedUsed: shared ?? null,
    available: left ?? null
  };
}

/** Limits as `system.py` reports them. */
export function parseLimits(value: unknown): ILimits {
  const from = asRecord(value);
  return {
    memory: asNumber(from.memory),
    machine: asNumber(from.machine),
    addressSpace: asNumber(from.addressSpace),
    sharedMemory: asNumber(from.sharedMemory),
    openFiles: asNumber(from.openFiles),
    cpus: asNumber(from.cpus),
    container: from.container === true,
    platform: asString(from.platform, 20) ?? ''
  };
}

function parseCounters(value: unknown): ICounters {
  const from = asRecord(value);
  return {
    kills: asNumber(from.kills),
    systemKills: asNumber(from.systemKills),
    peak: asNumber(from.peak)
  };
}

/** A box as `boxes.py` reports it; null when `value` is none. Never throws. */
export function parseBox(value: unknown): IBlackBox | null {
  const from = asRecord(value);
  const pid = asNumber(from.pid);
  if (pid === null) {
    return null;
  }
  const cell = asRecord(from.cell);
  return {
    pid,
    time: asNumber(from.time) ?? 0,
    fault: bound(asString(from.fault, 100_000) ?? ''),
    handlesFaults: from.handlesFaults !== false,
    faultTime: asNumber(from.faultTime),
    cell:
      from.cell === null || from.cell === undefined
        ? null
        : {
            id: asString(cell.id),
            file: asString(cell.file),
            running: cell.running === true
          },
    seenLine: asNumber(from.seenLine),
    exited: from.exited === true,
    samples: (Array.isArray(from.samples) ? from.samples : [])
      .map(parseSample)
      .filter((sample): sample is ISample => sample !== null),
    limits: parseLimits(from.limits),
    before: parseCounters(from.before),
    after: parseCounters(from.after),
    systemLog: asString(from.systemLog),
    readTime: asNumber(from.readTime) ?? 0
  };
}
