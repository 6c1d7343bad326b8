import type { Kernel } from '@jupyterlab/services';

import { readHeld, releaseHeld } from '../companion/held';
import { fullDevice } from '../diagnosis/failure-traits';
import type { IHeld } from '../incident/held';
import { rested } from './ask-live';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/**
 * Which variables hold the memory of tensors, asked at the kernel's first
 * moment of rest; null where the kernel is gone, or is a new one by now.
 *
 * @throws AskError when the kernel does not answer
 */
export async function askHeld(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  { kernelRun, incident }: ICellIncident
): Promise<IHeld | null> {
  const isThere = await rested(watcher, kernel);
  return isThere && watcher.kernelRun === kernelRun
    ? readHeld(kernel, fullDevice(incident))
    : null;
}

/**
 * Let go of what only the notebook holds, and see what is left; null as above.
 *
 * @throws AskError when the kernel does not answer
 */
export async function releaseMemory(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  { kernelRun, incident }: ICellIncident
): Promise<IHeld | null> {
  const isThere = await rested(watcher, kernel);
  return isThere && watcher.kernelRun === kernelRun
    ? releaseHeld(kernel, fullDevice(incident))
    : null;
}
