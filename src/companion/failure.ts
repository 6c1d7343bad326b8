import assertionSource from '../../src/companion/python/assertion.py?raw';
import attributesSource from '../../src/companion/python/attributes.py?raw';
import callsSource from '../../src/companion/python/calls.py?raw';
import failedSource from '../../src/companion/python/failed.py?raw';
import failureSource from '../../src/companion/python/failure.py?raw';
import flowSource from '../../src/companion/python/flow.py?raw';
import importsSource from '../../src/companion/python/imports.py?raw';
import installedSource from '../../src/companion/python/installed.py?raw';
import keysSource from '../../src/companion/python/keys.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import namesSource from '../../src/companion/python/names.py?raw';
import nearSource from '../../src/companion/python/near.py?raw';
import nothingSource from '../../src/companion/python/nothing.py?raw';
import originSource from '../../src/companion/python/origin.py?raw';
import pathsSource from '../../src/companion/python/paths.py?raw';
import sequencesSource from '../../src/companion/python/sequences.py?raw';
import shownSource from '../../src/companion/python/shown.py?raw';
import toldSource from '../../src/companion/python/told.py?raw';
import twiceSource from '../../src/companion/python/twice.py?raw';
import versionsSource from '../../src/companion/python/versions.py?raw';
import { parseToldFacts, type ToldFacts } from '../incident/live-facts';
import { ownValue } from '../shared/own-value';
import { PACKAGE_NAMES } from '../shared/package-names';
import { ask } from './ask';
import type { IExecutes } from './execute';
import LEFT_OUT from './failure-left-out.json';

/** By the name of the part, in the order in which they are sent. */
const SOURCES = {
  look: lookSource,
  near: nearSource,
  shown: shownSource,
  names: namesSource,
  installed: installedSource,
  imports: importsSource,
  calls: callsSource,
  failed: failedSource,
  keys: keysSource,
  sequences: sequencesSource,
  flow: flowSource,
  nothing: nothingSource,
  twice: twiceSource,
  attributes: attributesSource,
  origin: originSource,
  paths: pathsSource,
  versions: versionsSource,
  told: toldSource,
  assertion: assertionSource,
  failure: failureSource
};

/**
 * What a failure of that class needs: a kernel takes longer to read the text of
 * the question than to answer it.
 */
function sourceFor(ename: string): string {
  const leftOut = (ownValue(LEFT_OUT, ename) ?? '').split(' ');
  return Object.entries(SOURCES)
    .filter(([part]) => !leftOut.includes(part))
    .map(([, source]) => source)
    .join('\n');
}

/** The failure that is asked about. */
export interface IAsked {
  readonly ename: string;
  readonly evalue: string;
  /** Its prompt number. */
  readonly number: number;
  /** Sources of the cells that may have to do with it. */
  readonly cells: readonly string[];
}

/**
 * What the kernel still knows of the last failure in it; null where that is
 * another one, where a cell ran since, or where there is nothing to tell.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readFailure(
  kernel: IExecutes,
  asked: IAsked
): Promise<ToldFacts | null> {
  const source = sourceFor(asked.ename);
  return parseToldFacts(
    await ask(kernel, source, { ...asked, packages: PACKAGE_NAMES })
  );
}
