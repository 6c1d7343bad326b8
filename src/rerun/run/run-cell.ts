import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions } from '@jupyterlab/notebook';

import type { IIncident } from '../../incident/types';
import {
  hasErrorOutput,
  isExpectedToFail,
  shownBy
} from '../../notebook/outputs';
import type { NotebookWatcher, ReadProgram } from '../../notebook/watcher';
import { executionEnd } from './execution-end';
import { Stopped, type IStepResult } from './runner';

/** How long the notebook may take to show a failed cell's output, in ms. */
const OUTPUT_MS = 3000;

function incidentOf(
  watcher: NotebookWatcher,
  { id }: ICodeCellModel
): IIncident | undefined {
  return watcher.incidents.find(one => one.cellId === id)?.incident;
}

/**
 * Resolves once a failed cell's late lines have arrived: the watcher waits
 * for them. A cell that shows no failure has nothing to wait for. Until the
 * watcher has looked it still holds the incident of the first failure, whose
 * prompt number may be the same.
 */
async function settled(
  watcher: NotebookWatcher,
  model: ICodeCellModel,
  first: IIncident | undefined
): Promise<void> {
  const hasLooked = (): boolean => {
    const shown = model.isDisposed ? null : shownBy(model);
    const seen = incidentOf(watcher, model);
    return (
      !shown ||
      shown.isUnread ||
      (seen !== first && seen?.traceback === shown.incident.traceback)
    );
  };
  await new Promise<void>(resolve => {
    const done = () => {
      if (hasLooked()) {
        clearTimeout(timer);
        watcher.changed.disconnect(done);
        resolve();
      }
    };
    const timer = setTimeout(() => {
      watcher.changed.disconnect(done);
      resolve();
    }, OUTPUT_MS);
    watcher.changed.connect(done);
    done();
  });
}

/**
 * Run a code cell in its notebook, as the user would, and see how it ended.
 *
 * @throws Stopped when somebody interrupted it, the cell is gone, or nothing
 * tells how it ended
 */
export async function runCell(
  watcher: NotebookWatcher,
  widget: Cell,
  readProgram: ReadProgram
): Promise<IStepResult> {
  const model = widget.model as ICodeCellModel;
  const { content, sessionContext } = watcher.panel;
  const first = incidentOf(watcher, model);
  // As running a cell does, but here whoever runs it.
  model.clearExecution();
  const passed = await NotebookActions.runCells(
    content,
    [widget],
    sessionContext
  );
  // A cell without code is not run, and passes.
  const isEmpty = passed && model.sharedModel.getSource().trim() === '';
  const hasEnded = isEmpty || !passed || (await executionEnd(model));
  if (hasEnded && !model.isDisposed) {
    await settled(watcher, model, first);
  }
  if (model.isDisposed) {
    throw new Stopped('cell-gone');
  }
  if (!hasEnded) {
    throw new Stopped('no-answer');
  }
  const { executionCount } = model;
  const isInterrupted =
    (!passed || hasErrorOutput(model)) && !isExpectedToFail(model);
  const shown = shownBy(model);
  const incident = shown?.isUnread
    ? await readProgram(shown.incident)
    : (shown?.incident ?? null);
  if (isInterrupted && !incident) {
    throw new Stopped('interrupted');
  }
  return { incident, executionCount };
}
