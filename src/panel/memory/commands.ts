import { Notification } from '@jupyterlab/apputils';

import { textArgument } from '../command-args';
import type { ICommandContext } from '../command-context';
import { CommandIDs } from '../command-ids';

/** Register the command that lets go of what only the notebook holds. */
export function addMemoryCommands(context: ICommandContext): void {
  const { app, notebooks, trans } = context;
  const failureOf = (cellId: unknown) =>
    notebooks.incidents.find(
      one =>
        one.incident.held &&
        (typeof cellId !== 'string' || one.cellId === cellId)
    );
  app.commands.addCommand(CommandIDs.releaseMemory, {
    label: trans.__('Let Go of Memory That Only the Notebook Holds'),
    caption: trans.__(
      'Results of cells and variables of failed calls that hold tensors; asks first'
    ),
    describedBy: textArgument(
      'cellId',
      trans.__(
        'The id of the cell that ran out of memory; the newest when left out.'
      )
    ),
    isEnabled: args => failureOf(args.cellId) !== undefined,
    execute: async args => {
      const failure = failureOf(args.cellId);
      if (!failure) {
        return;
      }
      const { confirmRelease } = await import('./confirm');
      try {
        const now = await notebooks.held(failure);
        if (now !== null && (await confirmRelease(now, trans))) {
          await notebooks.releaseHeld(failure, now);
        }
      } catch (error) {
        Notification.warning(
          trans.__(
            'The kernel did not answer. Nothing is known to have changed.'
          )
        );
        console.warn('torch-triage: memory was not let go.', error);
      }
    }
  });
}
