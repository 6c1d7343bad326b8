import type { Kernel } from '@jupyterlab/services';

import { isUp } from './server-state';

/** Connect anew to a kernel whose process is there, as far as anybody knows. */
export async function connectAnew(
  kernel: Kernel.IKernelConnection
): Promise<void> {
  const { status } = kernel;
  // At rest, as the page has it, and no answer: it lies, or went elsewhere.
  const isSilent = status === 'unknown' || status === 'idle';
  if (status === 'starting' || (isSilent && (await isUp(kernel)))) {
    await kernel.reconnect();
  }
}
