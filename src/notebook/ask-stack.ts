import type { Kernel } from '@jupyterlab/services';

import { readStack } from '../companion/stack';
import { readWeights } from '../companion/weights';
import { failureTraits } from '../diagnosis/failure-traits';
import { modulesIn } from '../diagnosis/python-words';
import type { IStack } from '../incident/stack';
import type { IWeights } from '../incident/weights';
import { packageOf } from '../shared/package-names';
import { failedCell } from './ask-live';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/**
 * What the program stands on, asked at the kernel's first moment of rest; null
 * where torch is not in play, where the kernel is gone or has run something since.
 *
 * @throws AskError when the kernel does not answer
 */
export async function askStack(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident
): Promise<IStack | null> {
  const { incident } = failure;
  if ((await failedCell(watcher, kernel, failure)) === null) {
    return null;
  }
  const modules = modulesIn(incident).map(name => [name, packageOf(name)]);
  return readStack(kernel, {
    modules: Object.fromEntries(modules),
    device: !failureTraits(incident, []).isSticky
  });
}

/**
 * The keys of a model and of what was loaded into it; null as above.
 *
 * @throws AskError when the kernel does not answer
 */
export async function askWeights(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident
): Promise<IWeights | null> {
  const failed = await failedCell(watcher, kernel, failure);
  const { ename, evalue } = failure.incident;
  return (
    failed && readWeights(kernel, { ename, evalue, number: failed.number })
  );
}
