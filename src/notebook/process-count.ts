import type { ISessionContext } from '@jupyterlab/apputils';
import { KernelMessage, type Kernel } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import { Signal, type ISignal } from '@lumino/signaling';

import { requestId } from './request-id';

/** What a process tells of itself; the server tells of its end and restart. */
const OWN: readonly string[] = ['starting', 'busy', 'idle'];

/**
 * Counts the processes that a notebook's kernel was seen to have, from 1: a
 * cell's failure belongs to one of them.
 *
 * A restart by this page, and one by the server after a death, are announced.
 * Of one by another client the server tells nothing, nor of one while the
 * connection was lost, and the new process's word that it starts may be lost;
 * but every process of ipykernel signs its messages with a session of its own
 * (jupyter_client's `Session`).
 */
export class ProcessCount implements IDisposable {
  constructor(sessionContext: ISessionContext) {
    sessionContext.statusChanged.connect(this._onStatus, this);
    sessionContext.kernelChanged.connect(this._next, this);
    sessionContext.iopubMessage.connect(this._onMessage, this);
  }

  get value(): number {
    return this._value;
  }

  /**
   * Another process answers than the last, unannounced; with the id of the
   * request to which it does so, '' when it tells that it starts.
   */
  get replaced(): ISignal<this, string> {
    return this._replaced;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  private _next(): void {
    this._value += 1;
    this._ended = this._session || this._ended;
    this._session = '';
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (status === 'restarting' || status === 'autorestarting') {
      this._next();
    }
  }

  private _onMessage(_: unknown, msg: KernelMessage.IMessage): void {
    const { session } = msg.header;
    if (
      !KernelMessage.isStatusMsg(msg) ||
      !OWN.includes(msg.content.execution_state) ||
      session === this._ended ||
      session === this._session
    ) {
      return;
    }
    const isAnother = this._session !== '';
    if (isAnother) {
      this._next();
    }
    this._session = session;
    if (isAnother) {
      this._replaced.emit(requestId(msg));
    }
  }

  private readonly _replaced = new Signal<this, string>(this);
  private _value = 1;
  private _session = '';
  /** Its last words may come after its end. */
  private _ended = '';
  private _isDisposed = false;
}
