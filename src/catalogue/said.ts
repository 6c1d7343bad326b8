import type { IReading, ISign, Values } from '../diagnosis/types';
import { isPasted } from '../diagnosis/reading';

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

/** What a sign reads that tells a kind of its entry's cause by itself. */
export function ofKind(kind: string): { read: () => Values } {
  return { read: () => ({ kind }) };
}

/** Whether nothing but printed lines tells of the failure, if it is one. */
export function nothingRaised({ exceptions, incident }: IReading): boolean {
  return (
    exceptions.length === 0 ||
    (isPasted(incident) &&
      exceptions.every(
        ({ name, frames }) => name === '' && frames.length === 0
      ))
  );
}

/** Whether a stream holds a line of that form. */
export function hasLine({ streams }: IReading, line: RegExp): boolean {
  return line.test(streams.stderr) || line.test(streams.stdout);
}

/** Whether no exception has a class; a traceback may have been cut before it. */
export function classless({ exceptions }: IReading): boolean {
  return exceptions.every(({ name }) => name === '');
}

/**
 * Whether no exception's class is told: there is none, or a traceback was cut
 * before the line that names it, and what stands there is something else.
 */
export function classUntold({ exceptions }: IReading): boolean {
  return exceptions.every(
    ({ name }) => !/(?:Error|Exception|Interrupt|Exit|Warning)$/.test(name)
  );
}
