import type { Kernel } from '@jupyterlab/services';

import { readTensors } from '../companion/tensors';
import type { ITensorTable } from '../incident/tensors';
import { rested } from './ask-live';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/**
 * The tensors of the call that failed, asked at the kernel's first moment of
 * rest; null where the kernel is gone or has run something since.
 *
 * @throws AskError when the kernel does not answer
 */
export async function askTensors(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  { incident, cellId, kernelRun }: ICellIncident
): Promise<ITensorTable | null> {
  if (!(await rested(watcher, kernel)) || watcher.kernelRun !== kernelRun) {
    return null;
  }
  const failed = watcher.codeCells().find(({ id }) => id === cellId);
  const number = failed?.executionCount ?? null;
  const { ename, evalue } = incident;
  return number === null
    ? null
    : readTensors(kernel, { ename, evalue, number });
}
