import type { Editing } from '../../edit/editing';
import type { IFix } from '../../diagnosis/types';
import { lostBy } from '../../rerun/plan/lost';
import type { ICommandContext } from '../command-context';
import type { ICard } from '../model';

/** Show what a fix does, of all its kind or of the failing line; do nothing yet. */
export async function showFix(
  { app, edits, notebooks, panel, reruns }: ICommandContext,
  { card, fix }: { readonly card: ICard; readonly fix: IFix },
  isForAll: boolean
): Promise<void> {
  const watcher = notebooks.current;
  if (watcher) {
    app.shell.activateById(panel.id);
    panel.showWork();
    await (fix.action?.kind === 'restart'
      ? reruns.plan(watcher, card.incident, {})
      : edits.preview(watcher, card, fix, isForAll));
  }
}

/** Run what shows whether it helps, or plan that where it takes a new process. */
export function tryEdit(
  { reruns }: ICommandContext,
  editing: Editing
): Promise<void> {
  const { watcher, failure, fix, next } = editing;
  if (next === 'run') {
    return editing.run();
  }
  const { incident } = failure;
  const lost = lostBy(incident);
  const set = fix.action?.kind === 'environment' ? fix.action.variables : null;
  // What died has its new process already: only a variable comes too late there.
  return lost && !set
    ? reruns.bringBack(watcher, incident, lost)
    : reruns.plan(watcher, incident, set ?? {});
}
