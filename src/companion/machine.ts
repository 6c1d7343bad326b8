import type { Kernel } from '@jupyterlab/services';

import datasetsSource from '../../src/companion/python/datasets.py?raw';
import failedSource from '../../src/companion/python/failed.py?raw';
import installedSource from '../../src/companion/python/installed.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import systemSource from '../../src/companion/python/system.py?raw';
import machineSource from '../../src/companion/python/machine.py?raw';
import { parseMachine, type IMachine } from '../incident/machine';
import { ask } from './ask';

const SOURCE = [
  systemSource,
  lookSource,
  installedSource,
  failedSource,
  datasetsSource,
  machineSource
].join('\n');

/**
 * What the kernel's machine allows DataLoader workers, and how much is used.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readMachine(
  kernel: Kernel.IKernelConnection
): Promise<IMachine> {
  return parseMachine(await ask(kernel, SOURCE));
}
