import type { IReading } from '../incident/types';
import { memoize } from '../shared/memoize';
import { confidenceOf } from './match';
import type { Confidence, IEntry, ISign } from './types';

/**
 * So long may a pattern be, or one of its alternatives: recheck takes minutes
 * to prove a longer one linear without regard to capital letters.
 */
const MAX_SOURCE = 500;

function atMostLikely(sign: ISign, reading: IReading): Confidence {
  const confidence = confidenceOf(sign, reading);
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

const WORD_BEFORE = /^(?:[a-z\d:,]|\\\))$/i;
const WORD_AFTER = /^(?:[a-z\d()]|\\\()$/i;

/** Quotes alone, or a class of nothing else; not the sign of a group's name. */
const QUOTES = /^(?:["'`]|\[["'`]+\])$/;

/** What a closing quote stands behind: without it the name must end there, too. */
const ENDS_NAME = /^(?:[\w)?]|\[.*\]|\\w)$/;

/** What a colon between words stands behind; behind a call's it says more. */
const BEFORE_COLON = /^(?:[a-z\d})]|\[.*\])$/i;

/** Whether a mark between words, `: ` or `, `, may be lost. */
function mayBeLost(mark: string, before: string): boolean {
  return mark === ',' || (mark === ':' && BEFORE_COLON.test(before));
}

/** Whether a bracket stands around words, not around what a call is given. */
function isAside(part: string, before: string): boolean {
  return part === '\\('
    ? before === ' '
    : part === '\\)' && before !== '' && before !== '\\(';
}

/** A repetition, and a look ahead that would see the quote itself. */
const KEEPS = /^(?:[?*+{]|\(\?[!=])/;

/** A class of all but quotes: what it takes ends where a quote stands. */
const UP_TO_QUOTE = /^\[\^[^\]]*["'`]/;

/** What stands around a message in Markdown. */
const AROUND = '[*_`"\']{0,3}';

/**
 * The source of a pattern as loosely as people copy a message: without the
 * blanks between words, without its quotes but the first, without colons,
 * commas and the brackets around words, in bold or as code. A repetition
 * without an end needs all of them: they keep the search linear, and short
 * words apart from others.
 */
function loose(source: string): string {
  const all = parts(source);
  if (all.includes('+') || all.includes('*')) {
    return source;
  }
  const quoted = all.some(part => UP_TO_QUOTE.test(part));
  return all
    .map((part, at) => {
      const before = all[at - 1] ?? '';
      const after = all[at + 1] ?? '';
      if (after === ' ' && mayBeLost(part, before)) {
        return `(?: ?${part} ?| )`;
      }
      if (part === ' ' && mayBeLost(before, all[at - 2] ?? '')) {
        return '';
      }
      if (part === ' ' && WORD_BEFORE.test(before) && WORD_AFTER.test(after)) {
        return ' ?';
      }
      if (isAside(part, before) && !KEEPS.test(after)) {
        return `${part}?`;
      }
      if (
        QUOTES.test(part) &&
        at > 0 &&
        before !== '^' &&
        !quoted &&
        !KEEPS.test(all.slice(at + 1, at + 4).join(''))
      ) {
        return ENDS_NAME.test(before) && !WORD_AFTER.test(after)
          ? `(?:${part}|(?!\\w))`
          : `${part}?`;
      }
      if (part === '^' && at === 0) {
        return `^${AROUND}`;
      }
      return part === '$' && at === all.length - 1 ? `${AROUND}$` : part;
    })
    .join('');
}

function relaxedSigns(sign: ISign): ISign[] {
  const { source, flags } = sign.pattern;
  return alternatives(source)
    .filter(one => one.length <= MAX_SOURCE)
    .map(one => ({
      ...sign,
      confidence: reading => atMostLikely(sign, reading),
      pattern: new RegExp(loose(one), flags.includes('i') ? flags : `${flags}i`)
    }));
}

/**
 * The entry for a text that somebody typed or copied by hand: in the titles of
 * reports, and in what is looked up, capital letters are lost or won, blanks
 * and quotes are lost, and Markdown stands around. An assertion line is never
 * typed.
 */
export const relaxed = memoize((entry: IEntry): IEntry => {
  const signs = entry.signs.filter(({ where }) => where !== 'assertion');
  return { ...entry, signs: signs.flatMap(relaxedSigns) };
});
