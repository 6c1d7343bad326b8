import type { TranslationBundle } from '@jupyterlab/translation';

import { lastException } from '../../incident/incident';
import { reportedLine } from '../../notebook/failure-location';
import type { IComparison } from '../../rerun/compare/compare';
import type { ICard } from '../model';

/** What is said of one line of a cell, in the cell itself. */
export interface ILineMark {
  readonly cellId: string;
  /** From 1. */
  readonly line: number;
  /** The text of the cell that has this line: another text has others. */
  readonly source: string;
  /** `warning` where the failure was only noticed there. */
  readonly severity: 'error' | 'warning';
  readonly title: string;
  /** The first thing to do, or null. */
  readonly fix: string | null;
}

/** At most so much of a message that is not recognised. */
const MAX_MESSAGE = 300;

function titleOf({ findings, incident }: ICard, trans: TranslationBundle) {
  const [best] = findings;
  if (best) {
    const { title, fixes } = best.entry.page(trans, best.values);
    return { title, fix: fixes[0]?.title ?? null };
  }
  const { ename, evalue } = lastException(incident.incident);
  return { title: `${ename}: ${evalue}`.slice(0, MAX_MESSAGE), fix: null };
}

/**
 * The lines to mark: where each failure was reported, and where a re-run with
 * blocking launches has found it.
 *
 * @param cards - newest first; the newest failure of a cell speaks for it
 */
export function marksOf(
  cards: readonly ICard[],
  comparison: IComparison | null,
  trans: TranslationBundle
): ILineMark[] {
  const { verdict, second } = comparison ?? {};
  const found = verdict === 'moved' || verdict === 'same' ? second : null;
  const trueLine = (found && reportedLine(found.place)) ?? null;
  const marks: ILineMark[] = [];
  const seen = new Set<string>();
  for (const card of cards) {
    const { cellId, incident } = card.incident;
    const line = reportedLine(card.place);
    if (line === null || seen.has(cellId)) {
      continue;
    }
    seen.add(cellId);
    const words = titleOf(card, trans);
    if (card.own) {
      const { cellId, line, source } = card.own;
      marks.push({ cellId, line, source, severity: 'error', ...words });
    }
    const { source } = incident;
    const isFound = found?.incident.cellId === cellId;
    if (isFound && trueLine !== null) {
      const title = trans.__('%1 (by the blocking re-run)', words.title);
      const fix = words.fix;
      const severity = 'error';
      marks.push({ cellId, source, line: trueLine, severity, title, fix });
    }
    if (!isFound || line !== trueLine) {
      const isLate = card.findings[0]?.entry.late === true;
      const title = isLate
        ? trans.__('Noticed here, as CUDA reports late: %1', words.title)
        : words.title;
      const severity = isLate ? 'warning' : 'error';
      marks.push({ cellId, source, line, severity, ...words, title });
    }
  }
  return marks;
}
