import { once } from '../../../diagnosis/once';
import type {
  Confidence,
  IEvidence,
  IFactsMatch,
  IReading,
  Values
} from '../../../diagnosis/types';
import type { IDeath } from '../../../incident/death';
import { endingOf, type IEnding } from '../../../incident/ending';
import { faultLibrary, parseFault } from '../../../incident/fault';
import { memoryProof } from '../../../incident/memory';
import { isInLoader, isStackOverflow, workersOf } from './marks';

/** Signals that native code ends by, and the entry for each. */
const CRASHES: Readonly<Record<string, string>> = {
  SIGSEGV: 'kernel/segfault',
  SIGBUS: 'kernel/bus-error',
  SIGABRT: 'kernel/aborted',
  SIGILL: 'kernel/illegal-instruction',
  SIGFPE: 'kernel/floating-point'
};

/** Signals that somebody else sends. */
const ORDERS: ReadonlySet<string> = new Set([
  'SIGKILL',
  'SIGTERM',
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGXCPU'
]);

/** With more of the limit in use, a counted kill leaves no doubt. */
const AT_THE_LIMIT = 0.8;

type Claims = Map<string, IFactsMatch>;

function endingEvidence(ending: IEnding): IEvidence[] {
  switch (ending.by) {
    case 'exit-status':
    case 'shell':
      return [{ where: 'exit-status', text: ending.text }];
    case 'fault':
      return [{ where: 'black-box', text: ending.text }];
    case 'empty':
      return [{ where: 'black-box', text: '0 B' }];
    case 'exit-mark':
      return [{ where: 'black-box', text: 'exit()' }];
    case 'none':
      return [{ where: 'exit-status', text: '?' }];
  }
}

function match(
  confidence: Confidence,
  evidence: readonly IEvidence[],
  values: Values = {}
): IFactsMatch {
  return { confidence, evidence, values };
}

function claimCrash(claims: Claims, death: IDeath, ending: IEnding): void {
  const { signal, by } = ending;
  const fault = parseFault(death.box?.fault ?? '');
  const library = fault && faultLibrary(fault);
  const evidence = endingEvidence(ending);
  if (fault && by !== 'fault') {
    evidence.push({
      where: 'black-box',
      text: `Fatal Python error: ${fault.error}`
    });
  }
  claims.set(
    CRASHES[signal ?? ''],
    match(by === 'shell' ? 'likely' : 'certain', evidence, {
      signal: signal ?? undefined,
      ...(library ? { library } : {}),
      ...(signal === 'SIGSEGV' && isStackOverflow(death)
        ? { stack: 'yes' }
        : {})
    })
  );
}

function claimMemory(claims: Claims, death: IDeath, ending: IEnding): boolean {
  const proof = memoryProof(death);
  if (!proof) {
    return false;
  }
  const { used, limit, resident, age, by, text } = proof;
  const isFull = used !== null && limit !== null && used > AT_THE_LIMIT * limit;
  const asText = (value: number | null) =>
    value === null ? undefined : String(value);
  claims.set(
    'kernel/oom-killed',
    match(
      by === 'log' || (by === 'group' && isFull) ? 'certain' : 'likely',
      [
        ...endingEvidence(ending),
        { where: by === 'log' ? 'system-log' : 'kill-counter', text }
      ],
      {
        proof: by,
        used: asText(used),
        limit: asText(limit),
        resident: asText(resident),
        age: asText(age)
      }
    )
  );
  return true;
}

function claimExit(claims: Claims, ending: IEnding, source: string): void {
  const call = /\b(?<call>os\._exit|sys\.exit|exit|quit)\(/.exec(source)?.groups
    ?.call;
  claims.set(
    'kernel/exited',
    match(
      ending.by === 'empty' ? 'likely' : 'certain',
      endingEvidence(ending),
      {
        call,
        code: ending.code === null ? undefined : String(ending.code)
      }
    )
  );
}

/** An end by somebody's signal, or one that left nothing at all. */
function claimKill(
  claims: Claims,
  reading: IReading,
  death: IDeath,
  ending: IEnding,
  hasWorkers: boolean
): void {
  if (claimMemory(claims, death, ending)) {
    return;
  }
  const { signal, by } = ending;
  if (by === 'empty' && /\b_exit\(/.test(reading.incident.source)) {
    claimExit(claims, ending, reading.incident.source);
  } else if (!hasWorkers) {
    claims.set(
      'kernel/killed',
      match(
        by === 'exit-status' ? 'certain' : 'likely',
        endingEvidence(ending),
        { signal: signal ?? undefined, by }
      )
    );
  }
}

/** What each entry of this family may claim of a death, by the entry's id. */
const claimsOf = once((reading: IReading): Claims => {
  const claims: Claims = new Map();
  const { death } = reading.incident;
  if (!death) {
    return claims;
  }
  const ending = endingOf(death);
  const { signal, by } = ending;
  if (death.failedStarts > 0) {
    claims.set(
      'kernel/start-failed',
      match('certain', endingEvidence(ending), {
        // Only the server's events count them.
        ...(death.exit ? { tries: String(death.failedStarts) } : {}),
        ...(ending.code === null ? {} : { status: String(ending.code) })
      })
    );
    return claims;
  }
  if (by === 'exit-mark' || (signal === null && ending.code !== null)) {
    claimExit(claims, ending, reading.incident.source);
    return claims;
  }
  const workers = workersOf(reading, death);
  if (workers) {
    claims.set(
      'kernel/died-dataloader',
      match('likely', [...endingEvidence(ending), ...workers], {
        signal: signal ?? undefined
      })
    );
  }
  if (signal !== null && signal in CRASHES) {
    if (!workers || !isInLoader(death)) {
      claimCrash(claims, death, ending);
    }
  } else if (by === 'empty' || ORDERS.has(signal ?? '')) {
    claimKill(claims, reading, death, ending, workers !== null);
  } else if (!workers) {
    claims.set(
      'kernel/died-unknown',
      match('certain', endingEvidence(ending), { signal: signal ?? undefined })
    );
  }
  return claims;
});

/**
 * What the facts of a kernel's death say for the entry `id`: its exit status
 * first, then its black box. Each death has one cause, and the workers' entry
 * beside it where workers were running.
 *
 * Memory is claimed only with proof (`incident/memory.ts`).
 */
export function factsFor(
  id: string
): (reading: IReading) => IFactsMatch | null {
  return reading => claimsOf(reading).get(id) ?? null;
}
