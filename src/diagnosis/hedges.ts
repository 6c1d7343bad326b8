import { english } from './english';
import type { IEntry, Values } from './types';

/** Words with which an entry says that it does not know which cause it is. */
const HEDGE =
  /\b(?:usually|often|mostly|probably|perhaps|likely|sometimes|nearly always|usual cause)\b|\bEither\b|\bUsual(?: reasons)?:|[:,] usual\b/i;

/**
 * Such words beside the cause, in more than one entry: whatever stands there,
 * cause and fix hold. What one entry says is its own `beside`.
 */
export const ASIDES: readonly RegExp[] = [
  // Where CUDA reports what it noticed late.
  /(?:usually|often) (?:a later one|not where it happened)/g,
  // How the refused number or value came about: the right one is the same.
  /Usually (?:it|the number|the step) was computed/g,
  /None usually comes from/g,
  // What the words mean, and no cause.
  /\bhow often\b|\beither (?:side|size|probs)\b|\beither[.,]/g
];

/**
 * Whether the title or the cause, as they would be shown for `values`, leaves
 * open which of several causes it is. Such a finding is not certain, whatever
 * its sign says: a promise of one cause has to name it.
 */
export function hedges(entry: IEntry, values: Values): boolean {
  const { title, cause } = entry.page(english, values);
  const said = ASIDES.reduce(
    (text, aside) => text.replaceAll(aside, ''),
    `${title}. ${cause}`
  );
  return HEDGE.test(entry.beside ? said.replace(entry.beside, '') : said);
}
