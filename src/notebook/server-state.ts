import { KernelAPI, type Kernel } from '@jupyterlab/services';

/**
 * What the server says that a kernel does: the page may have missed its word.
 *
 * @returns `starting`, `idle`, `busy`, …; `''` where it has no such kernel, null
 *   where it cannot tell
 */
export async function serverState({
  id,
  serverSettings
}: Kernel.IKernelConnection): Promise<string | null> {
  try {
    const model = await KernelAPI.getKernelModel(id, serverSettings);
    return model?.execution_state ?? '';
  } catch {
    return null;
  }
}

/** Whether the server says that the kernel's process is there and answers it. */
export async function isUp(kernel: Kernel.IKernelConnection): Promise<boolean> {
  return ['idle', 'busy'].includes((await serverState(kernel)) ?? '');
}
