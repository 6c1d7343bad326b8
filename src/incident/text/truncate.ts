import { withoutRepeats } from './repeats';
import { logExcerpts } from './log-excerpts';

/** No line longer than this is matched; its head and tail are kept. */
export const MAX_LINE = 2000;

/** No text longer than this is kept whole, in UTF-16 units. */
export const MAX_TEXT = 120_000;

const CUT = ' … ';

/** Do not leave half of a surrogate pair at a cut. */
function cutAt(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? index - 1 : index;
}

/** `text` with its middle cut out when it is longer than `limit` units. */
export function boundMiddle(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const half = Math.floor((limit - CUT.length) / 2);
  return (
    text.slice(0, cutAt(text, half)) +
    CUT +
    text.slice(cutAt(text, text.length - half))
  );
}

/** A line of at most `MAX_LINE` units, its middle cut out when longer. */
export function boundLine(line: string): string {
  return boundMiddle(line, MAX_LINE);
}

/** The pieces of a long text that are kept: head, telling lines, tail. */
function keptPieces(text: string, limit: number): string[] {
  const share = Math.floor(limit / 3) - 1;
  const head = lineStart(text, share);
  const tail = lineStart(text, text.length - share);
  const middle = logExcerpts(text, head, tail, share);
  return [text.slice(0, head), ...middle, text.slice(tail)];
}

/** The pieces, each on lines of its own. */
function joinedPieces(pieces: readonly string[]): string {
  return pieces
    .map(part => (part.endsWith('\n') ? part.slice(0, -1) : part))
    .join('\n');
}

/**
 * A text of at most `limit` units: the head (assertion lines come first), the
 * tail (the exception comes last) and the telling lines between, without the
 * lines that repeat with other numbers. Cuts fall on line ends where one is
 * near. Reads each character a fixed number of times.
 *
 * @param text - anything that was printed, of any size
 * @param limit - in UTF-16 units
 */
export function bound(text: string, limit: number = MAX_TEXT): string {
  return text.length <= limit
    ? text
    : joinedPieces(keptPieces(text, limit).map(withoutRepeats));
}

/**
 * As `bound`, with the lines that repeat: that a program printed many lines
 * after an error tells that it went on.
 */
export function boundWithRepeats(
  text: string,
  limit: number = MAX_TEXT
): string {
  return text.length <= limit ? text : joinedPieces(keptPieces(text, limit));
}

/** The start of the line that holds `index`, unless it is far away. */
function lineStart(text: string, index: number): number {
  const far = Math.max(index - MAX_LINE, 0);
  const end = text.slice(far, index).lastIndexOf('\n');
  return end < 0 ? cutAt(text, index) : far + end + 1;
}
