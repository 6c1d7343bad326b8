import type { Event } from '@jupyterlab/services';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IExit } from '../incident/death/death';

/** The server extension's event. */
const KERNEL_EXIT = 'https://schema.jupyterlab-torch-triage.org/kernel_exit/v1';

/** The event comes within so many ms of the kernel's status, or never. */
export const EXIT_MS = 1500;

function parseExit({ exit_code, signal }: Event.Emission): IExit | null {
  // null where the server cannot know.
  return typeof exit_code === 'number'
    ? {
        code: exit_code,
        signal: typeof signal === 'string' ? signal.slice(0, 20) : null
      }
    : null;
}

/**
 * The exit status of kernels that ended, as the server's event bus reports
 * it: just before or just after the kernel's `restarting` status.
 */
export class KernelExits {
  constructor(events: Event.IManager) {
    events.stream.connect((_, emission) => {
      const { schema_id, kernel_id } = emission;
      const exit = schema_id === KERNEL_EXIT ? parseExit(emission) : null;
      if (exit && typeof kernel_id === 'string') {
        this._last.set(kernel_id, { exit, time: Date.now() });
        this._ended.emit(kernel_id);
      }
    });
  }

  /** A process of the kernel with this id ended. */
  get ended(): ISignal<this, string> {
    return this._ended;
  }

  /** The status of a kernel's process that has just ended, given out once. */
  take(kernelId: string): IExit | null {
    const last = this._last.get(kernelId);
    this._last.delete(kernelId);
    return last && Date.now() - last.time < EXIT_MS ? last.exit : null;
  }

  private readonly _last = new Map<string, { exit: IExit; time: number }>();
  private readonly _ended = new Signal<this, string>(this);
}
