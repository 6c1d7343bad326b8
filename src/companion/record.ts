import factsSource from '../../src/companion/python/facts.py?raw';
import historySource from '../../src/companion/python/history.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import { Stretches } from '../shared/stretches';
import { ask } from './ask';
import { digestOf, type Digest } from './digest';
import type { IExecutes } from './execute';

const FACTS = [lookSource, factsSource].join('\n');

/** An input: its prompt number, where known, and its text. */
export type Input = readonly [number | null, string];

/** The kernel's record of the process in which a cell failed. */
export interface IKernelRecord {
  /** This process, a past one from IPython's history file, or nothing. */
  readonly basis: 'process' | 'history' | 'none';
  readonly inputs: readonly (readonly [number, string])[];
}

/** The kernel's present process, one before it, or nobody knows. */
export type WhichProcess = 'present' | 'past' | 'unknown';

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

/** How the kernel tells its record: a text, or the place of the cell that has it. */
interface IToldRecord {
  readonly basis: IKernelRecord['basis'];
  readonly inputs: readonly (readonly [number, string | number])[];
}

/** Digests of inputs, made without holding the page. */
async function digestsOf(
  inputs: readonly Input[]
): Promise<(readonly [number | null, Digest])[]> {
  const stretches = new Stretches();
  const digests: (readonly [number | null, Digest])[] = [];
  for (const [executionCount, source] of inputs) {
    digests.push([executionCount, digestOf(source)]);
    await stretches.pause();
  }
  return digests;
}

/**
 * What the process that failed was asked to run, in order.
 *
 * The texts themselves are not sent: with a few cells of megabytes the request
 * would be longer than a message may be, and the server would close the kernel's
 * connection.
 *
 * @param failed - the failed cell
 * @param others - the notebook's other code cells: they tell whose a record is
 * @param process - the one it failed in, as far as the page knows
 * @throws AskError when the kernel does not answer
 */
export async function readRecord(
  kernel: IExecutes,
  failed: Input,
  others: readonly Input[],
  process: WhichProcess
): Promise<IKernelRecord> {
  const cells = [...others, failed];
  const digests = await digestsOf(cells);
  const { basis, inputs } = await ask<IToldRecord>(kernel, historySource, {
    failed: digests[others.length],
    others: digests.slice(0, -1),
    is_present: process === 'present',
    is_past: process === 'past'
  });
  return {
    basis,
    inputs: inputs.map(([executionCount, text]) => [
      executionCount,
      typeof text === 'string' ? text : cells[text][1]
    ])
  };
}

/**
 * Facts about the kernel's process and its GPUs.
 *
 * @throws AskError when the kernel does not answer
 */
export function readFacts(kernel: IExecutes): Promise<IKernelFacts> {
  return ask(kernel, FACTS);
}
