import type { Kernel } from '@jupyterlab/services';

import { readTensors } from '../companion/tensors';
import { isAskedForFiles } from '../diagnosis/python-words';
import type { ITensorTable } from '../incident/tensors';
import { failedCell, isOfTorch } from './ask-live';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/**
 * The tensors of the call that failed, asked at the kernel's first moment of
 * rest; null where torch is not in play, where the kernel is gone or has run
 * something since.
 *
 * @throws AskError when the kernel does not answer
 */
export async function askTensors(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident
): Promise<ITensorTable | null> {
  const { incident } = failure;
  // A file of the user's may import torch where no cell speaks of it.
  const isOurs = isOfTorch(watcher, incident) || isAskedForFiles(incident);
  const failed = await failedCell(watcher, kernel, failure, isOurs);
  const { ename, evalue } = incident;
  return (
    failed && readTensors(kernel, { ename, evalue, number: failed.number })
  );
}
