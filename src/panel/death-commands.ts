import type { Cell } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';

import { untilHeard } from '../kernel-death/wait-for-iopub';
import type { ICellIncident } from '../notebook/types';
import { textArgument } from './command-args';
import { CommandIDs } from './command-ids';
import type { ICommandContext } from './command-context';

/** The cells that went with the kernel and are still there, in order. */
function lostWidgets(
  { cellId, lost }: ICellIncident,
  widgets: readonly Cell[]
): Cell[] {
  return [...(lost?.earlier ?? []), cellId, ...(lost?.queued ?? [])]
    .map(id => widgets.find(widget => widget.model.id === id))
    .filter((widget): widget is Cell => widget !== undefined);
}

/** Register the commands for what a kernel's death took. */
export function addDeathCommands(context: ICommandContext): void {
  const { app, dialogs, notebooks, trans } = context;
  /** Those whose kernel is being listened for. */
  const starting = new WeakSet<NotebookPanel>();
  const deathOf = (cellId: unknown) =>
    notebooks.incidents.find(
      one => one.lost && (typeof cellId !== 'string' || one.cellId === cellId)
    );
  app.commands.addCommand(CommandIDs.runLostCells, {
    label: trans.__('Run the Cells Lost With the Kernel Again'),
    caption: trans.__(
      'The cells that had run, the one that was running and those that waited, in this order; asks first'
    ),
    describedBy: textArgument(
      'cellId',
      trans.__(
        'The id of the cell that was running; the newest death when left out.'
      )
    ),
    isEnabled: args => deathOf(args.cellId) !== undefined,
    execute: async args => {
      const death = deathOf(args.cellId);
      const panel = notebooks.current?.panel;
      if (!death || !panel) {
        return;
      }
      const { widgets } = panel.content;
      const cells = lostWidgets(death, widgets);
      const { confirmLostCells } = await import('./lost-cells');
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
  });
}
