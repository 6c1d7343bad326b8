/**
 * What a long log says between its head and its tail. Looked for with
 * `indexOf`, which costs about as much as reading the text once per word.
 */

interface IMark {
  readonly word: string;
  /** How much of what follows belongs to it, in UTF-16 units. */
  readonly extent: number;
}

/** Words that stand in few other lines, so that `indexOf` is quick. */
const MARKS: readonly IMark[] = [
  { word: 'Assertion', extent: 500 },
  { word: '(most recent call last)', extent: 6000 },
  { word: 'killed by signal', extent: 500 },
  { word: 'CUDA error', extent: 1000 }
];

/** Exceptions without a traceback; the word is too common for all of a log. */
const NEAR_MARK: IMark = { word: 'Error: ', extent: 1000 };

/** So far from the head and from the tail `NEAR_MARK` is looked for. */
const NEAR = 4_000_000;

/** At most so many places are looked at per word. */
const MAX_PLACES = 2000;

/** What comes before a word in its line, at most. */
const MAX_LEAD = 300;

/** `[start, end)` in the text. */
type Span = readonly [number, number];

/** Numbers differ from thread to thread and from step to step; words tell. */
function skeleton(text: string, start: number, at: number): string {
  return text.slice(start, at + 120).replace(/\d+/g, '0');
}

function spansOf(
  { word, extent }: IMark,
  text: string,
  from: number,
  to: number,
  budget: number
): Span[] {
  const spans: Span[] = [];
  const seen = new Map<string, number>();
  let left = budget;
  let places = 0;
  let at = text.indexOf(word, from);
  while (at >= 0 && at < to && left > 0 && places < MAX_PLACES) {
    places += 1;
    const lead = Math.max(at - MAX_LEAD, from);
    const start = lead + text.slice(lead, at).lastIndexOf('\n') + 1;
    const key = skeleton(text, start, at);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    if (times < 2) {
      const end = Math.min(at + extent, to);
      spans.push([start, end]);
      left -= end - start;
    }
    at = text.indexOf(word, at + word.length);
  }
  return spans;
}

/** In order, and without overlaps. */
function merged(spans: Span[]): Span[] {
  const result: [number, number][] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result[result.length - 1];
    if (last && start <= last[1]) {
      last[1] = Math.max(last[1], end);
    } else {
      result.push([start, end]);
    }
  }
  return result;
}

/**
 * The pieces of `text` between `from` and `to` that may name a cause, in
 * their order, at most `budget` units together. A piece that is repeated with
 * other numbers is given twice.
 */
export function tellingPieces(
  text: string,
  from: number,
  to: number,
  budget: number
): string[] {
  const share = Math.floor(budget / (MARKS.length + 1));
  const spans = MARKS.flatMap(mark => spansOf(mark, text, from, to, share));
  const near: Span[] =
    to - from <= 2 * NEAR
      ? [[from, to]]
      : [
          [from, from + NEAR],
          [to - NEAR, to]
        ];
  for (const [start, end] of near) {
    const window = text.slice(start, end);
    for (const [a, b] of spansOf(
      NEAR_MARK,
      window,
      0,
      window.length,
      Math.floor(share / near.length)
    )) {
      spans.push([start + a, start + b]);
    }
  }
  const pieces: string[] = [];
  let left = budget;
  for (const [start, end] of merged(spans)) {
    const piece = text.slice(start, Math.min(end, start + left));
    left -= piece.length + 1;
    if (left < 0) {
      break;
    }
    pieces.push(piece);
  }
  return pieces;
}
