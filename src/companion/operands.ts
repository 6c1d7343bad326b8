import layersSource from '../../src/companion/python/layers.py?raw';
import finiteSource from '../../src/companion/python/operand_finite.py?raw';
import operandsSource from '../../src/companion/python/operands.py?raw';
import rulesSource from '../../src/companion/python/operand_rules.py?raw';
import { ask } from './ask';
import type { IExecutes } from './execute';

/** The code that checks operands in the kernel, for `ask`. */
export const OPERANDS_SOURCE = [
  rulesSource,
  finiteSource,
  layersSource,
  operandsSource
].join('\n');

/** Which run is looked at. */
export interface IChecked {
  /** Only a run of this cell; of any when left out. */
  readonly cell?: string;
  /** False takes back what was armed. */
  readonly armed?: boolean;
  /** Name the first NaN or Inf that a call gives, too. */
  readonly finite?: boolean;
  /** Keep of a failure what the layers of a Sequential got and gave. */
  readonly layers?: boolean;
}

/**
 * Have the kernel look at the operands of torch's calls in its next run, before
 * they are computed with. It names the value that a call may not have, and
 * looks no longer when that run has ended.
 *
 * @throws AskError when the kernel does not answer
 */
export async function checkOperands(
  kernel: IExecutes,
  checked: IChecked = {}
): Promise<void> {
  await ask(kernel, OPERANDS_SOURCE, checked);
}
