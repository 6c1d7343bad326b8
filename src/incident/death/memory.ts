/** Whether the system killed a kernel for want of memory. */
import type { IDeath, ISample } from './death';
import { exitCauseOf } from './exit-cause';

/** Proof that memory ran out, with its figures (bytes, seconds). */
export interface IMemoryProof {
  /**
   * What proves it, strongest first: the kernel log names the process; the
   * kernel's own cgroup counted one more kill; the machine did, outside a
   * container.
   */
  readonly by: 'log' | 'group' | 'machine';
  /** The proof as read. */
  readonly text: string;
  /** Use at the last look and the limit it ran into, null when unknown. */
  readonly used: number | null;
  readonly limit: number | null;
  /** The kernel's own resident memory at the last look. */
  readonly resident: number | null;
  /** The last look was at most so long before the end. */
  readonly age: number | null;
}

/** The machine counts as full with less than this share of it left. */
const NEARLY_FULL = 0.1;

/** The last look at the kernel while it lived. */
export function lastSample(death: IDeath): ISample | null {
  const samples = death.box?.samples ?? [];
  return samples[samples.length - 1] ?? null;
}

/** Seconds between the last look and the end, at most; null when unknown. */
export function lastAge(death: IDeath): number | null {
  const last = lastSample(death);
  const end = death.box?.faultTime ?? death.box?.readTime;
  return last && end ? Math.max(0, end - last.time) : null;
}

/** Use and limit at the last look: of the cgroup, else of the machine. */
export function memoryUse(death: IDeath): {
  used: number | null;
  limit: number | null;
} {
  const last = lastSample(death);
  const { memory = null, machine = null } = death.box?.limits ?? {};
  if (memory !== null) {
    return { used: last?.groupUse ?? null, limit: memory };
  }
  const left = last?.available ?? null;
  return {
    used: machine !== null && left !== null ? machine - left : null,
    limit: machine
  };
}

/**
 * Proof that the kernel was killed for want of memory, or null.
 *
 * Counters are compared with the last look, not with zero: an earlier kill in
 * the same container, or a worker's, is no proof. A container sees its host's
 * machine-wide counter, which therefore proves nothing there.
 */
export function memoryProof(death: IDeath): IMemoryProof | null {
  const { box } = death;
  const { signal, by } = exitCauseOf(death);
  const isKill = signal === 'SIGKILL' || (signal === null && by === 'empty');
  if (!box || !isKill) {
    return null;
  }
  const last = lastSample(death);
  const figures = {
    ...memoryUse(death),
    resident: last?.resident ?? null,
    age: lastAge(death)
  };
  if (box.systemLog) {
    return { by: 'log', text: box.systemLog, ...figures };
  }
  if (box.systemLog === '') {
    return null; // whoever was killed, it was not this process
  }
  const before = last?.groupKills ?? box.before.kills;
  const after = box.after.kills;
  if (before !== null && after !== null) {
    return after > before
      ? { by: 'group', text: `oom_kill ${before} → ${after}`, ...figures }
      : null;
  }
  const { systemKills } = box.before;
  const grown =
    systemKills !== null && (box.after.systemKills ?? 0) > systemKills;
  const { used, limit } = figures;
  const isFull =
    used !== null && limit !== null && used > (1 - NEARLY_FULL) * limit;
  return grown && isFull && !box.limits.container
    ? {
        by: 'machine',
        text: `oom_kill ${systemKills} → ${box.after.systemKills}`,
        ...figures
      }
    : null;
}
