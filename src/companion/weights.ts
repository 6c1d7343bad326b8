import failedSource from '../../src/companion/python/failed.py?raw';
import installedSource from '../../src/companion/python/installed.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import weightsSource from '../../src/companion/python/weights.py?raw';
import { parseWeights, type IWeights } from '../incident/weights';
import { ask } from './ask';
import type { IExecutes } from './execute';
import type { IAskedCall } from './tensors';

const SOURCE = [lookSource, installedSource, failedSource, weightsSource].join(
  '\n'
);

/**
 * The keys of the model and of the checkpoint in the kernel's last failure; null
 * where that is another one, where a cell ran since, or where none are at hand.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readWeights(
  kernel: IExecutes,
  asked: IAskedCall
): Promise<IWeights | null> {
  return parseWeights(await ask(kernel, SOURCE, asked));
}
