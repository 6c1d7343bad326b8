import { readCells } from '../rerun/plan/python';

/** A code cell, as far as it counts here. */
interface IRunnable {
  readonly id: string;
  readonly source: string;
  readonly executionCount: number | null;
}

/**
 * The cells to run so that a change shows: those that changed, what took names
 * from them and has run before, and the failed cell, which is the last.
 *
 * @param cells - of the notebook, in order
 * @returns their ids, in order
 */
export function cellsToRun(
  cells: readonly IRunnable[],
  changedIds: ReadonlySet<string>,
  failedId: string
): readonly string[] {
  const end = cells.findIndex(({ id }) => id === failedId);
  const before = cells.filter(
    ({ id }, at) => at < end || (changedIds.has(id) && id !== failedId)
  );
  const readings = readCells(before.map(({ source }) => source));
  const given = new Set<string>();
  const ids = before.flatMap(({ id, executionCount }, at) => {
    const { names, gives } = readings[at];
    const takes = [...names].some(name => given.has(name));
    if (!changedIds.has(id) && !(takes && executionCount !== null)) {
      return [];
    }
    gives.forEach(name => given.add(name));
    return [id];
  });
  return end < 0 ? ids : [...ids, failedId];
}
