import importsSource from '../../src/companion/python/imports.py?raw';
import installedSource from '../../src/companion/python/installed.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import stackSource from '../../src/companion/python/stack.py?raw';
import { parseStack, type IStack } from '../incident/stack';
import { ask } from './ask';
import type { IExecutes } from './execute';

const SOURCE = [lookSource, installedSource, importsSource, stackSource].join(
  '\n'
);

/** What is asked about. */
export interface IAskedStack {
  /** The packages to look for, by module. */
  readonly modules: Readonly<Record<string, string>>;
  /** Whether torch's notes on the GPUs may be read. */
  readonly device: boolean;
}

/**
 * The build of torch, the driver, the GPUs and the packages in a kernel.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readStack(
  kernel: IExecutes,
  asked: IAskedStack
): Promise<IStack> {
  return parseStack(await ask(kernel, SOURCE, asked));
}
