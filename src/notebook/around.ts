/** What the cells of a notebook tell of a failure; apart from the watcher, as only a failure needs it. */
import type { ICodeCellModel } from '@jupyterlab/cells';

import { withSavedName } from '../diagnosis/saved-name';
import { importLines, withImports } from '../incident/import-lines';
import {
  outputStart,
  withCells,
  type CellFacts
} from '../incident/notebook-cells';
import type { IIncident } from '../incident/types';
import { hasErrorOutput, textsOf } from './outputs';
import type { NotebookWatcher } from './watcher';

/** What all failures have in common that are read of the same cells. */
interface IAround {
  readonly cells: readonly CellFacts[];
  readonly imports: string;
  readonly indices: ReadonlyMap<string, number>;
}

const read = new WeakMap<readonly ICodeCellModel[], IAround>();

function aroundIn(
  all: readonly ICodeCellModel[],
  watcher: NotebookWatcher
): IAround {
  const before = read.get(all);
  if (before) {
    return before;
  }
  const models = all.filter(({ isDisposed }) => !isDisposed);
  const cells = models
    .map(model => ({
      id: model.id,
      position: watcher.indexOf(model.id) + 1,
      executionCount: model.executionCount ?? null,
      hasFailed: hasErrorOutput(model),
      source: model.sharedModel.getSource(),
      output: outputStart(textsOf(model))
    }))
    .sort((a, b) => a.position - b.position);
  const around: IAround = {
    cells,
    imports: importLines(cells.map(({ source }) => source)),
    indices: new Map(cells.map(({ id }, at) => [id, at]))
  };
  read.set(all, around);
  return around;
}

/**
 * A failure with what its notebook imports and its other cells; one that was
 * found in the file with what these tell of a name, too.
 *
 * @param all - the notebook's code cells; the same list for all failures that
 *   are read of them as they stand
 */
export function withNotebook(
  incident: IIncident,
  watcher: NotebookWatcher,
  all: readonly ICodeCellModel[],
  { id }: ICodeCellModel,
  isFound: boolean
): IIncident {
  const { cells, imports, indices } = aroundIn(all, watcher);
  const at = indices.get(id) ?? -1;
  const known = withCells(withImports(incident, imports), cells, at);
  return isFound ? withSavedName(known, cells, at) : known;
}
