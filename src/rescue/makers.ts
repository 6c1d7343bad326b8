import type { NotebookWatcher } from '../notebook/watcher';
import { readCells } from '../rerun/plan/python';

/**
 * The cell that gives a value to each of some names, the last that ran; by the
 * name. Cells that have not run count where no other does.
 */
export function makersOf(
  watcher: NotebookWatcher,
  names: readonly string[]
): ReadonlyMap<string, string> {
  const cells = [...watcher.codeCells()].sort(
    (a, b) => (a.executionCount ?? 0) - (b.executionCount ?? 0)
  );
  const wanted = new Set(names);
  const makers = new Map<string, string>();
  readCells(cells.map(({ source }) => source)).forEach(({ gives }, at) => {
    for (const name of gives) {
      if (wanted.has(name)) {
        makers.set(name, cells[at].id);
      }
    }
  });
  return makers;
}
