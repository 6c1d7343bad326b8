import type { JupyterFrontEnd } from '@jupyterlab/application';
import type {
  ICommandPalette,
  ISessionContextDialogs
} from '@jupyterlab/apputils';
import { isCodeCellModel } from '@jupyterlab/cells';
import type { INotebookTracker } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';

import { read } from '../diagnosis/reading';
import { clean } from '../incident/clean';
import { lastException } from '../incident/incident';
import type { Notebooks } from '../notebook/notebooks';
import { incidentOf } from '../notebook/outputs';
import type { Reruns } from '../rerun/reruns';
import { NO_ARGUMENTS, textArgument } from './command-args';
import { CommandIDs } from './command-ids';
import { addDeathCommands } from './death-commands';
import { lookUpIcon } from './icons';
import type { TriagePanel } from './panel';
import { addRerunCommands, RERUN_PALETTE } from './rerun/commands';

/** What the commands act on. */
export interface ICommandContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly notebooks: Notebooks;
  readonly reruns: Reruns;
  readonly panel: TriagePanel;
  readonly palette: ICommandPalette | null;
  readonly dialogs: ISessionContextDialogs;
  readonly trans: TranslationBundle;
}

/** So many different assertions of a cell go into the search field. */
const MAX_ASSERTIONS = 3;

/**
 * What to look up for the active cell: its exception and the assertions that
 * were printed, `''` when it shows no error.
 */
function activeError(tracker: INotebookTracker): string {
  const model = tracker.activeCell?.model;
  const incident = model && isCodeCellModel(model) ? incidentOf(model) : null;
  if (!incident) {
    return '';
  }
  const { ename, evalue } = lastException(incident);
  const [head] = clean(`${ename}: ${evalue}`).split('\n');
  const assertions = read(incident).assertions.map(one => one.text);
  return [head, ...assertions.slice(0, MAX_ASSERTIONS)].join('\n');
}

function addOpenCommands(context: ICommandContext): void {
  const { app, panel, tracker, trans } = context;
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
    execute: args => {
      const query =
        typeof args.query === 'string' ? args.query : activeError(tracker);
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
  addNotebookCommands(context);
  addDeathCommands(context);
  const category = context.trans.__('Torch Triage');
  for (const command of [
    CommandIDs.open,
    CommandIDs.lookUp,
    ...RERUN_PALETTE,
    CommandIDs.runLostCells
  ]) {
    context.palette?.addItem({ command, category });
  }
}
