import type { Kernel } from '@jupyterlab/services';

import { serverState } from '../../notebook/server-state';

/** Questions of our own keep a kernel busy for less than this, in ms. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 200;

/**
 * Whether the kernel is at work, and not just with a question of ours.
 *
 * Looked at more than once, and by the server's word too: the page may have
 * missed that the kernel came to rest (see `blocking.ts`).
 */
export async function isAtWork(
  kernel: Kernel.IKernelConnection
): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS;
  while (kernel.status === 'busy' && (await isBusyByServer(kernel))) {
    if (Date.now() > end) {
      return true;
    }
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

/** The server's word; true too where it cannot tell. */
export async function isBusyByServer(
  kernel: Kernel.IKernelConnection
): Promise<boolean> {
  const state = await serverState(kernel);
  return state === null || state === 'busy';
}
