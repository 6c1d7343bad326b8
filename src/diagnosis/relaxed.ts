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

/** The source of a pattern cut into escapes, classes and single signs. */
function parts(source: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < source.length) {
    let end = at;
    if (source[at] === '[') {
      do {
        end += source[end] === '\\' ? 2 : 1;
      } while (end < source.length && source[end] !== ']');
    } else if (source[at] === '\\') {
      end++;
    }
    found.push(source.slice(at, end + 1));
    at = end + 1;
  }
  return found;
}

/** The alternatives of a pattern, outside of its groups: `a|b(c|d)`, two. */
function alternatives(source: string): string[] {
  const found = [''];
  let depth = 0;
  for (const part of parts(source)) {
    if (part === '|' && depth === 0) {
      found.push('');
      continue;
    }
    if (part === '(' || part === ')') {
      depth += part === '(' ? 1 : -1;
    }
    found[found.length - 1] += part;
  }
  return found;
}

/**
 * The source of a pattern in which the blanks between words may be missing. A
 * repetition without an end needs its blanks: they keep the search linear.
 */
function withoutBlanks(source: string): string {
  const all = parts(source);
  return all.includes('+') || all.includes('*')
    ? source
    : all
        .map((part, at) =>
          part === ' ' &&
          /^(?:[a-z\d:,]|\\\))$/i.test(all[at - 1] ?? '') &&
          /^[a-z\d()]$/i.test(all[at + 1] ?? '')
            ? ' ?'
            : part
        )
        .join('');
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
 * what is looked up, capital letters are lost or won, and blanks are lost. An
 * assertion line is never typed.
 */
export const relaxed = once((entry: IEntry): IEntry => {
  const signs = entry.signs.filter(({ where }) => where !== 'assertion');
  return { ...entry, signs: signs.flatMap(relaxedSigns) };
});
