/** Reads what a kernel tells as untrusted data. */

export type Data = Readonly<Record<string, unknown>>;

/** At most so many texts of a list are kept. */
const MAX_TEXTS = 20;

/** An object, empty for anything else. */
export function dataOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

/** A text, or null for anything else. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The objects of a list; none where it is no list. */
export function asList(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(each => (each ?? {}) as Data) : [];
}

/** The texts of a list; none where it is no list. */
export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value
        .filter((each): each is string => typeof each === 'string')
        .slice(0, MAX_TEXTS)
    : [];
}

/** The numbers of a list; null where it is no list of numbers. */
export function asNumbers(value: unknown): readonly number[] | null {
  return Array.isArray(value) && value.every(each => typeof each === 'number')
    ? value
    : null;
}

/** The one of some words that a value is; null for any other. */
export function asWord<Word extends string>(
  words: readonly Word[],
  value: unknown
): Word | null {
  return words.find(word => word === value) ?? null;
}
