/** What a data set reads by the number that the loader asks for. */
import type { IFrame } from '../../incident/types';
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
