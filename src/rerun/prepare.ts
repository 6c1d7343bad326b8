import type { IExecutes } from '../companion/execute';
import { readFacts, readProcess, readRecord } from '../companion/kernel';
import type { IPrepared } from './host';
import { planOf } from './plan';
import {
  recordOf,
  type IFailed,
  type IPlannableCell,
  type ISeen
} from './record';
import { Stopped } from './runner';
import type { IVariables } from './variables';

/** What a plan is made from. */
export interface IPlace {
  /** The notebook's kernel, idle; null when it has none. */
  readonly kernel: IExecutes | null;
  /** The notebook's code cells, in order. */
  readonly cells: readonly IPlannableCell[];
  readonly failed: IFailed;
  /** What was seen run in the notebook's kernels, in order. */
  readonly seen: readonly ISeen[];
  /** The present run of the kernel, as in `failed` and `seen`. */
  readonly kernelRun: number;
  readonly variables: IVariables;
}

/**
 * Ask the kernel for its record and for the facts, and make the plan.
 *
 * @throws Stopped when the failed cell is gone
 * @throws AskError when the kernel does not answer
 */
export async function prepare(place: IPlace): Promise<IPrepared> {
  const { kernel, cells, failed, seen, kernelRun, variables } = place;
  const process = kernel && (await readProcess(kernel));
  // A kernel that cannot tell these (not ipykernel) can still be re-run.
  const told =
    kernel &&
    (await readRecord(
      kernel,
      [failed.executionCount, failed.source],
      cells.map(cell => [cell.executionCount, cell.source])
    ).catch(() => null));
  const facts = kernel && (await readFacts(kernel).catch(() => null));
  const record = recordOf(told, seen, cells, failed);
  const plan = planOf(record, cells, failed);
  if (plan.steps.length === 0) {
    throw new Stopped('cell-gone');
  }
  // An error that nobody saw (0) may be of any process: the record tells.
  const isOther =
    failed.kernelRun > 0
      ? failed.kernelRun !== kernelRun
      : record.basis !== 'process';
  return {
    plan,
    facts: facts && {
      ...facts,
      blocking: facts.blocking && failed.kernelRun === kernelRun
    },
    isGone: !kernel || isOther,
    pid: process?.pid ?? null,
    executed: process?.executed ?? 0,
    variables
  };
}
