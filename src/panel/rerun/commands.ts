import type { TranslationBundle } from '@jupyterlab/translation';

import type { NotebookWatcher } from '../../notebook/watcher';
import type { Phase } from '../../rerun/run/types';
import { NO_ARGUMENTS, textArgument } from '../command-args';
import { CommandIDs } from '../command-ids';
import type { ICommandContext } from '../command-context';

/** The commands that need no arguments. */
export const RERUN_PALETTE: readonly string[] = [
  CommandIDs.rerunBlocking,
  CommandIDs.startRerun,
  CommandIDs.cancelRerun,
  CommandIDs.restoreOutputs,
  CommandIDs.restartNormally
];

const UNDER_WAY: readonly Phase[] = [
  'planning',
  'planned',
  'restarting',
  'running'
];

const wayArgument = (trans: TranslationBundle) => ({
  args: {
    type: 'object',
    properties: {
      way: {
        type: 'string',
        enum: ['notebook', 'beside'],
        description: trans.__(
          'Restart the notebook’s kernel, or start a second one; what the evidence speaks for when left out.'
        )
      }
    }
  }
});

function addPlanCommand(context: ICommandContext): void {
  const { app, notebooks, panel, reruns, tracker, trans } = context;
  const incidentFor = (cellId: unknown) => {
    const incidents = notebooks.current?.incidents ?? [];
    const wanted =
      typeof cellId === 'string' ? cellId : tracker.activeCell?.model.id;
    const found = incidents.find(one => one.cellId === wanted);
    return found ?? (typeof cellId === 'string' ? undefined : incidents[0]);
  };
  app.commands.addCommand(CommandIDs.rerunBlocking, {
    label: trans.__('Re-run with CUDA_LAUNCH_BLOCKING=1'),
    caption: trans.__(
      'Run the failed cell again in a fresh kernel that reports CUDA errors at the line that causes them'
    ),
    describedBy: textArgument(
      'cellId',
      trans.__('The id of the cell; the active cell when left out.')
    ),
    isEnabled: args => incidentFor(args.cellId) !== undefined,
    execute: async args => {
      const watcher = notebooks.current;
      const incident = incidentFor(args.cellId);
      if (watcher && incident) {
        app.shell.activateById(panel.id);
        panel.showWork();
        await reruns.plan(watcher, incident);
      }
    }
  });
}

function addRunCommands(context: ICommandContext): void {
  const { app, notebooks, reruns, trans } = context;
  const current = () => reruns.of(notebooks.current);
  app.commands.addCommand(CommandIDs.startRerun, {
    label: trans.__('Re-run as Planned'),
    describedBy: wayArgument(trans),
    isEnabled: () => current()?.rerun.phase === 'planned',
    execute: ({ way }) =>
      current()?.rerun.start(
        way === 'notebook' || way === 'beside' ? way : undefined
      )
  });
  app.commands.addCommand(CommandIDs.cancelRerun, {
    label: trans.__('Cancel the Re-run'),
    describedBy: NO_ARGUMENTS,
    isEnabled: () => {
      const phase = current()?.rerun.phase;
      return phase !== undefined && UNDER_WAY.includes(phase);
    },
    execute: () => current()?.rerun.cancel()
  });
}

function addAfterCommands(context: ICommandContext): void {
  const { app, dialogs, notebooks, panel, reruns, trans } = context;
  const onCurrent = (work: (watcher: NotebookWatcher) => unknown) => () =>
    notebooks.current && work(notebooks.current);
  app.commands.addCommand(CommandIDs.dismissRerun, {
    label: trans.__('Close the Re-run’s Result'),
    describedBy: NO_ARGUMENTS,
    isEnabled: () => reruns.of(notebooks.current) !== null,
    execute: onCurrent(watcher => {
      const hadFocus = panel.node.contains(document.activeElement);
      reruns.dismiss(watcher);
      if (hadFocus) {
        // Back to the failure that it began with.
        panel.focusFirst();
      }
    })
  });
  app.commands.addCommand(CommandIDs.restoreOutputs, {
    label: trans.__('Put Back What the Re-run Replaced'),
    caption: trans.__(
      'Texts and outputs of the cells that were run; their variables cannot be put back'
    ),
    describedBy: NO_ARGUMENTS,
    isEnabled: () => reruns.of(notebooks.current)?.canRestore === true,
    execute: onCurrent(watcher => reruns.restore(watcher))
  });
  app.commands.addCommand(CommandIDs.restartNormally, {
    label: trans.__('Restart the Kernel Without CUDA_LAUNCH_BLOCKING'),
    describedBy: textArgument(
      'path',
      trans.__('The path of an open notebook; the one in front when left out.')
    ),
    isEnabled: () => notebooks.current !== null,
    execute: ({ path }) => {
      const watcher =
        typeof path === 'string' ? notebooks.find(path) : notebooks.current;
      // Asks first, as each restart does.
      return watcher && dialogs.restart(watcher.panel.sessionContext);
    }
  });
}

/** Register the commands of the re-run. */
export function addRerunCommands(context: ICommandContext): void {
  addPlanCommand(context);
  addRunCommands(context);
  addAfterCommands(context);
}
