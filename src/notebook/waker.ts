import type { Kernel, KernelMessage } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';

import { requestId } from './request-id';
import { serverState } from './server-state';

/** A kernel at rest answers at once: after so many ms it has not noticed. */
const LYING_MS = 3_000;

/** So often the page connects anew without an answer. */
const TRIES = 3;

/** What every kernel answers. */
const REQUESTS: readonly KernelMessage.MessageType[] = [
  'kernel_info_request',
  'execute_request'
];
const REPLIES: readonly KernelMessage.MessageType[] = [
  'kernel_info_reply',
  'execute_reply'
];

/** A kernel that is heard at rest, or was not heard at all so far. */
const RESTING: readonly Kernel.Status[] = ['idle', 'unknown', 'starting'];

/** With these, what was asked is cancelled. */
const CANCELS: readonly Kernel.Status[] = [
  'restarting',
  'autorestarting',
  'dead'
];

/**
 * Connects anew to a kernel at rest that leaves a request lying: it would lie
 * there for good.
 *
 * xeus-python (0.19) sleeps until ZeroMQ's edge-triggered descriptor moves. A
 * request that comes while it sends a reply moves nothing, nor does any that
 * comes after it by the same way; whatever comes by another wakes it, and then
 * it answers all. A page that connects anew makes the server ask by a way of
 * its own.
 *
 * jupyter-server-documents (0.3.3) connects each page, and each connection of
 * one, to the kernel under the same name, so that answers go to another.
 */
export class Waker implements IDisposable {
  /**
   * @param _woken - called with each new connection; what was asked before that
   *   may have lost its answer
   */
  constructor(
    private readonly _kernel: Kernel.IKernelConnection,
    private readonly _woken: () => void = () => undefined
  ) {
    _kernel.anyMessage.connect(this._onMessage, this);
    _kernel.statusChanged.connect(this._onStatus, this);
    _kernel.disposed.connect(this.dispose, this);
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    clearTimeout(this._timer);
    this._kernel.anyMessage.disconnect(this._onMessage, this);
    this._kernel.statusChanged.disconnect(this._onStatus, this);
    this._kernel.disposed.disconnect(this.dispose, this);
  }

  private _onMessage(
    _: unknown,
    { msg, direction }: Kernel.IAnyMessageArgs
  ): void {
    const type: KernelMessage.MessageType = msg.header.msg_type;
    if (direction === 'send' && REQUESTS.includes(type)) {
      this._unanswered.add(msg.header.msg_id);
      this._wait();
    } else if (direction === 'recv' && REPLIES.includes(type)) {
      this._unanswered.delete(requestId(msg));
      this._working.delete(requestId(msg));
      this._tries = 0;
      this._wait();
    } else if (direction === 'recv' && type === 'status') {
      this._onOwnStatus(msg as KernelMessage.IStatusMsg);
    }
  }

  /**
   * What a request does: the kernel's own status may say that it is idle while
   * a cell runs, where it answers another question meanwhile.
   */
  private _onOwnStatus(msg: KernelMessage.IStatusMsg): void {
    const parent = msg.parent_header as { msg_type?: string } | null;
    if (parent?.msg_type !== 'execute_request') {
      return;
    }
    if (msg.content.execution_state === 'busy') {
      this._working.add(requestId(msg));
    } else {
      this._working.delete(requestId(msg));
      this._wait();
    }
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (CANCELS.includes(status)) {
      this._unanswered.clear();
      this._working.clear();
      this._isNew = false;
    }
    this._wait();
  }

  private _wait(): void {
    clearTimeout(this._timer);
    if (this._isLying && this._tries < TRIES) {
      this._timer = setTimeout(() => void this._wake(), LYING_MS);
    }
  }

  /** As far as this page knows: a busy kernel has noticed. */
  private get _isLying(): boolean {
    const { status, connectionStatus } = this._kernel;
    // Of one that was started anew, `KernelProbe` waits for the first word.
    const isAtRest = this._isNew ? RESTING.includes(status) : status === 'idle';
    return (
      this._unanswered.size > 0 &&
      this._working.size === 0 &&
      isAtRest &&
      connectionStatus === 'connected'
    );
  }

  private async _wake(): Promise<void> {
    // The page may have missed that it works.
    const isAtRest = (await serverState(this._kernel)) === 'idle';
    if (this._isDisposed || !this._isLying) {
      return;
    }
    this._tries += 1;
    if (!isAtRest) {
      this._wait();
      return;
    }
    // Once for each: its answer may be lost with the last connection.
    this._unanswered.clear();
    await this._kernel.reconnect().catch(() => undefined); // JupyterLab goes on
    if (!this._isDisposed) {
      this._woken();
    }
  }

  private readonly _unanswered = new Set<string>();
  private readonly _working = new Set<string>();
  private _isNew = true;
  private _tries = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;
  private _isDisposed = false;
}
