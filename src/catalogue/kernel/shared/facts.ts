import { memoize } from '../../../shared/memoize';
import type {
  Confidence,
  IEvidence,
  IFactsMatch,
  Values
} from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IDeath } from '../../../incident/death/death';
import {
  exitCauseOf,
  type IExitCause
} from '../../../incident/death/exit-cause';
import { faultLibrary, parseFault } from '../../../incident/death/faulthandler';
import { memoryProof } from '../../../incident/death/memory';
import { ownValue } from '../../../shared/own-value';
import { isInLoader, isStackOverflow, workersOf } from './marks';

/** Signals that native code ends by, and the entry for each. */
const CRASHES: Readonly<Record<string, string>> = {
  SIGSEGV: 'kernel/segfault',
  SIGBUS: 'kernel/bus-error',
  SIGABRT: 'kernel/aborted',
  SIGILL: 'kernel/illegal-instruction',
  SIGFPE: 'kernel/floating-point'
};

/** Those whose entries name the package that crashed. */
const NAMES_PACKAGE: ReadonlySet<string | null> = new Set([
  'SIGSEGV',
  'SIGILL'
]);

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

function endingEvidence(ending: IExitCause): IEvidence[] {
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

function claimCrash(
  claims: Claims,
  entry: string,
  death: IDeath,
  ending: IExitCause
): void {
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
    entry,
    match(by === 'shell' ? 'likely' : 'certain', evidence, {
      ...(library && NAMES_PACKAGE.has(signal) ? { library } : {}),
      ...(signal === 'SIGSEGV' && isStackOverflow(death)
        ? { kind: 'stack' }
        : {})
    })
  );
}

function claimMemory(
  claims: Claims,
  death: IDeath,
  ending: IExitCause
): boolean {
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

/** Whether a handler that nobody of us knows may have made the status of a crash. */
function mayBeHandled({ box }: IDeath, { by, code }: IExitCause): boolean {
  const isLeft = by === 'exit-status' && code !== 0;
  return isLeft && box?.handlesFaults === false && !box.exited;
}

function claimExit(
  claims: Claims,
  death: IDeath,
  ending: IExitCause,
  source: string
): void {
  const call = /\b(?<call>os\._exit|sys\.exit|exit|quit)\(/.exec(source)?.groups
    ?.call;
  const isHandled = call === undefined && mayBeHandled(death, ending);
  claims.set(
    'kernel/exited',
    match(
      ending.by === 'empty' || isHandled ? 'likely' : 'certain',
      endingEvidence(ending),
      {
        call,
        code: ending.code === null ? undefined : String(ending.code),
        handled: isHandled ? 'maybe' : undefined
      }
    )
  );
}

/** An end by somebody's signal, or one that left nothing at all. */
function claimKill(
  claims: Claims,
  reading: IReading,
  death: IDeath,
  ending: IExitCause,
  hasWorkers: boolean
): void {
  if (claimMemory(claims, death, ending)) {
    return;
  }
  const { signal, by } = ending;
  if (by === 'empty' && /\b_exit\(/.test(reading.incident.source)) {
    claimExit(claims, death, ending, reading.incident.source);
  } else if (!hasWorkers) {
    claims.set(
      'kernel/killed',
      match(
        by === 'exit-status' ? 'certain' : 'likely',
        endingEvidence(ending),
        signal === null
          ? { kind: 'silent' }
          : signal === 'SIGKILL'
            ? { kind: 'sigkill' }
            : { kind: 'order', signal }
      )
    );
  }
}

/** What each entry of this family may claim of a death, by the entry's id. */
const claimsOf = memoize((reading: IReading): Claims => {
  const claims: Claims = new Map();
  const { death } = reading.incident;
  if (!death) {
    return claims;
  }
  const ending = exitCauseOf(death);
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
    claimExit(claims, death, ending, reading.incident.source);
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
  const crash = ownValue(CRASHES, signal);
  if (crash) {
    if (!workers || !isInLoader(death)) {
      claimCrash(claims, crash, death, ending);
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
 * Memory is claimed only with proof (`incident/death/memory.ts`).
 */
export function factsFor(
  id: string
): (reading: IReading) => IFactsMatch | null {
  return reading => claimsOf(reading).get(id) ?? null;
}
