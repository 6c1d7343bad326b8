import type { Kernel } from '@jupyterlab/services';

/** The pauses before each question to a kernel that has told nothing, in ms. */
const WAITS_MS = [2_000, 4_000, 8_000, 16_000, 32_000];

/**
 * Asks a kernel that the server has restarted for its status, while the page
 * has none. The page asks once, when it is connected again; the answer is lost
 * where the server has not yet subscribed to the new process's broadcasts,
 * which it does not wait for when the process that died was busy (2 of 100
 * deaths with jupyter_server 2.21, whose `nudge` this is named after). Until
 * somebody asks again JupyterLab shows that kernel as unknown.
 */
export class Nudge {
  /** The server restarts this kernel. */
  expect(kernel: Kernel.IKernelConnection): void {
    this.stop();
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
      if (kernel.isDisposed || kernel.status !== 'unknown') {
        return;
      }
      if (kernel.connectionStatus === 'connected') {
        // It rejects when the kernel ends before it answers: no news.
        kernel.requestKernelInfo().catch(() => undefined);
      }
      this._wait(kernel, rest);
    }, wait);
  }

  private _timer: ReturnType<typeof setTimeout> | undefined;
}
