import { addChecksCommand } from './checks/commands';
import { NO_ARGUMENTS, textArgument } from './command-args';
import type { ICommandContext } from './command-context';
import { CommandIDs } from './command-ids';
import { addEditCommands } from './edit/commands';
import { lookUpIcon } from './icons';
import { addMemoryCommands } from './memory/commands';
import { addRerunCommands, RERUN_PALETTE } from './rerun/commands';
import { addReplayCommands } from './rerun/replay-commands';
import { addRescueCommands } from './rescue/commands';

function addOpenCommands(context: ICommandContext): void {
  const { app, panel, trans } = context;
  const show = () => app.shell.activateById(panel.id);
  app.commands.addCommand(CommandIDs.open, {
    label: trans.__('Open Torch Triage'),
    caption: trans.__('Show why PyTorch cells of this notebook failed'),
    describedBy: NO_ARGUMENTS,
    execute: () => {
      show();
      panel.focusFirst();
    }
  });
  app.commands.addCommand(CommandIDs.lookUp, {
    label: trans.__('Look Up a PyTorch Error'),
    caption: trans.__('Look up the error of the active cell, or any other'),
    icon: lookUpIcon,
    describedBy: textArgument(
      'query',
      trans.__('What to look up; the error of the active cell when left out.')
    ),
    execute: async args => {
      const query =
        typeof args.query === 'string'
          ? args.query
          : await (await import('./active-error')).activeError(context);
      show();
      panel.lookUp(query);
    }
  });
}

function addNotebookCommands(context: ICommandContext): void {
  const { app, notebooks, trans } = context;
  app.commands.addCommand(CommandIDs.goToCell, {
    label: trans.__('Go to the Failed Cell'),
    describedBy: {
      args: {
        type: 'object',
        required: ['cellId'],
        properties: {
          cellId: {
            type: 'string',
            description: trans.__('The id of the cell.')
          },
          line: {
            type: 'number',
            description: trans.__('A line of the cell, from 1.')
          }
        }
      }
    },
    execute: async args => {
      const panel = notebooks.current?.panel;
      const index = notebooks.current?.indexOf(String(args.cellId)) ?? -1;
      if (!panel || index < 0) {
        return;
      }
      app.shell.activateById(panel.id);
      panel.content.activeCellIndex = index;
      await panel.content.scrollToItem(index, 'smart');
      const cell = panel.content.widgets[index];
      await cell.ready;
      if (typeof args.line === 'number' && cell.editor) {
        panel.content.mode = 'edit';
        cell.editor.setCursorPosition({ line: args.line - 1, column: 0 });
        cell.editor.focus();
      }
    }
  });
}

/** Register the commands and offer those that need no arguments in the palette. */
export function addCommands(context: ICommandContext): void {
  addOpenCommands(context);
  addRerunCommands(context);
  addEditCommands(context);
  addNotebookCommands(context);
  addReplayCommands(context);
  addMemoryCommands(context);
  addChecksCommand(context);
  addRescueCommands(context);
  const category = context.trans.__('Torch Triage');
  for (const command of [
    CommandIDs.open,
    CommandIDs.lookUp,
    ...RERUN_PALETTE,
    CommandIDs.previewEdit,
    CommandIDs.runLostCells,
    CommandIDs.runNeededCells,
    CommandIDs.checkOperands,
    CommandIDs.rescueVariables,
    CommandIDs.restoreVariables,
    CommandIDs.releaseMemory
  ]) {
    context.palette?.addItem({ command, category });
  }
  context.palette?.addItem({
    command: CommandIDs.checkOperands,
    args: { finite: true },
    category
  });
}
