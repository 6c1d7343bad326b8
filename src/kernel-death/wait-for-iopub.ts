import type { Kernel } from '@jupyterlab/services';

/** A kernel at rest answers within so many ms, or its answer is lost. */
const WAIT_MS = 2_000;

/** So often it is asked. */
const TRIES = 5;

/** Whether the kernel's reply and what it broadcasts with it arrive in time. */
async function isHeard(kernel: Kernel.IKernelConnection): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), WAIT_MS);
  });
  try {
    // It rejects when the kernel ends or is restarted meanwhile.
    const heard = kernel.requestKernelInfo().then(
      () => true,
      () => false
    );
    return await Promise.race([heard, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Wait until the page hears what a kernel at rest broadcasts, for 10 s at most.
 *
 * The server may subscribe to a process that it has just started only after
 * that has answered: what the first cells print is lost then, and JupyterLab
 * waits for their end for ever (jupyter_server 2.21: after 11 of 720 deaths,
 * four to six at a time, and 1 of 400 restarts by another client).
 */
export async function untilHeard(
  kernel: Kernel.IKernelConnection
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    // A busy one was heard, and answers later.
    if (
      kernel.isDisposed ||
      kernel.status === 'busy' ||
      (await isHeard(kernel))
    ) {
      return;
    }
  }
}
