import { textArgument } from './command-args';
import { CommandIDs } from './command-ids';
import type { ICommandContext } from './command-context';

/** Register the commands for what a kernel's death took. */
export function addDeathCommands(context: ICommandContext): void {
  const { app, notebooks, trans } = context;
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
      if (death && panel) {
        const { runLostCells } = await import('./run-lost-cells');
        await runLostCells(panel, death, context);
      }
    }
  });
}
