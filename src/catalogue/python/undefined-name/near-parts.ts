import { bare, isNear } from '../../shared/near';

/** Both names have at least so many letters in common. */
const SHORTEST = 8;

/** As many letters as one name may have more than the other, in one place. */
const MOST_MORE = 4;

/** Whether `long` is `short` with a few letters put in at one place. */
function isWithMore(short: string, long: string): boolean {
  const more = long.length - short.length;
  if (more < 1 || more > MOST_MORE || short.length < SHORTEST) {
    return false;
  }
  const differs = [...short].findIndex((letter, at) => letter !== long[at]);
  const start = differs < 0 ? short.length : differs;
  return Array.from({ length: start + 1 }, (_, at) => at).some(
    at => short === long.slice(0, at) + long.slice(at + more)
  );
}

/**
 * A name of `code` with a syllable more or less than `name`, and none that it
 * gets a number's worth of siblings from: `layer_1` is no slip for `layer_12`.
 */
export function partlyIn(code: string, name: string): string | undefined {
  const names = [
    ...code.matchAll(/(?<![\w.'"])[A-Z_]\w{2,60}\b(?! ?=[^=])/gi)
  ].map(([found]) => found);
  return names.find(
    found =>
      found.replace(/\d+/g, '') !== name.replace(/\d+/g, '') &&
      (isWithMore(name, found) || isWithMore(found, name))
  );
}

/** `mod_level` where the line has `mod.level`: a dot in place of the low line. */
export function dottedIn(
  code: string,
  name: string,
  line: string
): string | undefined {
  const part = new RegExp(
    String.raw`(?<![\w.])${name}\.(?<part>\w{1,40})`
  ).exec(line)?.groups?.part;
  const whole = `${name}_${part ?? ''}`;
  return part !== undefined &&
    new RegExp(String.raw`(?<![\w.'"])${whole}\b`).test(code)
    ? whole
    : undefined;
}

/** Whether two names differ in case and low lines alone. */
export function isSame(name: string, other: string): boolean {
  return name !== other && bare(name) === bare(other);
}

/**
 * One of `names` that differs from `name` in case and low lines alone. A class is no slip
 * for its object, nor an object for its class.
 *
 * @param isClass - whether a name is that of a class
 */
export function sameIn(
  names: readonly string[],
  name: string,
  isClass: (name: string) => boolean
): string | undefined {
  return names.find(
    found =>
      isSame(found, name) &&
      name.length > 1 &&
      isClass(found) === /^[A-Z][A-Za-z]*[a-z]/.test(name)
  );
}

/** So long is what a name shares with another that has a word more. */
const SHORTEST_STEM = 8;

/** Whether two words are one, or one is the other cut short: `dir` of `directory`. */
function isCut(word: string, other: string): boolean {
  const [short, long] =
    word.length < other.length ? [word, other] : [other, word];
  return long === short || (short.length >= 3 && long.startsWith(short));
}

/** Whether a name is another with words added at its end, or with words cut short. */
function isWordwise(name: string, other: string): boolean {
  const [one, two] = [name, other].map(each => each.split('_'));
  if (one.length === two.length) {
    return one.length > 1 && one.every((word, at) => isCut(word, two[at]));
  }
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  const more = long.slice(short.length);
  return (
    short.length > 1 &&
    short.join('_').length >= SHORTEST_STEM &&
    short.every((word, at) => word === long[at]) &&
    more.every(word => /^[a-z]{2,20}$/i.test(word))
  );
}

/**
 * The one of `names` that has a word more or less at its end than `name`, or its
 * words cut short; undefined where none or several are such.
 */
export function wordwiseIn(
  names: readonly string[],
  name: string
): string | undefined {
  const found = names.filter(one => one !== name && isWordwise(name, one));
  return found.length === 1 ? found[0] : undefined;
}

/** Names that are too short for a slip, unless the cell has the whole one, too. */
const SHORT = 3;

/** One of `names` of which `name` has lost a letter, where the failed cell has it: `ags`, `args`. */
export function lostIn(
  names: readonly string[],
  name: string,
  source: string
): string | undefined {
  return name.length === SHORT
    ? names.find(
        one =>
          one.length === SHORT + 1 &&
          isNear(name, one) &&
          new RegExp(String.raw`(?<![\w.])${one}\b`).test(source)
      )
    : undefined;
}

/** So many names that begin alike can be told. */
const FEW = 3;

/**
 * The names of which `name` is the beginning, those of the failed cell first,
 * where a line of it ends so; none where there are too many.
 */
export function begunIn(
  names: readonly string[],
  name: string,
  source: string
): readonly string[] {
  const found = names.filter(
    one => one.length > name.length && one.startsWith(name)
  );
  const endsSo = new RegExp(String.raw`(?<![\w.])${name}[ \t]*$`, 'm');
  return name.length < SHORT || found.length > FEW || !endsSo.test(source)
    ? []
    : found.sort(
        (one, other) =>
          Number(source.includes(other)) - Number(source.includes(one))
      );
}
