import type { ICommandContext } from '../command-context';
import { CommandIDs } from '../command-ids';

/** Register the command that has the next run of a cell checked. */
export function addChecksCommand(context: ICommandContext): void {
  const { app, notebooks, trans } = context;
  app.commands.addCommand(CommandIDs.checkOperands, {
    label: ({ finite }) =>
      finite === true
        ? trans.__('Find the First NaN or Inf in the Next Run of the Cell')
        : trans.__('Check Operands in the Next Run of the Cell'),
    describedBy: async () => (await import('./next-run')).describe(trans),
    isEnabled: () => notebooks.current !== null,
    execute: async args =>
      (await import('./next-run')).checkNextRun(context, args)
  });
}
