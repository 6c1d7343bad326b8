import { readProcess } from '../../companion/process';
import { readRecord } from '../../companion/record';
import type { IExecutes } from '../../companion/execute';
import type { ISeen } from '../../notebook/execution-log';
import type { IAttached, IPrepared } from '../run/types';
import { Stopped } from '../run/runner';
import {
  failedCell,
  recordOf,
  type IInput,
  type IPlannableCell,
  type IRecord
} from './execution-history';
import type { ILostCells } from './lost';
import type { IRan } from './needs/needs';
import { stepsOf, type ITarget } from './plan';
import { readCells } from './python';
import { untilMissing } from './until-missing';

/** What a plan is made from that brings back what was lost. */
export interface IReplaySource {
  /** The notebook's kernel, idle; null when it has none. */
  readonly kernel: IExecutes | null;
  readonly attached: IAttached;
  /** The notebook's code cells, in order. */
  readonly cells: readonly IPlannableCell[];
  readonly lost: ILostCells;
  /** What was seen run in the notebook's kernels, in order. */
  readonly seen: readonly ISeen[];
  /** The present run of the kernel, as in `seen`. */
  readonly kernelRun: number;
}

type Sourced = Pick<IInput, 'source'>;

/** Whether some of the inputs may have given a name its value. */
function mayGive(inputs: readonly Sourced[], name: string): boolean {
  return readCells(inputs.map(({ source }) => source)).some(
    ({ gives, givesMore }) => givesMore || gives.has(name)
  );
}

/** The run that lost it: the last one before this that can be the one. */
function earlierRun(
  { lost, seen, kernelRun }: IReplaySource,
  cellId: string
): number {
  const before = seen.filter(({ run }) => run < kernelRun);
  const runs = [...new Set(before.map(({ run }) => run))].reverse();
  const fits = (run: number): boolean => {
    const inputs = before.filter(one => one.run === run);
    return lost.missing === null
      ? inputs.some(one => one.cellId === cellId)
      : mayGive(inputs, lost.missing);
  };
  return runs.find(fits) ?? runs[0] ?? 0;
}

function asInput({ id, executionCount, source, ms }: IPlannableCell): IInput {
  return { executionCount, source, cellId: id, ms, hasFailed: false };
}

/** Without a record: what the page remembers, or else the cells above. */
function guessed(
  { cells, lost }: IReplaySource,
  target: IPlannableCell | undefined
): Pick<IRecord, 'basis' | 'inputs'> {
  const earlier = lost.earlier.flatMap(
    id => failedCell(cells, { cellId: id, executionCount: null }) ?? []
  );
  if (earlier.length > 0) {
    return { basis: 'page', inputs: earlier.map(asInput) };
  }
  const above = target ? cells.slice(0, cells.indexOf(target)) : cells;
  return { basis: 'above', inputs: above.map(asInput) };
}

/** The inputs of the process that ran before this one, up to the first target. */
async function earlierRecord(
  place: IReplaySource,
  target: IPlannableCell | undefined
): Promise<IRecord> {
  const { kernel, cells, lost, seen } = place;
  const cellId = target?.id ?? '';
  const run = earlierRun(place, cellId);
  const own = seen
    .filter(one => one.run === run && one.cellId === cellId)
    .pop();
  const failed = {
    cellId,
    executionCount: own?.executionCount ?? null,
    source: own?.source ?? target?.source ?? '',
    kernelRun: run
  };
  // A kernel that cannot tell these (not ipykernel) can still run cells.
  const recorded =
    kernel &&
    (await readRecord(
      kernel,
      [failed.executionCount, failed.source],
      cells
        .filter(cell => cell !== target)
        .map(cell => [cell.executionCount, cell.source]),
      'past'
    ).catch(() => null));
  const record = recordOf(recorded, seen, cells, failed);
  const isKnown =
    record.basis !== 'notebook' &&
    (lost.missing === null || mayGive(record.inputs, lost.missing));
  return isKnown ? record : { ...record, ...guessed(place, target) };
}

/** What the present process has run; nothing where the page has not seen all. */
function presentInputs(
  { lost, seen, kernelRun }: IReplaySource,
  executed: number
): IRan[] {
  const { missing, targets } = lost;
  const hasRun = ({ cellId, hasFailed, source }: ISeen): string =>
    missing !== null && hasFailed && targets.includes(cellId ?? '')
      ? untilMissing(source, missing)
      : source;
  const own = seen.filter(({ run }) => run === kernelRun);
  const numbers = new Set(own.map(({ executionCount }) => executionCount));
  return numbers.size === executed
    ? own.map(one => ({ source: hasRun(one), mayNotRun: one.hasFailed }))
    : [];
}

/**
 * Find out what an earlier process had run, and plan to run in the present one
 * what the cells need that lost it, then those cells.
 *
 * @throws Stopped when none of the cells is left
 * @throws AskError when the kernel does not answer
 */
export async function prepareReplay(place: IReplaySource): Promise<IPrepared> {
  const { attached, cells, kernel, lost } = place;
  const process = kernel && (await readProcess(kernel));
  const targets = lost.targets.flatMap(
    id => failedCell(cells, { cellId: id, executionCount: null }) ?? []
  );
  if (targets.length < Math.min(lost.targets.length, 1)) {
    throw new Stopped('cell-gone');
  }
  const record = await earlierRecord(place, targets[0]);
  const executed = process?.executed ?? 0;
  const steps = stepsOf(
    record,
    cells,
    targets.map((cell): ITarget => ({
      cell,
      executionCount: cell.executionCount,
      source: cell.source
    }))
  );
  if (steps.length === 0) {
    throw new Stopped('cell-gone');
  }
  return {
    plan: {
      purpose: lost.purpose,
      basis: record.basis,
      steps,
      targets: targets.length,
      present: presentInputs(place, executed)
    },
    facts: null,
    isGone: true,
    attached,
    pid: process?.pid ?? null,
    executed,
    later: [],
    variables: { accepted: {}, refused: [] }
  };
}
