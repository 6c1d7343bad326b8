import type { IExit } from '../incident/death/death';
import type { IQueueState } from '../notebook/execution-log';

/** What a page knows of a kernel and would lose with a reload. */
export interface IKeepsake {
  readonly queue: IQueueState;
  readonly exit: IExit | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** A notebook with more running than this is not remembered. */
const MAX_LENGTH = 500_000;

function nameOf(kernelId: string): string {
  return `torch-triage:kernel:${kernelId}`;
}

/** Keep it for the next page in this tab. */
export function keep(kernelId: string, keepsake: IKeepsake): void {
  const text = JSON.stringify(keepsake);
  if (text.length > MAX_LENGTH) {
    return;
  }
  try {
    sessionStorage.setItem(nameOf(kernelId), text);
  } catch {
    // Storage may be full or forbidden: then a reload forgets, no more.
  }
}

/** What an earlier page kept of a kernel, or null. */
export function keptOf(kernelId: string): IKeepsake | null {
  try {
    const text = sessionStorage.getItem(nameOf(kernelId));
    return text === null ? null : (JSON.parse(text) as IKeepsake);
  } catch {
    return null;
  }
}

/** Nobody needs it any more. */
export function forget(kernelId: string): void {
  try {
    sessionStorage.removeItem(nameOf(kernelId));
  } catch {
    // As above.
  }
}
