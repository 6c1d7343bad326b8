import type { ISign, Values } from '../diagnosis/types';
import type { IReading } from '../incident/types';

/** A sign in a message or a stream; what it reads is the caller's to name. */
type ITextSign<Read extends object> = Omit<ISign, 'read'> & {
  readonly read?: (groups: Values, reading: IReading) => Read;
};

/**
 * The two signs of words that only torch says: raised as an exception's
 * message, and, weaker, printed to a stream (logs; clients that leave the
 * message empty).
 *
 * @param pattern - the words, white space folded
 * @param more - what both signs have in common beyond them
 */
export function messageOrLog<const Read extends object = Values>(
  pattern: RegExp,
  more: Pick<ITextSign<Read>, 'when' | 'tells' | 'confidence' | 'read'> = {}
): ITextSign<Read>[] {
  return [
    { where: 'message', pattern, ...more },
    { where: 'log', pattern, ...more }
  ];
}
