import { boundMiddle } from '../../incident/text/truncate';
import { fold } from '../../incident/text/clean';
import type { IReading } from '../../incident/types';

/** As much of a message as is matched. */
const MAX_MESSAGE = 16_000;

/** The details of a message stand within so many characters. */
const MAX_DETAILS = 600;

/**
 * What a message or a log says from `words` on, white space folded: there the
 * details of a matched sign are read, each by a small pattern of its own.
 *
 * @returns '' when the words are not found as they are (cut, wrapped)
 */
export function textFrom(reading: IReading, words: string): string {
  const messages = reading.exceptions.map(one =>
    fold(boundMiddle(one.message, MAX_MESSAGE))
  );
  const text = [...messages, reading.log].find(one => one.includes(words));
  const start = text?.indexOf(words) ?? 0;
  return text?.slice(start, start + MAX_DETAILS) ?? '';
}
