import filesSource from '../../src/companion/python/files.py?raw';
import { parseOwnFiles, type IOwnFile } from '../incident/own-files';
import { PACKAGE_NAMES } from '../shared/package-names';
import { ask } from './ask';
import type { IExecutes } from './execute';
import { LINE_SOURCE, type IAskedLine } from './line';

const SOURCE = [LINE_SOURCE, filesSource].join('\n');

/**
 * The user's own files that the kernel's last failure went through; null where
 * that is another one, or went through none.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readOwnFiles(
  kernel: IExecutes,
  asked: IAskedLine
): Promise<readonly IOwnFile[] | null> {
  return parseOwnFiles(
    await ask(kernel, SOURCE, { ...asked, packages: PACKAGE_NAMES })
  );
}
