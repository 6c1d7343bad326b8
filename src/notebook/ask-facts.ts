import type { Kernel } from '@jupyterlab/services';

import { readMachine } from '../companion/machine';
import { isAboutWorkers, isOutOfMemory } from '../diagnosis/failure-traits';
import { isAskedForTensors, isAskedOfKernel } from '../diagnosis/python-words';
import { askLive } from './ask-live';
import { askTensors } from './ask-tensors';
import { askHeld } from './held-memory';
import type { Facts } from './failure-facts';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/**
 * Ask a kernel what may explain a failure in it; null where nothing is asked,
 * or nothing is known.
 *
 * @param asksLive - whether errors of Python itself are asked about
 * @throws AskError when the kernel does not answer
 */
export async function askFacts(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident,
  asksLive: boolean
): Promise<Facts | null> {
  if (isAboutWorkers(failure.incident)) {
    return { machine: await readMachine(kernel) };
  }
  if (asksLive && isOutOfMemory(failure.incident)) {
    const held = await askHeld(watcher, kernel, failure);
    return held && { held: { now: held, before: held } };
  }
  const live =
    asksLive && isAskedOfKernel(failure.incident)
      ? await askLive(watcher, kernel, failure)
      : null;
  const tensors =
    asksLive && isAskedForTensors(failure.incident)
      ? await askTensors(watcher, kernel, failure)
      : null;
  return live || tensors
    ? { ...(live && { live }), ...(tensors && { tensors }) }
    : null;
}
