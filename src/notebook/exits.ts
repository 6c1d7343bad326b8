import type { Event } from '@jupyterlab/services';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IExit } from '../incident/death';

/** The server extension's event. */
const KERNEL_EXIT =
  'https://schema.jupyterlab-torch-triage.org/kernel_exit/v1';

/** The exit status of one process of a kernel. */
export interface IKernelExit {
  readonly kernelId: string;
  /** null when the server cannot know. */
  readonly exit: IExit | null;
  readonly pid: number | null;
  /** False when the server gives the kernel up. */
  readonly restarting: boolean;
}

function parseExit(emission: Event.Emission): IKernelExit | null {
  const { kernel_id, exit_code, signal, pid, restarting } = emission as Record<
    string,
    unknown
  >;
  return typeof kernel_id === 'string'
    ? {
        kernelId: kernel_id,
        exit:
          typeof exit_code === 'number'
            ? {
                code: exit_code,
                signal: typeof signal === 'string' ? signal.slice(0, 20) : null
              }
            : null,
        pid: typeof pid === 'number' ? pid : null,
        restarting: restarting !== false
      }
    : null;
}

/** Tells of kernels that ended, as the server's event bus reports them. */
export class KernelExits {
  constructor(events: Event.IManager) {
    events.stream.connect((_, emission) => {
      const exit =
        emission.schema_id === KERNEL_EXIT ? parseExit(emission) : null;
      if (exit) {
        this._ended.emit(exit);
      }
    });
  }

  /** A process ended; comes just before or after the kernel's `restarting`. */
  get ended(): ISignal<this, IKernelExit> {
    return this._ended;
  }

  private readonly _ended = new Signal<this, IKernelExit>(this);
}
