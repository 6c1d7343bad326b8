/** Shorter names are near to too many others. */
const SHORTEST = 4;

/** A name without its case and its low lines, in which people err most. */
export function bare(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** Whether two names have the same letters, in whatever order and case. */
export function hasSameLetters(name: string, other: string): boolean {
  const [one, two] = [name, other].map(text =>
    [...text.toLowerCase()].sort().join('')
  );
  return one === two;
}

/** Whether `other` is `name` with one letter more, less, changed or exchanged. */
export function isNear(name: string, other: string): boolean {
  const start = [...name].findIndex((letter, at) => letter !== other[at]);
  if (start < 0) {
    return other.length === name.length + 1;
  }
  const [a, b] = [name.slice(start), other.slice(start)];
  return (
    a.slice(1) === b ||
    b.slice(1) === a ||
    a.slice(1) === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Names that are used, or begin a line that gives them a value; no keyword of a call. */
const NAMES =
  /(?<![\w.'"])[a-z_]\w{2,60}\b(?! ?=[^=])|(?<=^[ \t]{0,40})[a-z_]\w{2,60}(?= ?=[^=])/gim;

/** A name of `code`, none of an attribute, that differs from `name` by one slip. */
export function nearIn(code: string, name: string): string | undefined {
  if (name.length < SHORTEST) {
    return undefined;
  }
  const names = [...code.matchAll(NAMES)];
  return names
    .map(([found]) => found)
    .find(found => found !== name && isNear(name, found));
}
