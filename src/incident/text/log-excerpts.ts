/**
 * What a long log says between its head and its tail. Looked for with
 * `indexOf`, which costs about as much as reading the text once.
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

/** One of their words: one look for all, as most logs hold none. */
const NEAR_MARK = new RegExp(NEAR_MARKS.map(({ word }) => word).join('|'));

/** So far from the head and from the tail `NEAR_MARKS` are looked for. */
const NEAR = 1_000_000;

/** At most so many places are looked at per word. */
const MAX_PLACES = 50_000;

/** Read for all words at once: so much stays in the processor's cache. */
const CHUNK = 100_000;

/** What comes before a word in its line, at most. */
const MAX_LEAD = 300;

/** `[start, end)` in the text. */
type Span = readonly [number, number];

/** Numbers differ from thread to thread and from step to step; words tell. */
function skeleton(text: string, start: number, at: number): string {
  return text.slice(start, at + 120).replace(/\d+/g, '0');
}

/** What belongs to a mark, wherever it stands; what is repeated, twice. */
class Spans {
  readonly found: Span[] = [];
  private readonly _seen = new Map<string, number>();
  private _places = 0;
  private _same = '';

  constructor(
    private readonly _mark: IMark,
    private readonly _text: string,
    private readonly _from: number,
    private readonly _to: number,
    private _left: number
  ) {}

  /** Looks at `[start, end)`, which is to follow what was looked at before. */
  look(start: number, end: number): void {
    const { word } = this._mark;
    const last = Math.min(end + word.length - 1, this._to);
    const part = this._text.slice(start, last);
    let at = part.indexOf(word);
    while (at >= 0 && this._left > 0 && this._places < MAX_PLACES) {
      this._places += 1;
      this._take(start + at);
      at = part.indexOf(word, at + word.length);
    }
  }

  private _take(at: number): void {
    // Thousands of threads fail the same assertion: seen by these few letters.
    const ahead = this._text.slice(at, at + 60);
    const lead = Math.max(at - MAX_LEAD, this._from);
    const start = lead + this._text.slice(lead, at).lastIndexOf('\n') + 1;
    const key = ahead === this._same ? '' : skeleton(this._text, start, at);
    const times = this._seen.get(key) ?? 0;
    this._seen.set(key, times + 1);
    if (times < 2) {
      const end = Math.min(at + this._mark.extent, this._to);
      this.found.push([start, end]);
      this._left -= end - start;
    }
    this._same = ahead;
  }
}

/**
 * Where `marks` stand in `[from, to)`, and what belongs to each.
 *
 * @param budget - of each mark, in UTF-16 units
 */
function spansOf(
  marks: readonly IMark[],
  text: string,
  from: number,
  to: number,
  budget: number
): Span[] {
  const all = marks.map(mark => new Spans(mark, text, from, to, budget));
  for (let start = from; start < to; start += CHUNK) {
    all.forEach(spans => spans.look(start, Math.min(start + CHUNK, to)));
  }
  return all.flatMap(({ found }) => found);
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
export function logExcerpts(
  text: string,
  from: number,
  to: number,
  budget: number
): string[] {
  const share = Math.floor(budget / (MARKS.length + 2));
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
  const spans = [
    ...spansOf(MARKS, text, from, to, share),
    ...windows
      .filter(([start, end]) => NEAR_MARK.test(text.slice(start, end)))
      .flatMap(([start, end]) =>
        spansOf(NEAR_MARKS, text, start, end, nearShare)
      )
  ];
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
