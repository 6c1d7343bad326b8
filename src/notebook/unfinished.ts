import { isCodeCellModel } from '@jupyterlab/cells';

import { unfinishedCells } from '../incident/unfinished';
import type { NotebookWatcher } from './watcher';

/**
 * The count of a notebook's first process, at most: 2 where the page joins one,
 * 3 where it starts one, as the choice of a kernel counts too. A process that
 * is announced to end counts for two more.
 */
const FIRST_PROCESS = 3;

/** A cell that papermill started, and that has no answer. */
export interface IWithoutAnswer {
  readonly cellId: string;
  /** Whether papermill came to its end: then the kernel gave up. */
  readonly hasEnded: boolean;
}

/**
 * The first cell that papermill left without an answer in the notebook's file,
 * as it does when the kernel dies. Null once this page has run or restarted
 * anything there: what happens from then on is told as it happens.
 */
export function withoutAnswer(watcher: NotebookWatcher): IWithoutAnswer | null {
  const { log, panel, kernelRun, isDisposed } = watcher;
  const { waiting, done } = log.state;
  if (
    isDisposed ||
    kernelRun > FIRST_PROCESS ||
    log.inputs.length + waiting.length + done.length > 0
  ) {
    return null;
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
  ).find(({ hasPapermillEnded }) => hasPapermillEnded !== null);
  return found
    ? {
        cellId: models[found.cell].id,
        hasEnded: found.hasPapermillEnded === true
      }
    : null;
}
