import { once } from './once';
import type { Confidence, IEntry, ISign } from './types';

/**
 * A longer pattern takes recheck minutes to prove linear without regard to
 * capital letters; such a one is left as it is.
 */
const MAX_SOURCE = 180;

function atMostLikely(confidence: Confidence = 'certain'): Confidence {
  return confidence === 'certain' ? 'likely' : confidence;
}

/** The alternatives of a pattern, outside of its groups: `a|b(c|d)`, two. */
function alternatives(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let inClass = false;
  let start = 0;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') {
      at++;
    } else if (inClass) {
      inClass = sign !== ']';
    } else if (sign === '[') {
      inClass = true;
    } else if (sign === '(' || sign === ')') {
      depth += sign === '(' ? 1 : -1;
    } else if (sign === '|' && depth === 0) {
      found.push(source.slice(start, at));
      start = at + 1;
    }
  }
  return [...found, source.slice(start)];
}

/**
 * The source of a pattern in which the blanks between words may be missing. A
 * repetition without an end needs its blanks: they keep the search linear.
 */
function withoutBlanks(source: string): string {
  return /[^\\][+*]/.test(source)
    ? source
    : source.replace(
        /\\[^)]|\[(?:\\.|[^\\\]])*\]|((?:\\\)|[a-z\d:,]) )(?=[a-z\d)])/gi,
        (part, blank?: string) => (blank === undefined ? part : `${blank}?`)
      );
}

function relaxedSigns(sign: ISign): ISign[] {
  const { source, flags } = sign.pattern;
  const confidence = atMostLikely(sign.confidence);
  return flags.includes('i')
    ? [{ ...sign, confidence }]
    : alternatives(source)
        .filter(one => one.length <= MAX_SOURCE)
        .map(one => ({
          ...sign,
          confidence,
          pattern: new RegExp(withoutBlanks(one), `${flags}i`)
        }));
}

/**
 * The entry for a text that somebody typed: in the titles of reports, and in
 * what is looked up, capital letters are lost or won. An assertion line is
 * never typed.
 */
export const relaxed = once((entry: IEntry): IEntry => {
  const signs = entry.signs.filter(({ where }) => where !== 'assertion');
  return { ...entry, signs: signs.flatMap(relaxedSigns) };
});
