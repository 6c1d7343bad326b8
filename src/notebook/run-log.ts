import type { ISessionContext } from '@jupyterlab/apputils';
import { KernelMessage, type Kernel } from '@jupyterlab/services';

import type { ISeen } from '../rerun/record';

/** At most so many inputs, and so much text, are remembered. */
const MAX_INPUTS = 2000;
const MAX_TEXT = 4_000_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Remembers what the kernels of one notebook were seen to run, whoever sent
 * it: this page, another one, a console. A process that died takes its own
 * record along; durations no kernel records at all.
 */
export class RunLog {
  /**
   * @param run - tells the number of the kernel's process, which only grows
   */
  constructor(
    sessionContext: ISessionContext,
    private readonly _run: () => number
  ) {
    sessionContext.iopubMessage.connect(this._onIOPub, this);
    sessionContext.kernelChanged.connect((_, { newValue }) =>
      this._follow(newValue)
    );
    this._follow(sessionContext.session?.kernel ?? null);
  }

  /** In the order they ran, over all processes. */
  get inputs(): readonly ISeen[] {
    return this._inputs;
  }

  /** Our own requests say which cell they are of; iopub messages do not. */
  private _follow(kernel: Kernel.IKernelConnection | null): void {
    if (kernel && kernel !== this._kernel) {
      this._kernel = kernel;
      kernel.anyMessage.connect((_, { msg, direction }) => {
        const cellId = msg.metadata?.cellId;
        if (
          direction === 'send' &&
          msg.header.msg_type === 'execute_request' &&
          typeof cellId === 'string'
        ) {
          this._cells.set(msg.header.msg_id, cellId);
        }
      });
    }
  }

  private _onIOPub(_: unknown, msg: KernelMessage.IMessage): void {
    const request = (msg.parent_header as { msg_id?: string }).msg_id ?? '';
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

  private _kernel: Kernel.IKernelConnection | null = null;
  private _text = 0;
  private readonly _inputs: Mutable<ISeen>[] = [];
  /** By the id of the request. */
  private readonly _cells = new Map<string, string>();
  private readonly _running = new Map<string, Mutable<ISeen>>();
  private readonly _began = new Map<string, number>();
}
