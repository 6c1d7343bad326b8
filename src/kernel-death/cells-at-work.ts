import { isCodeCellModel, type ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type { IRequest } from '../notebook/execution-log';

/** The cells of a notebook that ran, or were to, when its kernel died. */
export interface ICellsAtWork {
  /** Those that it showed running or waiting, in its order. */
  readonly shown: readonly IRequest[];
  /** The ids of those that this page was yet to see run. */
  readonly scheduled: readonly string[];
}

/**
 * The cells that a notebook shows running or waiting, whoever asked for them:
 * another page, or a server that runs cells itself.
 */
export function shownRunning(panel: NotebookPanel): IRequest[] {
  return [...(panel.model?.cells ?? [])]
    .filter(isCodeCellModel)
    .filter(model => model.executionState === 'running')
    .map(asRequest);
}

/** A cell as it stands now. */
export function asRequest(model: ICodeCellModel): IRequest {
  return { cellId: model.id, code: model.sharedModel.getSource() };
}
