import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import { isCodeCellModel, type Cell } from '@jupyterlab/cells';
import { NotebookActions, type INotebookTracker } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';

import { read } from '../diagnosis/reading';
import { clean } from '../incident/clean';
import type { Notebooks } from '../notebook/notebooks';
import { incidentOf } from '../notebook/outputs';
import type { Reruns } from '../rerun/reruns';
import { lookUpIcon } from './icons';
import type { TriagePanel } from './panel';

/** The commands of this extension; their ids are a contract. */
export namespace CommandIDs {
  export const open = 'torch-triage:open';
  export const lookUp = 'torch-triage:look-up';
  export const rerunBlocking = 'torch-triage:rerun-blocking';
  export const startRerun = 'torch-triage:start-rerun';
  export const cancelRerun = 'torch-triage:cancel-rerun';
  export const dismissRerun = 'torch-triage:dismiss-rerun';
  export const restartNormally = 'torch-triage:restart-normally';
  export const runLostCells = 'torch-triage:run-lost-cells';
  export const goToCell = 'torch-triage:go-to-cell';
}

/** What the commands act on. */
export interface ICommandContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly notebooks: Notebooks;
  readonly reruns: Reruns;
  readonly panel: TriagePanel;
  readonly palette: ICommandPalette | null;
  readonly trans: TranslationBundle;
}

/** So many different assertions of a cell go into the search field. */
const MAX_ASSERTIONS = 3;

const CELL_ARGUMENT = (trans: TranslationBundle) => ({
  args: {
    type: 'object',
    properties: {
      cellId: {
        type: 'string',
        description: trans.__(
          'The id of the cell; the active cell when left out.'
        )
      }
    }
  }
});

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
  const [head] = clean(`${incident.ename}: ${incident.evalue}`).split('\n');
  const assertions = read(incident).assertions.map(one => one.text);
  return [head, ...assertions.slice(0, MAX_ASSERTIONS)].join('\n');
}

function addOpenCommands(context: ICommandContext): void {
  const { app, panel, tracker, trans } = context;
  const show = () => app.shell.activateById(panel.id);
  app.commands.addCommand(CommandIDs.open, {
    label: trans.__('Open Torch Triage'),
    caption: trans.__('Show why PyTorch cells of this notebook failed'),
    describedBy: { args: { type: 'object', properties: {} } },
    execute: () => {
      show();
      panel.focusFirst();
    }
  });
  app.commands.addCommand(CommandIDs.lookUp, {
    label: trans.__('Look Up a PyTorch Error'),
    caption: trans.__('Look up the error of the active cell, or any other'),
    icon: lookUpIcon,
    describedBy: {
      args: {
        type: 'object',
        properties: {
          query: {
            type: 'string',
            description: trans.__(
              'What to look up; the error of the active cell when left out.'
            )
          }
        }
      }
    },
    execute: args => {
      const query =
        typeof args.query === 'string' ? args.query : activeError(tracker);
      show();
      panel.lookUp(query);
    }
  });
}

function addRerunCommands(context: ICommandContext): void {
  const { app, notebooks, panel, reruns, tracker, trans } = context;
  const current = () => reruns.of(notebooks.current)?.rerun ?? null;
  const incidentFor = (cellId: unknown) => {
    const wanted =
      typeof cellId === 'string' ? cellId : tracker.activeCell?.model.id;
    const incidents = notebooks.current?.incidents ?? [];
    return typeof cellId === 'string'
      ? incidents.find(one => one.cellId === wanted)
      : (incidents.find(one => one.cellId === wanted) ?? incidents[0]);
  };
  app.commands.addCommand(CommandIDs.rerunBlocking, {
    label: trans.__('Re-run with CUDA_LAUNCH_BLOCKING=1'),
    caption: trans.__(
      'Run the failed cell again in a fresh kernel that reports CUDA errors at the line that causes them'
    ),
    describedBy: CELL_ARGUMENT(trans),
    isEnabled: args => incidentFor(args.cellId) !== undefined,
    execute: async args => {
      const watcher = notebooks.current;
      const incident = incidentFor(args.cellId);
      if (watcher && incident) {
        app.shell.activateById(panel.id);
        await reruns.plan(watcher, incident);
        panel.focusRerun();
      }
    }
  });
  app.commands.addCommand(CommandIDs.startRerun, {
    label: trans.__('Restart and Re-run as Planned'),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => current()?.phase === 'planned',
    execute: () => current()?.start()
  });
  app.commands.addCommand(CommandIDs.cancelRerun, {
    label: trans.__('Cancel the Re-run'),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () =>
      ['planning', 'planned', 'restarting', 'running'].includes(
        current()?.phase ?? ''
      ),
    execute: () => current()?.cancel()
  });
  app.commands.addCommand(CommandIDs.dismissRerun, {
    label: trans.__('Close the Re-run’s Result'),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => current() !== null,
    execute: () => {
      if (notebooks.current) {
        reruns.dismiss(notebooks.current);
      }
    }
  });
}

function addNotebookCommands(context: ICommandContext): void {
  const { app, notebooks, tracker, trans } = context;
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
  app.commands.addCommand(CommandIDs.restartNormally, {
    label: trans.__('Restart the Kernel Without CUDA_LAUNCH_BLOCKING'),
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => tracker.currentWidget !== null,
    execute: () => app.commands.execute('notebook:restart-kernel')
  });
}

function addDeathCommands(context: ICommandContext): void {
  const { app, notebooks, trans } = context;
  const deathOf = (cellId: unknown) =>
    notebooks.incidents.find(
      one => one.lost && (typeof cellId !== 'string' || one.cellId === cellId)
    );
  app.commands.addCommand(CommandIDs.runLostCells, {
    label: trans.__('Run the Cells Lost With the Kernel Again'),
    caption: trans.__(
      'The cells that had run, the one that was running and those that waited, in this order'
    ),
    describedBy: CELL_ARGUMENT(trans),
    isEnabled: args => deathOf(args.cellId) !== undefined,
    execute: async args => {
      const death = deathOf(args.cellId);
      const panel = notebooks.current?.panel;
      if (!death?.lost || !panel) {
        return;
      }
      const { earlier, queued } = death.lost;
      const widgets = panel.content.widgets;
      const cells = [...earlier, death.cellId, ...queued]
        .map(id => widgets.find(widget => widget.model.id === id))
        .filter((widget): widget is Cell => widget !== undefined);
      await NotebookActions.runCells(
        panel.content,
        cells,
        panel.sessionContext
      );
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
    CommandIDs.rerunBlocking,
    CommandIDs.startRerun,
    CommandIDs.cancelRerun,
    CommandIDs.restartNormally,
    CommandIDs.runLostCells
  ]) {
    context.palette?.addItem({ command, category });
  }
}
