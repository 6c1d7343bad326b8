import type { ISessionContext } from '@jupyterlab/apputils';
import { KernelMessage, type Kernel } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import { Signal, type ISignal } from '@lumino/signaling';

import { requestId } from './request-id';

/** An input that this page saw the kernel run, whoever sent it. */
export interface ISeen {
  /** Counts the kernel's processes, as `ICellIncident.kernelRun`. */
  readonly run: number;
  readonly executionCount: number;
  readonly source: string;
  /** The notebook's cell, where this page sent it. */
  readonly cellId: string | null;
  /** How long it took, null while it runs or when the process ended first. */
  readonly ms: number | null;
  readonly hasFailed: boolean;
}

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

/** At most so many inputs, and so much text, are remembered. */
const MAX_INPUTS = 2000;
const MAX_TEXT = 4_000_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * What the kernels of one notebook were asked to run, and were seen to run.
 *
 * Both are needed. A fast crash comes before `busy` and `execute_input`, so
 * that only our own requests tell which cell it was; what another page or a
 * console sent, and how long anything took, only the broadcasts tell. A
 * process that died takes its own record along.
 *
 * The broadcasts are read from the session, as `ProcessCount` does: there a
 * message comes after the word that its process is a new one, and none comes
 * from a process that has been replaced.
 */
export class ExecutionLog implements IDisposable {
  /**
   * @param _run - tells the number of the kernel's process, which only grows
   */
  constructor(
    sessionContext: ISessionContext,
    private readonly _run: () => number
  ) {
    sessionContext.iopubMessage.connect(this._onIOPub, this);
    sessionContext.kernelChanged.connect(this._onKernel, this);
    this._follow(sessionContext.session?.kernel ?? null);
  }

  /** What ran, in order, over all processes. */
  get inputs(): readonly ISeen[] {
    return this._inputs;
  }

  /** A cell, by its id, has run without an error. */
  get finished(): ISignal<this, string> {
    return this._finished;
  }

  /**
   * What the process was asked, now or when the state was held. Another kernel
   * does not end it: whoever follows the deaths reads it first, then clears it.
   */
  get state(): IQueueState {
    return (
      this._held ?? {
        waiting: [...this._waiting.values()],
        done: [...this._done.values()]
      }
    );
  }

  get isDisposed(): boolean {
    return this._isDisposed;
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
   * Forget what was asked: the process is a new one. What was seen stays.
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

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  private _onKernel(_: unknown, { newValue }: { newValue: Connection }): void {
    this._follow(newValue);
  }

  private _follow(kernel: Connection): void {
    this._kernel?.anyMessage.disconnect(this._onMessage, this);
    this._kernel = kernel;
    kernel?.anyMessage.connect(this._onMessage, this);
  }

  private _onMessage(
    _: unknown,
    { msg, direction }: Kernel.IAnyMessageArgs
  ): void {
    const type = msg.header.msg_type;
    if (direction === 'send' && type === 'execute_request') {
      this._onRequest(msg as KernelMessage.IExecuteRequestMsg);
    } else if (direction === 'recv' && type === 'execute_reply') {
      this._onReply(msg as KernelMessage.IExecuteReplyMsg);
    }
  }

  private _onRequest({
    content,
    metadata,
    header
  }: KernelMessage.IExecuteRequestMsg): void {
    const { cellId } = metadata;
    // The kernel broadcasts nothing of a silent one.
    if (content.silent !== true && typeof cellId === 'string') {
      this._waiting.set(header.msg_id, { cellId, code: content.code });
      this._cells.set(header.msg_id, cellId);
    }
  }

  private _onReply(msg: KernelMessage.IExecuteReplyMsg): void {
    const id = requestId(msg);
    const request = this._waiting.get(id);
    this._waiting.delete(id);
    if (request && msg.content.status === 'ok') {
      this._done.delete(request.cellId);
      this._done.set(request.cellId, request);
      this._finished.emit(request.cellId);
    }
  }

  private _onIOPub(_: unknown, msg: KernelMessage.IMessage): void {
    const request = requestId(msg);
    if (KernelMessage.isExecuteInputMsg(msg)) {
      this._begin(request, msg);
    } else if (KernelMessage.isErrorMsg(msg)) {
      const input = this._running.get(request);
      if (input) {
        input.hasFailed = true;
      }
    } else if (
      KernelMessage.isStatusMsg(msg) &&
      msg.content.execution_state === 'idle'
    ) {
      this._finish(request, msg.header.date);
    }
  }

  private _begin(request: string, msg: KernelMessage.IExecuteInputMsg): void {
    const input: Mutable<ISeen> = {
      run: this._run(),
      executionCount: msg.content.execution_count ?? 0,
      source: msg.content.code,
      cellId: this._cells.get(request) ?? null,
      ms: null,
      hasFailed: false
    };
    this._cells.delete(request);
    this._began.set(request, Date.parse(msg.header.date));
    this._running.set(request, input);
    this._inputs.push(input);
    this._text += input.source.length;
    while (this._inputs.length > MAX_INPUTS || this._text > MAX_TEXT) {
      this._text -= this._inputs.shift()?.source.length ?? this._text;
    }
  }

  private _finish(request: string, date: string): void {
    const input = this._running.get(request);
    const began = this._began.get(request);
    if (input && began !== undefined) {
      // Both times are the kernel's own.
      const ms = Date.parse(date) - began;
      input.ms = Number.isFinite(ms) && ms >= 0 ? ms : null;
    }
    this._running.delete(request);
    this._began.delete(request);
  }

  private readonly _finished = new Signal<this, string>(this);
  private _kernel: Connection = null;
  private _held: IQueueState | null = null;
  private _isDisposed = false;
  private _text = 0;
  private readonly _inputs: Mutable<ISeen>[] = [];
  // All by the id of the request.
  private readonly _waiting = new Map<string, IRequest>();
  /** A reply may overtake the broadcast that the cell runs. */
  private readonly _cells = new Map<string, string>();
  private readonly _running = new Map<string, Mutable<ISeen>>();
  private readonly _began = new Map<string, number>();
  /** By the id of the cell. */
  private readonly _done = new Map<string, IRequest>();
}

type Connection = Kernel.IKernelConnection | null;
