import { lostBy } from '../../rerun/plan/lost';
import { textArgument } from '../command-args';
import { CommandIDs } from '../command-ids';
import type { ICommandContext } from '../command-context';

/** Register the commands that bring back what cells lost. */
export function addReplayCommands(context: ICommandContext): void {
  const { app, notebooks, panel, reruns, tracker, trans } = context;
  const add = (
    id: string,
    purpose: 'lost' | 'missing',
    words: { label: string; caption: string; argument: string },
    fallback: () => string | undefined
  ): void => {
    const wanted = (given: unknown) => {
      const cellId = typeof given === 'string' ? given : fallback();
      return notebooks.incidents.find(
        one =>
          lostBy(one)?.purpose === purpose &&
          (cellId === undefined || one.cellId === cellId)
      );
    };
    app.commands.addCommand(id, {
      label: words.label,
      caption: words.caption,
      describedBy: textArgument('cellId', words.argument),
      isEnabled: args => wanted(args.cellId) !== undefined,
      execute: async args => {
        const watcher = notebooks.current;
        const incident = wanted(args.cellId);
        const lost = incident && lostBy(incident);
        if (watcher && lost) {
          app.shell.activateById(panel.id);
          panel.showWork();
          await reruns.bringBack(watcher, incident, lost);
        }
      }
    });
  };
  add(
    CommandIDs.runLostCells,
    'lost',
    {
      label: trans.__('Run the Cells Lost With the Kernel Again'),
      caption: trans.__('With what they need; the cells are shown first'),
      argument: trans.__(
        'The id of the cell that was running; the newest death when left out.'
      )
    },
    () => undefined
  );
  add(
    CommandIDs.runNeededCells,
    'missing',
    {
      label: trans.__('Run What the Cell Needs, Then the Cell'),
      caption: trans.__('After a name was missed; the cells are shown first'),
      argument: trans.__('The id of the cell; the active cell when left out.')
    },
    () => tracker.activeCell?.model.id
  );
}
