import heldSource from '../../src/companion/python/held.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import releaseSource from '../../src/companion/python/release.py?raw';
import variablesSource from '../../src/companion/python/variables.py?raw';
import { parseHeld, type IHeld } from '../incident/held';
import { ask } from './ask';
import type { IExecutes } from './execute';

const HELD = [lookSource, variablesSource, heldSource].join('\n');
const RELEASE = [HELD, releaseSource].join('\n');

/**
 * Which variables hold the memory of tensors; null where torch is not loaded.
 *
 * @param kind - of the devices whose memory ran out, `cuda` or `cpu`
 * @throws AskError when the kernel does not answer
 */
export async function readHeld(
  kernel: IExecutes,
  kind: string
): Promise<IHeld | null> {
  return parseHeld(await ask(kernel, HELD, { kind }));
}

/**
 * Let go of what only the notebook holds: results of cells, and the variables
 * of the failed calls. What is held after that; null where torch is not loaded.
 *
 * @throws AskError when the kernel does not answer
 */
export async function releaseHeld(
  kernel: IExecutes,
  kind: string
): Promise<IHeld | null> {
  return parseHeld(await ask(kernel, RELEASE, { kind }));
}
