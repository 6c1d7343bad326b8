import type { Confidence, IEntry, ISign } from './types';

const known = new WeakMap<IEntry, IEntry>();

function atMostLikely(confidence: Confidence = 'certain'): Confidence {
  return confidence === 'certain' ? 'likely' : confidence;
}

function relaxedSign(sign: ISign): ISign {
  const { source, flags } = sign.pattern;
  return {
    ...sign,
    pattern: flags.includes('i')
      ? sign.pattern
      : new RegExp(source, `${flags}i`),
    confidence: atMostLikely(sign.confidence)
  };
}

/**
 * The entry for a text that somebody typed: in the titles of reports, and in
 * what is looked up, capital letters are lost or won. An assertion line is
 * never typed.
 */
export function relaxed(entry: IEntry): IEntry {
  let result = known.get(entry);
  if (!result) {
    const signs = entry.signs.filter(({ where }) => where !== 'assertion');
    result = { ...entry, signs: signs.map(relaxedSign) };
    known.set(entry, result);
  }
  return result;
}
