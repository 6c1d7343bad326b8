import type { NotebookWatcher } from '../../notebook/watcher';
import { NO_ARGUMENTS, textArgument } from '../command-args';
import type { ICommandContext } from '../command-context';
import { CommandIDs } from '../command-ids';

/** Register the commands that rescue variables and give them back. */
export function addRescueCommands(context: ICommandContext): void {
  const { app, notebooks, panel, rescues, trans } = context;
  const add = (
    id: string,
    label: string,
    work: (watcher: NotebookWatcher, names: readonly string[]) => unknown,
    describedBy: typeof NO_ARGUMENTS = NO_ARGUMENTS
  ): void => {
    app.commands.addCommand(id, {
      label,
      describedBy,
      execute: ({ overwrite }) => {
        app.shell.activateById(panel.id);
        panel.showWork();
        const names = typeof overwrite === 'string' ? overwrite.split(' ') : [];
        return notebooks.current && work(notebooks.current, names);
      }
    });
  };
  add(CommandIDs.rescueVariables, trans.__('Rescue Variables'), watcher =>
    rescues.start(watcher, 'rescuing')
  );
  add(
    CommandIDs.restoreVariables,
    trans.__('Restore Variables'),
    (watcher, names) => rescues.start(watcher, 'restoring', names),
    textArgument('overwrite', trans.__('Names to replace: a b'))
  );
  add(CommandIDs.closeRescue, trans.__('Close the Rescue'), watcher => {
    rescues.show(watcher, null);
    panel.focusFirst();
  });
}
