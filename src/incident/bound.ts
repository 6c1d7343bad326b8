/** No line longer than this is matched; its head and tail are kept. */
export const MAX_LINE = 2000;

/** No text longer than this is kept whole, in UTF-16 units. */
export const MAX_TEXT = 400_000;

const TELLING = [
  'Error',
  'Assertion',
  'error:',
  'killed by signal',
  'terminate called',
  'Traceback',
  'CUDA',
  'NCCL'
];

const CUT = ' … ';

/** Do not leave half of a surrogate pair at a cut. */
function cutAt(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? index - 1 : index;
}

/** A line of at most `MAX_LINE` units, its middle cut out when longer. */
export function boundLine(line: string): string {
  if (line.length <= MAX_LINE) {
    return line;
  }
  const half = Math.floor((MAX_LINE - CUT.length) / 2);
  return (
    line.slice(0, cutAt(line, half)) +
    CUT +
    line.slice(cutAt(line, line.length - half))
  );
}

/**
 * The lines of `middle` that may name a cause, with the lines after each, up
 * to a budget: what a long log says between its head and tail.
 */
function tellingLines(middle: string, budget: number): string {
  const kept: string[] = [];
  let used = 0;
  let from = 0;
  for (const word of TELLING) {
    from = 0;
    let found = 0;
    while (used < budget && found < 50) {
      const at = middle.indexOf(word, from);
      if (at < 0) {
        break;
      }
      const start = middle.lastIndexOf('\n', at) + 1;
      const end = Math.min(at + MAX_LINE, middle.length);
      const piece = middle.slice(Math.max(start, at - MAX_LINE), end);
      kept.push(piece);
      used += piece.length;
      found += 1;
      from = end;
    }
  }
  return kept.join('\n');
}

/**
 * A text of at most about `MAX_TEXT` units: the head (assertion lines come
 * first), the tail (the exception comes last) and the telling lines between.
 * Reads each character a fixed number of times.
 */
export function bound(text: string, limit: number = MAX_TEXT): string {
  if (text.length <= limit) {
    return text;
  }
  const share = Math.floor(limit / 3);
  const head = cutAt(text, share);
  const tail = cutAt(text, text.length - share);
  const middle = tellingLines(text.slice(head, tail), share);
  return [text.slice(0, head), middle, text.slice(tail)]
    .filter(part => part !== '')
    .join('\n');
}
