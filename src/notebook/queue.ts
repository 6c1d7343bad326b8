import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { Signal, type ISignal } from '@lumino/signaling';

/** One request to run a cell. */
export interface IRequest {
  readonly cellId: string;
  /** What was sent, whatever the cell holds now. */
  readonly code: string;
}

/** What a kernel's process was asked to run, at one moment. */
export interface IQueueState {
  /** Not answered yet, the oldest first: it runs, the others wait. */
  readonly waiting: readonly IRequest[];
  /** Ran without an error, in order; a cell that ran twice is listed last. */
  readonly done: readonly IRequest[];
}

/** Nothing was asked. */
export const EMPTY_QUEUE: IQueueState = { waiting: [], done: [] };

/**
 * Our own record of what a kernel was asked to run. The kernel's broadcasts
 * are not enough: a fast crash comes before `busy` and `execute_input`.
 */
export class ExecutionQueue {
  /** Follow a kernel's messages from now on; null follows none. */
  follow(kernel: Kernel.IKernelConnection | null): void {
    if (kernel !== this._kernel) {
      this._kernel?.anyMessage.disconnect(this._onMessage, this);
      this.clear();
      this._kernel = kernel;
      kernel?.anyMessage.connect(this._onMessage, this);
    }
  }

  /** A cell, by its id, has run without an error. */
  get finished(): ISignal<this, string> {
    return this._finished;
  }

  /** As it is now, or as it was when it was held. */
  get state(): IQueueState {
    return (
      this._held ?? {
        waiting: [...this._waiting.values()],
        done: [...this._done.values()]
      }
    );
  }

  /** Hold the state: from now on requests are cancelled. */
  hold(): void {
    this._held = this.state;
  }

  /** The process goes on. */
  release(): void {
    this._held = null;
  }

  /** The state of a process that has ended, and forget it. */
  take(): IQueueState {
    const { state } = this;
    this.clear();
    return state;
  }

  /**
   * Forget everything: the process is a new one.
   *
   * @param since - the id of a request that it got: that and later ones stay
   */
  clear(since?: string): void {
    this.release();
    const ids = [...this._waiting.keys()];
    const kept = ids.indexOf(since ?? '');
    ids
      .slice(0, kept < 0 ? ids.length : kept)
      .forEach(id => this._waiting.delete(id));
    this._done.clear();
  }

  private _onMessage(
    _: unknown,
    { msg, direction }: Kernel.IAnyMessageArgs
  ): void {
    const type = msg.header.msg_type;
    if (direction === 'send' && type === 'execute_request') {
      const { content, metadata, header } =
        msg as KernelMessage.IExecuteRequestMsg;
      const { cellId } = metadata;
      if (content.silent !== true && typeof cellId === 'string') {
        this._waiting.set(header.msg_id, { cellId, code: content.code });
      }
    } else if (direction === 'recv' && type === 'execute_reply') {
      const { content, parent_header } = msg as KernelMessage.IExecuteReplyMsg;
      const { msg_id } = parent_header as KernelMessage.IHeader;
      const request = this._waiting.get(msg_id);
      this._waiting.delete(msg_id);
      if (request && content.status === 'ok') {
        this._done.delete(request.cellId);
        this._done.set(request.cellId, request);
        this._finished.emit(request.cellId);
      }
    }
  }

  private readonly _finished = new Signal<this, string>(this);
  private _kernel: Kernel.IKernelConnection | null = null;
  private _held: IQueueState | null = null;
  private readonly _waiting = new Map<string, IRequest>();
  private readonly _done = new Map<string, IRequest>();
}
