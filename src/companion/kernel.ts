import environmentSource from '../../src/companion/python/environment.py?raw';
import factsSource from '../../src/companion/python/facts.py?raw';
import historySource from '../../src/companion/python/history.py?raw';
import { ask } from './ask';
import type { IExecutes } from './execute';

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

/** An input: its prompt number, where known, and its text. */
export type Input = readonly [number | null, string];

/** The kernel's record of the process in which a cell failed. */
export interface IKernelRecord {
  /** This process, a past one from IPython's history file, or nothing. */
  readonly basis: 'process' | 'history' | 'none';
  readonly inputs: readonly (readonly [number, string])[];
}

/** What speaks for or against a blocking re-run. */
export interface IKernelFacts {
  readonly nccl: boolean;
  readonly dataParallel: boolean;
  readonly compiled: boolean;
  readonly graphs: boolean;
  /** The process already runs with blocking launches. */
  readonly blocking: boolean;
  /** Of each GPU: its number, MiB in use, MiB in all. */
  readonly memory: readonly (readonly [number, number, number])[];
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
  variables: Readonly<Record<string, string>>
): Promise<IProcess> {
  const names = Object.keys(variables);
  return ask(kernel, environmentSource, { variables, names }, START_MS);
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
  return ask(kernel, environmentSource, { variables: {}, names });
}

/**
 * What the process that failed was asked to run, in order.
 *
 * @param failed - the failed cell
 * @param cells - the notebook's code cells: they tell past sessions apart
 * @throws AskError when the kernel does not answer
 */
export function readRecord(
  kernel: IExecutes,
  failed: Input,
  cells: readonly Input[]
): Promise<IKernelRecord> {
  return ask(kernel, historySource, { failed, cells });
}

/**
 * Facts about the kernel's process and its GPUs.
 *
 * @throws AskError when the kernel does not answer
 */
export function readFacts(kernel: IExecutes): Promise<IKernelFacts> {
  return ask(kernel, factsSource);
}
