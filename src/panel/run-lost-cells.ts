import type { Cell } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';

import { untilHeard } from '../kernel-death/wait-for-iopub';
import type { ICellIncident } from '../notebook/types';
import type { ICommandContext } from './command-context';
import { confirmLostCells } from './lost-cells';

/** Those whose kernel is being listened for. */
const starting = new WeakSet<NotebookPanel>();

/** The cells that went with the kernel and are still there, in order. */
function lostWidgets(
  { cellId, lost }: ICellIncident,
  widgets: readonly Cell[]
): Cell[] {
  return [...(lost?.earlier ?? []), cellId, ...(lost?.queued ?? [])]
    .map(id => widgets.find(widget => widget.model.id === id))
    .filter((widget): widget is Cell => widget !== undefined);
}

/** Ask, then run again what a kernel's death took from a notebook. */
export async function runLostCells(
  panel: NotebookPanel,
  death: ICellIncident,
  { dialogs, trans }: ICommandContext
): Promise<void> {
  const { widgets } = panel.content;
  const cells = lostWidgets(death, widgets);
  const isWanted = await confirmLostCells(
    cells.map(cell => ({
      id: cell.model.id,
      position: widgets.indexOf(cell) + 1,
      source: cell.model.sharedModel.getSource()
    })),
    trans
  );
  if (!isWanted || starting.has(panel)) {
    return;
  }
  const kernel = panel.sessionContext.session?.kernel;
  starting.add(panel);
  try {
    await (kernel && untilHeard(kernel));
  } finally {
    starting.delete(panel);
  }
  const isSame = kernel === panel.sessionContext.session?.kernel;
  if (isSame && !panel.isDisposed) {
    await NotebookActions.runCells(
      panel.content,
      cells.filter(cell => !cell.isDisposed),
      panel.sessionContext,
      dialogs
    );
  }
}
