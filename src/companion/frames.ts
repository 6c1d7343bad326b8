import framesSource from '../../src/companion/python/frames.py?raw';
import { parseFrames } from '../incident/live-frames';
import { PACKAGE_NAMES } from '../shared/package-names';
import { ask } from './ask';
import type { IExecutes } from './execute';
import { LINE_SOURCE, type IAskedLine } from './line';

/** With what finds the failure, and the code of its frames. */
const SOURCE = [LINE_SOURCE, framesSource].join('\n');

/**
 * The traceback of the kernel's last failure; null where that is another one,
 * or where its cell is not known.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readFrames(
  kernel: IExecutes,
  asked: IAskedLine
): Promise<string | null> {
  const told = await ask(kernel, SOURCE, { ...asked, packages: PACKAGE_NAMES });
  return parseFrames(told, `${asked.ename}: ${asked.evalue}`);
}
