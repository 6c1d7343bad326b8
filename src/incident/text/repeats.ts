/** A line and what ends it; a lone return starts a progress bar anew. */
const LINE = /[^\r\n]*(?:\r\n?|\n|$)/g;

/** What changes from one step of a training to the next: no letter. */
const CHANGING = /[^A-Za-z\u00c0-\u1fff\u3040-\uffff]+/g;

/** Assertions, which are counted, and what several ranks write by turns. */
const COUNTS = /Assertion|\[rank\d/;

/** Lines that say the same in letters are kept so often. */
const REPEATS = 2;

/**
 * A log without what fills it: runs of lines that say the same with other
 * numbers, and states of a progress bar that another state wrote over.
 */
export function withoutRepeats(text: string): string {
  const seen = new Map<string, number>();
  let before = '';
  const kept = (text.match(LINE) ?? []).filter(line => {
    const isState = line.endsWith('\r');
    // Frames, their source and printed tables are indented, as are some bars.
    if (COUNTS.test(line) || (!isState && /^\s/.test(line))) {
      return true;
    }
    const words = line.replace(CHANGING, ' ');
    // Bars of several processes write by turns; other lines follow each other.
    const again = isState || words === before;
    const times = again ? (seen.get(words) ?? 0) : 0;
    seen.set(words, times + 1);
    before = words;
    return times < REPEATS;
  });
  return kept.join('');
}
