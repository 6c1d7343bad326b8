import type { Kernel } from '@jupyterlab/services';

import { isUp } from '../notebook/server-state';

/** The pauses before each question to a kernel that has not answered, in ms. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/**
 * So many questions without an answer, and the page connects anew: after a
 * word that the process starts one more, as it may be at work on that.
 */
const DEAF = 2;
const DEAF_AT_START = 3;

/** While the process has answered nobody: all but the last the page makes up. */
const UNANSWERED: readonly Kernel.Status[] = [
  'unknown',
  'restarting',
  'autorestarting',
  'starting'
];

/**
 * Asks a kernel that was started anew for a sign of life, while the page has
 * none: its status stays `unknown`, or `starting` although it was asked.
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
 *
 * It may also hear the new process and not be heard: the server connected it
 * while the process moved to other ports, as it does after a death within ten
 * seconds of its start (kernel_gateway 3.0.1, which tells of the death before
 * the move: 1 of 2). The server itself knows no more than `starting` then.
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
      if (isDisposed || !UNANSWERED.includes(status)) {
        return;
      }
      if (isSilent(kernel) && connectionStatus === 'connected') {
        const deaf = status === 'starting' ? DEAF_AT_START : DEAF;
        void (this._unanswered >= deaf
          ? this._connectAnew(kernel)
          : this._ask(kernel));
      }
      this._wait(kernel, rest);
    }, wait);
  }

  private async _connectAnew(kernel: Kernel.IKernelConnection): Promise<void> {
    const isWorthIt = kernel.status === 'starting' || (await isUp(kernel));
    if (isWorthIt && !kernel.isDisposed && isSilent(kernel)) {
      this._unanswered = 0;
      await kernel.reconnect().catch(() => undefined); // JupyterLab goes on
      await this._ask(kernel);
    }
  }

  private async _ask(kernel: Kernel.IKernelConnection): Promise<void> {
    if (kernel.isDisposed) {
      return;
    }
    this._unanswered += 1;
    // It rejects when the kernel ends before it answers: no news.
    const reply = await kernel.requestKernelInfo().catch(() => undefined);
    if (reply && !kernel.isDisposed && isSilent(kernel)) {
      this.stop();
      this._answered(kernel);
    }
  }

  private _unanswered = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;
}

/** Whether nothing tells that the process has answered anybody. */
function isSilent({ status }: Kernel.IKernelConnection): boolean {
  return status === 'unknown' || status === 'starting';
}
