import type { Kernel } from '@jupyterlab/services';

import { isUp } from '../notebook/server-state';

/** The pauses before each question to a kernel that has not answered, in ms. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** So many questions without an answer, and the page connects anew. */
const DEAF = 2;

/** What the page makes up itself, before the new process has said anything. */
const UNTOLD: readonly Kernel.Status[] = [
  'unknown',
  'restarting',
  'autorestarting'
];

/**
 * Asks a kernel that was started anew for a sign of life, while the page has
 * none: its status stays `unknown`.
 *
 * A new process says once that it starts. Where the server has not subscribed
 * to its broadcasts by then, that word is lost; the server does not wait for
 * the subscription when the process that died was busy (jupyter_server 2.21,
 * whose `nudge` this is named after: 7 of 48 deaths, four at a time). Nothing
 * that JupyterLab asks by itself brings a status afterwards: the server names
 * `kernel_info_request` and `debug_request` among its `untracked_message_types`,
 * and the page leaves their statuses out. So the answer itself is the sign.
 *
 * A page that connects twice while the new process starts can stay deaf: its
 * first connection, closed by then, subscribes last and takes all messages
 * (jupyter_server 2.21 hands the sockets of a closed connection to the next
 * one: 4 of 40 deaths with a forced second connection). Where the server says
 * that the process is up and no answer comes, one more connection mends it.
 */
export class KernelProbe {
  /** @param _answered - takes one that answers: it has nothing else to do */
  constructor(
    private readonly _answered: (kernel: Kernel.IKernelConnection) => void
  ) {}

  /** The server starts this kernel anew. */
  expect(kernel: Kernel.IKernelConnection): void {
    this.stop();
    this._unanswered = 0;
    this._wait(kernel, WAITS_MS);
  }

  /** Ask nothing any more. */
  stop(): void {
    clearTimeout(this._timer);
  }

  private _wait(
    kernel: Kernel.IKernelConnection,
    [wait, ...rest]: readonly number[]
  ): void {
    if (wait === undefined) {
      return;
    }
    this._timer = setTimeout(() => {
      const { isDisposed, status, connectionStatus } = kernel;
      if (isDisposed || !UNTOLD.includes(status)) {
        return;
      }
      if (status === 'unknown' && connectionStatus === 'connected') {
        void (this._unanswered === DEAF
          ? this._connectAnew(kernel)
          : this._ask(kernel));
      }
      this._wait(kernel, rest);
    }, wait);
  }

  private async _connectAnew(kernel: Kernel.IKernelConnection): Promise<void> {
    if (
      (await isUp(kernel)) &&
      !kernel.isDisposed &&
      kernel.status === 'unknown'
    ) {
      this._unanswered = 0;
      await kernel.reconnect().catch(() => undefined); // JupyterLab goes on
    }
  }

  private async _ask(kernel: Kernel.IKernelConnection): Promise<void> {
    this._unanswered += 1;
    // It rejects when the kernel ends before it answers: no news.
    const reply = await kernel.requestKernelInfo().catch(() => undefined);
    if (reply && !kernel.isDisposed && kernel.status === 'unknown') {
      this._answered(kernel);
    }
  }

  private _unanswered = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;
}
