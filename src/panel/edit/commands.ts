import type { Editing } from '../../edit/editing';
import { NO_ARGUMENTS } from '../command-args';
import type { ICommandContext } from '../command-context';
import { CommandIDs } from '../command-ids';

/** Register the commands that show, make, try and end a change of code. */
export function addEditCommands(context: ICommandContext): void {
  const { app, edits, model, notebooks, panel, tracker, trans } = context;
  const current = (): Editing | null => edits.of(notebooks.current);
  const wanted = ({ cellId, fix }: { cellId?: unknown; fix?: unknown }) => {
    const card = model.cardOf(
      typeof cellId === 'string' ? cellId : (tracker.activeCell?.model.id ?? '')
    );
    const best = card?.findings[0];
    const fixes = best?.entry.page(trans, best.values).fixes ?? [];
    const one =
      typeof fix === 'number'
        ? fixes[fix]
        : fixes.find(({ edit, action }) => edit ?? action);
    return card && (one?.edit ?? one?.action) ? { card, fix: one } : null;
  };
  app.commands.addCommand(CommandIDs.previewEdit, {
    label: trans.__('Preview the Edit That Mends the Cell'),
    describedBy: {
      args: {
        type: 'object',
        properties: {
          cellId: {
            type: 'string',
            description: trans.__(
              'The id of the failed cell; the active cell when left out.'
            )
          },
          fix: {
            type: 'number',
            description: trans.__(
              'Which of the fixes, from 0; the first with an edit when left out.'
            )
          },
          all: {
            type: 'boolean',
            description: trans.__('Mend all of this kind.')
          }
        }
      }
    },
    isEnabled: args => wanted(args) !== null,
    execute: async args => {
      const one = wanted(args);
      if (one) {
        const { showFix } = await import('./steps');
        await showFix(context, one, args.all === true);
      }
    }
  });
  const add = (
    id: string,
    label: string,
    phases: readonly Editing['phase'][],
    work: (editing: Editing) => unknown,
    isFit: (editing: Editing) => boolean = () => true
  ): void => {
    const ready = (): Editing | null => {
      const editing = current();
      return editing && phases.includes(editing.phase) && isFit(editing)
        ? editing
        : null;
    };
    app.commands.addCommand(id, {
      label,
      describedBy: NO_ARGUMENTS,
      isEnabled: () => ready() !== null,
      execute: () => {
        const editing = ready();
        return editing && work(editing);
      }
    });
  };
  const close = ({ watcher }: Editing): void => {
    const hadFocus = panel.node.contains(document.activeElement);
    edits.close(watcher);
    if (hadFocus) {
      panel.focusFirst();
    }
  };
  add(
    CommandIDs.applyEdit,
    trans.__('Apply the Edit'),
    ['preview'],
    editing => editing.apply(),
    editing => !editing.isToCopy
  );
  add(
    CommandIDs.closeEdit,
    trans.__('Close the Edit and Leave the Cells as They Are'),
    ['preview', 'refused', 'applied', 'judged'],
    close
  );
  add(
    CommandIDs.judgeEdit,
    trans.__('Run the Edited Cells and Judge'),
    ['applied', 'judged'],
    async editing => (await import('./steps')).tryEdit(context, editing)
  );
  add(
    CommandIDs.takeEditBack,
    trans.__('Take the Edit Back'),
    ['applied', 'judged'],
    editing => {
      if (editing.takeBack()) {
        close(editing);
      }
    }
  );
}
