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
  { word: '(most recent call last)', extent: 6000 }
];

/** Words too common for all of a log: exceptions without a traceback. */
const NEAR_MARKS: readonly IMark[] = [
  { word: 'Error: ', extent: 1000 },
  { word: 'CUDA error', extent: 1000 },
  { word: 'killed by signal', extent: 500 }
];

/** So far from the head and from the tail `NEAR_MARKS` are looked for. */
const NEAR = 1_000_000;

/** At most so many places are looked at per word. */
const MAX_PLACES = 50_000;

/** What comes before a word in its line, at most. */
const MAX_LEAD = 300;

/** `[start, end)` in the text. */
type Span = readonly [number, number];

/** Numbers differ from thread to thread and from step to step; words tell. */
function skeleton(text: string, start: number, at: number): string {
  return text.slice(start, at + 120).replace(/\d+/g, '0');
}

/** Where `word` stands and what belongs to it; what is repeated, twice. */
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
  let same = '';
  let at = text.indexOf(word, from);
  while (at >= 0 && at < to && left > 0 && places < MAX_PLACES) {
    places += 1;
    // Thousands of threads fail the same assertion: seen by these few letters.
    const ahead = text.slice(at, at + 60);
    const lead = Math.max(at - MAX_LEAD, from);
    const start = lead + text.slice(lead, at).lastIndexOf('\n') + 1;
    const key = ahead === same ? '' : skeleton(text, start, at);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    if (times < 2) {
      const end = Math.min(at + extent, to);
      spans.push([start, end]);
      left -= end - start;
    }
    same = ahead;
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
  const share = Math.floor(budget / (MARKS.length + 2));
  const spans = MARKS.flatMap(mark => spansOf(mark, text, from, to, share));
  const windows: Span[] =
    to - from <= 2 * NEAR
      ? [[from, to]]
      : [
          [from, from + NEAR],
          [to - NEAR, to]
        ];
  const nearShare = Math.floor(
    (2 * share) / NEAR_MARKS.length / windows.length
  );
  for (const [start, end] of windows) {
    const window = text.slice(start, end);
    for (const mark of NEAR_MARKS) {
      for (const span of spansOf(mark, window, 0, end - start, nearShare)) {
        spans.push([start + span[0], start + span[1]]);
      }
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
