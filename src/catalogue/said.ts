import type { ISign } from '../diagnosis/types';

/**
 * The two signs of words that only torch says: raised as an exception's
 * message, and, weaker, printed to a stream (logs; clients that leave the
 * message empty).
 *
 * @param pattern - the words, white space folded
 * @param more - what both signs have in common beyond them
 */
export function said(
  pattern: RegExp,
  more: Pick<ISign, 'when' | 'confidence' | 'read'> = {}
): ISign[] {
  return [
    { where: 'message', pattern, ...more },
    { where: 'log', pattern, ...more }
  ];
}
