import type { ICellIncident } from '../../notebook/types';

/** Cells that lost what they need. */
export interface ILostCells {
  readonly purpose: 'lost' | 'missing';
  /** The ids of those that shall run, in order; none where none was running. */
  readonly targets: readonly string[];
  /** The ids of those that had run, as far as the page remembers. */
  readonly earlier: readonly string[];
  /** The name that is missed; null where everything is. */
  readonly missing: string | null;
}

/** What a kernel's death took, or an earlier process had; else null. */
export function lostBy({
  cellId,
  incident,
  lost
}: ICellIncident): ILostCells | null {
  if (lost) {
    const targets = [cellId, ...lost.queued].filter(id => id !== '');
    return { purpose: 'lost', targets, earlier: lost.earlier, missing: null };
  }
  const { live } = incident;
  const isMissing =
    live?.kind === 'name' &&
    (live.whereabouts === 'restarted' || live.whereabouts === 'unrun');
  return isMissing
    ? {
        purpose: 'missing',
        targets: [cellId],
        earlier: [],
        missing: live.name
      }
    : null;
}
