/** What a data set reads by the number that the loader asks for. */
import type { IFix, ITranslate } from '../../diagnosis/types';
import type { IFrame } from '../../incident/types';
import { check } from '../fix';
import { bareName } from '../predicates';

/** `self.images[index]`. */
const ENTRY = /\b(?<entries>self\.\w{1,40})\[(?:idx|index|item|i|ix|ind)\]/;

/**
 * What the line of a __getitem__ reads so; undefined for any other line, and for
 * one that reads two things, of which either may have failed.
 */
export function entriesAsked(frame: IFrame): string | undefined {
  return bareName(frame) === '__getitem__' && frame.code.split('[').length === 2
    ? ENTRY.exec(frame.code)?.groups?.entries
    : undefined;
}

/** A data set that says it is longer than the list `entries` that it reads. */
export function asLongAs(trans: ITranslate, entries: string): IFix {
  return check(
    trans.__('Let the data set be as long as %1', entries),
    `def __len__(self):\n    return len(${entries})`,
    trans.__(
      'Images without labels, or labels without images: bring both lists to one length first.'
    )
  );
}
