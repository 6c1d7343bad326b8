import type { Kernel } from '@jupyterlab/services';

import { isUp } from '../../notebook/server-state';

/** Connect anew to a kernel whose process is there, as far as anybody knows. */
export async function connectAnew(
  kernel: Kernel.IKernelConnection
): Promise<void> {
  const { status } = kernel;
  if (status === 'starting' || (status === 'unknown' && (await isUp(kernel)))) {
    await kernel.reconnect();
  }
}
