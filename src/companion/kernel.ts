import type { Kernel } from '@jupyterlab/services';

import environmentSource from '../../src/companion/python/environment.py?raw';
import historySource from '../../src/companion/python/history.py?raw';
import { ask } from './ask';

/** The process behind a kernel and variables that are in force in it. */
export interface IProcess {
  readonly pid: number;
  /** `null` where a variable is not set. */
  readonly environment: Readonly<Record<string, string | null>>;
}

/** One input the kernel was asked to run. */
export interface IExecuted {
  readonly executionCount: number;
  readonly source: string;
}

/**
 * Set variables in the kernel's process and read them back.
 *
 * @throws AskError when the kernel does not answer
 */
export function setEnvironment(
  kernel: Kernel.IKernelConnection,
  variables: Readonly<Record<string, string>>
): Promise<IProcess> {
  return ask<IProcess>(kernel, environmentSource, {
    variables,
    names: Object.keys(variables)
  });
}

/**
 * Which process the kernel is, and the values of `names` in it.
 *
 * @throws AskError when the kernel does not answer
 */
export function readProcess(
  kernel: Kernel.IKernelConnection,
  names: readonly string[] = []
): Promise<IProcess> {
  return ask<IProcess>(kernel, environmentSource, { variables: {}, names });
}

/**
 * What the kernel's process has run, in order.
 *
 * @throws AskError when the kernel does not answer
 */
export async function readExecuted(
  kernel: Kernel.IKernelConnection
): Promise<IExecuted[]> {
  const pairs = await ask<[number, string][]>(kernel, historySource);
  return pairs.map(([executionCount, source]) => ({ executionCount, source }));
}
