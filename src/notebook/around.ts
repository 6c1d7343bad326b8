/** What the cells of a notebook tell of a failure; apart from the watcher, as only a failure needs it. */
import type { ICodeCellModel } from '@jupyterlab/cells';

import { importLines, withImports } from '../incident/import-lines';
import { withSaved } from '../incident/saved';
import type { IIncident } from '../incident/types';
import { memoize } from '../shared/memoize';
import { hasErrorOutput } from './outputs';
import type { NotebookWatcher } from './watcher';

/** Once for all failures that are read of the same cells. */
const importsOf = memoize((cells: readonly ICodeCellModel[]): string =>
  importLines(
    cells
      .filter(cell => !cell.isDisposed)
      .map(cell => cell.sharedModel.getSource())
  )
);

/**
 * A failure with what its notebook imports; one that was found in the file with
 * the cells around it, too.
 *
 * @param all - the notebook's code cells, in any order, as they stand now
 */
export function withNotebook(
  incident: IIncident,
  watcher: NotebookWatcher,
  all: readonly ICodeCellModel[],
  cell: ICodeCellModel,
  isFound: boolean
): IIncident {
  const known = withImports(incident, importsOf(all));
  if (!isFound) {
    return known;
  }
  const cells = all.filter(one => !one.isDisposed);
  const saved = cells.map(one => ({
    position: watcher.indexOf(one.id) + 1,
    executionCount: one.executionCount ?? null,
    hasFailed: hasErrorOutput(one),
    source: one.sharedModel.getSource()
  }));
  return withSaved(known, saved, cells.indexOf(cell));
}
