import type { Kernel } from '@jupyterlab/services';

import { readMachine } from '../companion/machine';
import { isAboutWorkers, isOutOfMemory } from '../diagnosis/failure-traits';
import {
  isAskedForFiles,
  isAskedForStack,
  isAskedForTensors,
  isAskedForTraceback,
  isAskedForWeights,
  isAskedOfKernel
} from '../diagnosis/python-words';
import type { IIncident } from '../incident/types';
import { askFiles, askLine, askLive, askTraceback } from './ask-live';
import { askStack, askWeights } from './ask-stack';
import { askTensors } from './ask-tensors';
import { askHeld } from './held-memory';
import type { Facts } from './failure-facts';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

export { askLine };

type Ask<T> = (
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident
) => Promise<T | null>;

/** A question, and which failures it is about. */
interface IQuestion {
  readonly isAsked: (incident: IIncident) => boolean;
  readonly ask: Ask<Facts>;
}

/** A question whose answer is one of the facts. */
function about<Name extends keyof Facts>(
  name: Name,
  isAsked: IQuestion['isAsked'],
  ask: Ask<NonNullable<Facts[Name]>>
): IQuestion {
  return {
    isAsked,
    ask: async (...at) => {
      const answer = await ask(...at);
      return answer === null ? null : { [name]: answer };
    }
  };
}

/** What the limits of the machine may explain. */
const OF_WORKERS = about('machine', isAboutWorkers, (_, kernel) =>
  readMachine(kernel)
);

/** What a setting may keep us from asking. */
const OF_FAILURE: readonly IQuestion[] = [
  about('held', isOutOfMemory, async (...at) => {
    const held = await askHeld(...at);
    return held && { now: held, before: held };
  }),
  about('traceback', isAskedForTraceback, askTraceback),
  about('live', isAskedOfKernel, askLive),
  about(
    'tensors',
    one => isAskedForTensors(one) && !isOutOfMemory(one),
    askTensors
  ),
  about('files', isAskedForFiles, askFiles),
  about('weights', isAskedForWeights, askWeights),
  about('stack', isAskedForStack, askStack)
];

/**
 * Ask a kernel what may explain a failure in it; null where nothing is asked,
 * or nothing is known. A question that fails costs the others nothing.
 *
 * @param asksLive - whether it is asked about more than its workers
 * @throws AskError when the kernel answers none
 */
export async function askFacts(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident,
  asksLive: boolean
): Promise<Facts | null> {
  const asked = [OF_WORKERS, ...(asksLive ? OF_FAILURE : [])].filter(one =>
    one.isAsked(failure.incident)
  );
  let facts: Facts = {};
  let problem: unknown = null;
  for (const { ask } of asked) {
    try {
      const told = await ask(watcher, kernel, failure);
      facts = { ...facts, ...told };
    } catch (error) {
      problem = error;
    }
  }
  const isNothing = Object.keys(facts).length === 0;
  if (isNothing && problem !== null) {
    throw problem;
  }
  return isNothing ? null : facts;
}
