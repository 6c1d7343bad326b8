import type { TranslationBundle } from '@jupyterlab/translation';

import type { IBlackBox, IDeath } from '../incident/death/death';
import { parseFault } from '../incident/death/faulthandler';
import type { ICard } from './model';

/** What a card may have to leave open. */
export type Hidden = 'exit-status' | 'cell' | 'line' | 'memory';

/** What is not known of a death, and why, in one sentence. */
export interface IHiddenFacts {
  readonly what: readonly Hidden[];
  readonly words: string;
}

/** What the card found of where it was: no cell is `''`, no line null. */
interface IFound {
  readonly cellId: string;
  readonly line: number | null;
}

/** What a card knows of where its failure was. */
type ILocated = Pick<
  ICard,
  'incident' | 'place' | 'own' | 'frames' | 'isUnread'
>;

/**
 * What of a death is not known here, and why.
 *
 * @returns nothing where all is known, and of a process that was never ready
 */
export function hiddenFacts(
  { exit, box, running, failedStarts }: IDeath,
  { cellId, line }: IFound,
  trans: TranslationBundle
): IHiddenFacts[] {
  if (failedStarts > 0) {
    return [];
  }
  const hasCell = cellId !== '' || !running;
  if (!box) {
    return [exit ? withoutBox(hasCell, trans) : withoutBoth(hasCell, trans)];
  }
  const hidden: IHiddenFacts[] = [];
  if (!exit) {
    hidden.push({
      what: ['exit-status'],
      words: trans.__(
        'The exit status is not known: only the server that started the kernel can tell it, with this extension installed there.'
      )
    });
  }
  if (!hasCell) {
    hidden.push({
      what: ['cell', 'line'],
      words: trans.__(
        'The cell is not known: what ran is not one cell of this notebook as it stands now.'
      )
    });
  } else if (running && line === null) {
    hidden.push({ what: ['line'], words: lineWords(box, trans) });
  }
  return hidden;
}

/**
 * What is said of so many cells that did not come to their end.
 *
 * @param isOneOfThem - the cell that ran is not known, and may be among them
 */
export function waitingWords(
  count: number,
  isOneOfThem: boolean,
  trans: TranslationBundle
): string {
  return isOneOfThem
    ? trans._n(
        '%1 cell was running or waited:',
        '%1 cells were running or waited:',
        count
      )
    : trans._n(
        '%1 cell waited behind it:',
        '%1 cells waited behind it:',
        count
      );
}

/** Where no process that came after has read the box. */
function withoutBox(hasCell: boolean, trans: TranslationBundle): IHiddenFacts {
  return hasCell
    ? {
        what: ['line', 'memory'],
        words: trans.__(
          'The line and the memory are not known: no process that came after has read the kernel’s black box.'
        )
      }
    : {
        what: ['cell', 'line', 'memory'],
        words: trans.__(
          'The cell, its line and the memory are not known: no process that came after has read the kernel’s black box.'
        )
      };
}

/** Nor has the server told how the process ended. */
function withoutBoth(hasCell: boolean, trans: TranslationBundle): IHiddenFacts {
  return hasCell
    ? {
        what: ['exit-status', 'line', 'memory'],
        words: trans.__(
          'Neither the exit status nor the line is known: the server that started the kernel told nothing, and no process that came after has read the kernel’s black box.'
        )
      }
    : {
        what: ['exit-status', 'cell', 'line', 'memory'],
        words: trans.__(
          'Neither the exit status nor the cell is known: the server that started the kernel told nothing, and no process that came after has read the kernel’s black box.'
        )
      };
}

/** Why a box that was read names no line of the cell. */
function lineWords(box: IBlackBox, trans: TranslationBundle): string {
  if (parseFault(box.fault)) {
    return trans.__(
      'The line is not known: Python’s report of the crash names none of this cell.'
    );
  }
  if (box.handlesFaults === false) {
    return trans.__(
      'The line is not known: something else than Python handles crashes in this kernel, and Python’s report, which would name the line, was not written.'
    );
  }
  return box.seenLine === null
    ? trans.__(
        'The line is not known: such an end leaves no report, and came before the black box, which looks about once a second, had seen the cell at work.'
      )
    : trans.__(
        'The line is not known: such an end leaves no report, and the last look at the cell may have been long before it.'
      );
}

/**
 * Why a card names no line of the cell that failed; null where it names one of
 * the user's own, and of what is no cell's failure.
 */
export function hiddenLine(
  { incident, place, own, frames, isUnread }: ILocated,
  trans: TranslationBundle
): string | null {
  const { kind, program } = incident.incident;
  const isKnown = place.line !== null || own !== null;
  if (kind !== 'cell' || incident.cellId === '' || isKnown || isUnread) {
    return null;
  }
  if (program) {
    return trans.__(
      'The line is not known: more than one line of this cell runs a program.'
    );
  }
  return frames.stack.length === 0
    ? trans.__(
        'The line is not known: no lines of code came with this error, as after %xmode Minimal.'
      )
    : trans.__(
        'The line is not known: the code that came with this error names no line of this cell.'
      );
}
