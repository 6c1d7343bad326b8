/** A quoted piece is at most so long. */
const MAX_QUOTE = 600;

/**
 * The index in `text` of the character that stands at `index` once white
 * space is folded (`fold`): a run counts as one blank, a leading one as none.
 */
export function unfold(text: string, index: number): number {
  const runs = /\s+/g;
  runs.lastIndex = text.search(/\S|$/);
  let removed = runs.lastIndex;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    if (run.index - removed >= index) {
      break;
    }
    removed += run[0].length - 1;
  }
  return Math.min(index + removed, text.length);
}

/**
 * The lines of `text` that hold a match found in its folded form, as they are.
 *
 * @param text - cleaned text
 * @param index - of the match in the folded text
 * @param length - of the match in the folded text
 */
export function quote(text: string, index: number, length: number): string {
  const start = unfold(text, index);
  const end = unfold(text, index + Math.max(length - 1, 0)) + 1;
  const from = text.lastIndexOf('\n', start) + 1;
  const to = text.indexOf('\n', end);
  const lines = text.slice(from, to < 0 ? undefined : to).trim();
  if (lines.length <= MAX_QUOTE) {
    return lines;
  }
  // A long line is cut round the match.
  const before = Math.max(from, start - MAX_QUOTE / 4);
  const piece = text.slice(before, before + MAX_QUOTE).trim();
  return `${before > from ? '… ' : ''}${piece} …`;
}
