import { isCodeCellModel } from '@jupyterlab/cells';

import { unfinishedCells } from '../incident/unfinished';
import type { INotebookCell } from './types';
import type { NotebookWatcher } from './watcher';

/**
 * The cells that the notebook's file leaves without an answer, as a kernel's
 * death under papermill does. None while something runs, nor those that have
 * run on this page.
 */
export function unfinishedIn(watcher: NotebookWatcher): INotebookCell[] {
  const { log, panel } = watcher;
  const status = panel.sessionContext.session?.kernel?.status ?? 'idle';
  if (status !== 'idle' || log.state.waiting.length > 0) {
    return [];
  }
  const models = [...(panel.model?.cells ?? [])].filter(isCodeCellModel);
  const found = unfinishedCells(
    models.map(model => ({
      execution_count: model.executionCount,
      metadata: {
        execution: model.getMetadata('execution'),
        papermill: model.getMetadata('papermill')
      }
    }))
  );
  const cells = watcher.codeCells();
  return found
    .map(({ cell }) => cells[cell])
    .filter(
      ({ id, source }) =>
        !log.inputs.some(one => one.cellId === id || one.source === source)
    );
}
