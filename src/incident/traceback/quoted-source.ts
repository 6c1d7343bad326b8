import type { ICleanLine } from '../text/clean';

/**
 * A line of source as IPython and rich print it, the current one marked. A box
 * of rich that was cut keeps its side.
 */
const SOURCE =
  /^(?:│ )? {0,12}(?:(?<mark>-{1,6}>|❱) {0,12})?(?<line>\d{1,7})(?:[\s│]|$)/;

/** So many lines of source are looked for on each side of the current one. */
const MAX_CONTEXT = 50;

/**
 * A log without the source that stands around the current line of a frame: it
 * quotes messages that nobody raised. A line belongs to it by its number.
 */
export function withoutQuotedSource(
  lines: readonly ICleanLine[]
): readonly ICleanLine[] {
  const sources = lines.map(({ text }) => SOURCE.exec(text)?.groups);
  const quoted = new Set<number>();
  sources.forEach((current, at) => {
    if (current?.mark === undefined) {
      return;
    }
    for (const step of [-1, 1]) {
      for (let n = 1; n <= MAX_CONTEXT; n += 1) {
        const source = sources[at + step * n];
        const isNext =
          source?.mark === undefined &&
          Number(source?.line) === Number(current.line) + step * n;
        if (!isNext) {
          break;
        }
        quoted.add(at + step * n);
      }
    }
  });
  return quoted.size === 0 ? lines : lines.filter((_, at) => !quoted.has(at));
}
