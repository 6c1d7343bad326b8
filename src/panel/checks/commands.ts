import type { ICommandContext } from '../command-context';
import { CommandIDs } from '../command-ids';

/** Register the command that has the next run of a cell checked. */
export function addChecksCommand(context: ICommandContext): void {
  const { app, notebooks, trans } = context;
  app.commands.addCommand(CommandIDs.checkOperands, {
    label: trans.__('Check Operands in the Next Run of the Cell'),
    describedBy: {
      args: {
        type: 'object',
        properties: {
          cellId: {
            type: 'string',
            description: trans.__(
              'The id of the cell; the active cell when left out.'
            )
          },
          wanted: {
            type: 'boolean',
            description: trans.__('False takes it back.')
          }
        }
      }
    },
    isEnabled: () => notebooks.current !== null,
    execute: async args =>
      (await import('./next-run')).checkNextRun(context, args)
  });
}
