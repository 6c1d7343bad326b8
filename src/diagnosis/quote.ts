import { clean } from '../incident/clean';

/** A quoted piece is at most so long. */
const MAX_QUOTE = 600;

/**
 * The lines of `text` in which `folded` was found, as printed but for
 * colours. `folded` comes from a text whose white space was folded, so any
 * run of white space in `text` stands for one of its blanks.
 *
 * @param missing - the answer when it cannot be found again
 */
export function quote(
  text: string,
  folded: string,
  missing: string = folded
): string {
  const cleaned = clean(text);
  // Only the start is searched: a long message is cut from there on.
  const wanted = folded.slice(0, 120);
  const start = findFolded(cleaned, wanted);
  if (start < 0) {
    return missing.slice(0, MAX_QUOTE);
  }
  const from = cleaned.lastIndexOf('\n', start) + 1;
  const to = cleaned.indexOf('\n', start + wanted.length);
  const lines = cleaned.slice(from, to < 0 ? undefined : to);
  return lines.length <= MAX_QUOTE ? lines : `${lines.slice(0, MAX_QUOTE)} …`;
}

/** Index in `text` of `folded`, runs of white space counting as one blank. */
function findFolded(text: string, folded: string): number {
  const escaped = folded
    .trim()
    .split(' ')
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  return escaped === '' ? -1 : text.search(new RegExp(escaped));
}
