import callsSource from '../../src/companion/python/calls.py?raw';
import failedSource from '../../src/companion/python/failed.py?raw';
import flowSource from '../../src/companion/python/flow.py?raw';
import installedSource from '../../src/companion/python/installed.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import namesSource from '../../src/companion/python/names.py?raw';
import nearSource from '../../src/companion/python/near.py?raw';
import nothingSource from '../../src/companion/python/nothing.py?raw';
import operationSource from '../../src/companion/python/operation.py?raw';
import shownSource from '../../src/companion/python/shown.py?raw';
import tensorsSource from '../../src/companion/python/tensors.py?raw';
import { parseTensors, type ITensorTable } from '../incident/tensors';
import { ask } from './ask';
import type { IExecutes } from './execute';

/** What the kernel runs to tell them. */
export const TENSORS_SOURCE = [
  lookSource,
  nearSource,
  shownSource,
  namesSource,
  installedSource,
  callsSource,
  failedSource,
  flowSource,
  nothingSource,
  operationSource,
  tensorsSource
].join('\n');

/** The failure that is asked about. */
export interface IAskedCall {
  readonly ename: string;
  readonly evalue: string;
  /** Its prompt number. */
  readonly number: number;
}

/**
 * The tensors of the last call that failed in a kernel; null where that is
 * another one, where a cell ran since, or where there is no tensor.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readTensors(
  kernel: IExecutes,
  asked: IAskedCall
): Promise<ITensorTable | null> {
  return parseTensors(await ask(kernel, TENSORS_SOURCE, asked));
}
