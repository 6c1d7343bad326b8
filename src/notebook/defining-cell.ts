import { shownCode } from '../diagnosis/shown-code';
import type {
  INameFacts,
  IToldCell,
  IToldName,
  Whereabouts
} from '../incident/live-facts';
import type { ISeen } from './execution-log';
import type { INotebookCell } from './types';

/** The failed cell, and the run that failed. */
export interface IFailedRun {
  readonly cellId: string;
  readonly executionCount: number;
  /** Counts the kernel's processes, as `ISeen.run`. */
  readonly run: number;
}

/** A cell that gives the value, and what the kernel says of it. */
interface IDefining {
  readonly cell: INotebookCell;
  readonly told: IToldCell;
}

/** The nearest cell above, else the failed one, else the nearest below. */
function chosen(
  all: readonly IDefining[],
  failedAt: number
): IDefining | undefined {
  const sure = all.filter(({ told }) => told.isSure);
  const above = sure.filter(({ cell }) => cell.position < failedAt).pop();
  return (
    above ??
    sure.find(({ cell }) => cell.position === failedAt) ??
    sure.find(({ cell }) => cell.position > failedAt)
  );
}

/** Why a cell that was not run as it stands, or is not above, gave no value. */
function whyNotRun(
  cell: INotebookCell,
  failed: IFailedRun,
  failedAt: number,
  seen: readonly ISeen[]
): Whereabouts {
  const own = seen.filter(({ cellId }) => cellId === cell.id);
  if (own.some(({ run }) => run === failed.run)) {
    return 'edited';
  }
  // This process has not counted so far: the number is of one before it.
  const isOlder =
    cell.executionCount !== null &&
    cell.executionCount >= failed.executionCount;
  return isOlder || own.some(({ source }) => source === cell.source)
    ? 'restarted'
    : cell.position > failedAt
      ? 'below'
      : 'unrun';
}

function whereaboutsOf(
  { cell, told }: IDefining,
  { stopped }: IToldName,
  failed: IFailedRun,
  failedAt: number,
  seen: readonly ISeen[]
): Whereabouts | null {
  if (cell.id === failed.cellId) {
    return stopped !== null && (told.line ?? 0) > stopped ? 'later' : null;
  }
  if (told.ran === null) {
    return whyNotRun(cell, failed, failedAt, seen);
  }
  const ran = seen.find(
    ({ run, executionCount }) =>
      run === failed.run && executionCount === told.ran
  );
  return ran ? (ran.hasFailed ? 'failed' : 'gone') : null;
}

/**
 * Which cell would give a name its value, and why it has not.
 *
 * @param told - what the kernel reads in `asked`
 * @param asked - the cells that the kernel was shown, in their order
 * @param seen - what the page saw the kernel run
 * @returns null where that cannot be said for sure
 */
export function nameFacts(
  told: IToldName,
  asked: readonly INotebookCell[],
  failed: IFailedRun,
  failedAt: number,
  seen: readonly ISeen[]
): (INameFacts & { readonly hasTorch: boolean }) | null {
  const { kind, name, near, member, file, local, hasTorch } = told;
  const others = { near, member, file, local, hasTorch };
  const all = told.cells.flatMap(each =>
    asked[each.cell] ? [{ cell: asked[each.cell], told: each }] : []
  );
  const one = chosen(all, failedAt);
  if (!one) {
    return all.length > 0
      ? null
      : {
          kind,
          name,
          whereabouts: 'nowhere',
          position: null,
          line: null,
          code: '',
          ...others
        };
  }
  const whereabouts = whereaboutsOf(one, told, failed, failedAt, seen);
  const { position, source } = one.cell;
  const { line } = one.told;
  const code = line === null ? '' : (source.split('\n')[line - 1] ?? '');
  return (
    whereabouts && {
      kind,
      name,
      whereabouts,
      position,
      line,
      code: shownCode(code),
      ...others
    }
  );
}
