import type { IKernelRecord } from '../../companion/record';
import type { ISeen } from '../../notebook/execution-log';

/** A code cell of the notebook as it stands now. */
export interface IPlannableCell {
  readonly id: string;
  /** Of several cells with this id the nth, from 0 (also when left out). */
  readonly nth?: number;
  readonly executionCount: number | null;
  readonly source: string;
  /** From the cell's own metadata, where JupyterLab records it. */
  readonly ms: number | null;
}

/** The failed cell. */
export interface IFailed {
  readonly cellId: string;
  readonly executionCount: number | null;
  /** Its text when it failed. */
  readonly source: string;
  /** The run of the kernel it failed in, 0 when it was found in the file. */
  readonly kernelRun: number;
}

/** One input of the process that failed. */
export interface IInput {
  readonly executionCount: number | null;
  readonly source: string;
  /** Where this page knows the cell; the text decides otherwise. */
  readonly cellId: string | null;
  readonly ms: number | null;
  readonly hasFailed: boolean;
}

/**
 * Where the record comes from: the process itself; IPython's history file,
 * for a process that is gone; what this page saw; or, when nobody knows, the
 * prompt numbers in the notebook, or the cells above in their order.
 */
export type Basis = 'process' | 'history' | 'page' | 'notebook' | 'above';

/** The inputs of the process that failed, in order, up to the failure. */
export interface IRecord {
  readonly basis: Basis;
  readonly inputs: readonly IInput[];
  /** The failed cell's text as it ran. */
  readonly failedSource: string;
}

/** Whether two texts are the same but for white space around them. */
export function isSameText(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

function isFailed(
  failed: IFailed,
  { executionCount, source }: { executionCount: number; source: string }
): boolean {
  return failed.executionCount === null
    ? isSameText(source, failed.source)
    : executionCount === failed.executionCount;
}

/** The inputs before the failed one, and that one where it is among them. */
function split<T extends { executionCount: number; source: string }>(
  inputs: readonly T[],
  failed: IFailed
): { before: readonly T[]; last: T | null } {
  for (let at = inputs.length - 1; at >= 0; at--) {
    if (isFailed(failed, inputs[at])) {
      return { before: inputs.slice(0, at), last: inputs[at] };
    }
  }
  const end = failed.executionCount ?? Infinity;
  return { before: inputs.filter(one => one.executionCount < end), last: null };
}

/** The cell that failed, null when it is gone. */
export function failedCell(
  cells: readonly IPlannableCell[],
  { cellId, executionCount }: Pick<IFailed, 'cellId' | 'executionCount'>
): IPlannableCell | null {
  const named = cells.filter(cell => cell.id === cellId);
  return (
    named.find(cell => cell.executionCount === executionCount) ??
    named[0] ??
    null
  );
}

function fromNotebook(
  cells: readonly IPlannableCell[],
  failed: IFailed
): IInput[] {
  const last = failedCell(cells, failed);
  const end = failed.executionCount ?? Infinity;
  const count = (cell: IPlannableCell) => cell.executionCount ?? Infinity;
  return cells
    .filter(cell => cell !== last && count(cell) < end)
    .sort((a, b) => count(a) - count(b))
    .map(({ id, executionCount, source, ms }) => ({
      executionCount,
      source,
      cellId: id,
      ms,
      hasFailed: false
    }));
}

/**
 * Put together what is known of the process that failed.
 *
 * @param kernel - the kernel's own record, null when it could not be asked
 * @param seen - what this page saw run in this notebook's kernels, in order
 * @param cells - the notebook's code cells, in order
 */
export function recordOf(
  kernel: IKernelRecord | null,
  seen: readonly ISeen[],
  cells: readonly IPlannableCell[],
  failed: IFailed
): IRecord {
  const ours = seen.filter(one => one.run === failed.kernelRun);
  const recorded = (kernel?.inputs ?? []).map(([executionCount, source]) => ({
    executionCount,
    source
  }));
  const theirs = split(recorded, failed);
  const page = split(ours, failed);
  const isKernels =
    kernel !== null &&
    kernel.basis !== 'none' &&
    // The history file is written by a thread, which a crash can cut short.
    (kernel.basis === 'process' || theirs.before.length >= page.before.length);
  if (isKernels) {
    const inputs = theirs.before.map(({ executionCount, source }) => {
      const same = seen.filter(
        one =>
          one.executionCount === executionCount &&
          isSameText(one.source, source)
      );
      const match =
        same.find(one => one.run === failed.kernelRun) ?? same[same.length - 1];
      return {
        executionCount,
        source,
        cellId: match?.cellId ?? null,
        ms: match?.ms ?? null,
        hasFailed: match?.hasFailed ?? false
      };
    });
    const failedSource =
      theirs.last?.source ?? page.last?.source ?? failed.source;
    return { basis: kernel.basis as Basis, inputs, failedSource };
  }
  if (page.before.length > 0 || page.last) {
    return {
      basis: 'page',
      inputs: page.before,
      failedSource: page.last?.source ?? failed.source
    };
  }
  return {
    basis: 'notebook',
    inputs: fromNotebook(cells, failed),
    failedSource: failed.source
  };
}
