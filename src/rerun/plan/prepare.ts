import type { ISeen } from '../../notebook/execution-log';
import type { IExecutes } from '../../companion/execute';
import { readProcess } from '../../companion/process';
import { readFacts, readRecord } from '../../companion/record';
import type { IAttached, IPrepared } from '../run/types';
import { planOf, type Purpose } from './plan';
import {
  failedCell,
  recordOf,
  type IFailed,
  type IPlannableCell
} from './execution-history';
import { Stopped } from '../run/runner';
import type { IVariables } from './variables';

/** What a plan is made from. */
export interface IPlanSource {
  readonly purpose: Purpose;
  /** The notebook's kernel, idle; null when it has none. */
  readonly kernel: IExecutes | null;
  readonly attached: IAttached;
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
export async function prepare(place: IPlanSource): Promise<IPrepared> {
  const { attached, kernel, cells, failed, seen, kernelRun, variables } = place;
  const process = kernel && (await readProcess(kernel));
  // A kernel that cannot tell these (not ipykernel) can still be re-run.
  const recorded =
    kernel &&
    (await readRecord(
      kernel,
      [failed.executionCount, failed.source],
      cells
        .filter(cell => cell !== failedCell(cells, failed))
        .map(cell => [cell.executionCount, cell.source]),
      failed.kernelRun === kernelRun ? 'present' : 'unknown'
    ).catch(() => null));
  const facts = kernel && (await readFacts(kernel).catch(() => null));
  const record = recordOf(recorded, seen, cells, failed);
  const plan = planOf(record, cells, failed, place.purpose);
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
    attached,
    pid: process?.pid ?? null,
    executed: process?.executed ?? 0,
    later: seen.filter(
      ({ run, executionCount }) =>
        run === kernelRun &&
        executionCount > (failed.executionCount ?? Infinity)
    ),
    variables
  };
}
