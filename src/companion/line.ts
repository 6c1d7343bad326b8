import failedSource from '../../src/companion/python/failed.py?raw';
import importsSource from '../../src/companion/python/imports.py?raw';
import installedSource from '../../src/companion/python/installed.py?raw';
import lineSource from '../../src/companion/python/line.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import shownSource from '../../src/companion/python/shown.py?raw';
import toldSource from '../../src/companion/python/told.py?raw';
import { parseLine, type ILineFacts } from '../incident/live-line';
import { PACKAGE_NAMES } from '../shared/package-names';
import { ask } from './ask';
import type { IExecutes } from './execute';

/** What the kernel runs to tell it. */
export const LINE_SOURCE = [
  lookSource,
  shownSource,
  installedSource,
  importsSource,
  failedSource,
  toldSource,
  lineSource
].join('\n');

/** The failure that is asked about. */
export interface IAskedLine {
  readonly ename: string;
  readonly evalue: string;
  /** Its prompt number. */
  readonly number: number;
}

/**
 * What was at hand at the innermost line of the user's own in the kernel's last
 * failure; null where that is another one, or where there is nothing to tell.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readLine(
  kernel: IExecutes,
  asked: IAskedLine
): Promise<ILineFacts | null> {
  return parseLine(
    await ask(kernel, LINE_SOURCE, { ...asked, packages: PACKAGE_NAMES })
  );
}
