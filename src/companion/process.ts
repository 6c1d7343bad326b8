import environmentSource from '../../src/companion/python/environment.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import { ask } from './ask';
import type { IExecutes } from './execute';

const ENVIRONMENT = [lookSource, environmentSource].join('\n');

/** The process behind a kernel and variables that are in force in it. */
export interface IProcess {
  readonly pid: number;
  /** Inputs it has run. */
  readonly executed: number;
  /** Whether CUDA has started in it, so that its variables have been read. */
  readonly started: boolean;
  /** `null` where a variable is not set. */
  readonly environment: Readonly<Record<string, string | null>>;
}

/** A new process may have much to load before it answers, in ms. */
const START_MS = 60_000;

/**
 * Set variables in a new process, where they can still take effect, and read
 * back what is in force.
 *
 * @throws AskError when the kernel does not answer
 */
export function setEnvironment(
  kernel: IExecutes,
  variables: Readonly<Record<string, string>>,
  timeout = START_MS
): Promise<IProcess> {
  const names = Object.keys(variables);
  return ask(kernel, ENVIRONMENT, { variables, names }, timeout);
}

/**
 * Which process the kernel is, and the values of `names` in it.
 *
 * @throws AskError when the kernel does not answer
 */
export function readProcess(
  kernel: IExecutes,
  names: readonly string[] = []
): Promise<IProcess> {
  return ask(kernel, ENVIRONMENT, { variables: {}, names });
}
