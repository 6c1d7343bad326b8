import type { ICellEdit } from './types';

/** Lines that stay are shown so far around a change. */
const AROUND = 3;

const LINE = /[^\n]*\n|[^\n]+$/g;

function linesOf(text: string): readonly string[] {
  return text.match(LINE) ?? [];
}

/** Lines with a mark before each, and a word where the last has no end. */
function marked(mark: string, lines: readonly string[]): string {
  return lines
    .map(line =>
      line.endsWith('\n')
        ? mark + line
        : `${mark}${line}\n\\ No newline at end of file\n`
    )
    .join('');
}

/**
 * The change of a file as a patch, one hunk from the first line that differs to
 * the last: `git apply` and `patch` take it.
 */
export function patchOf({
  cellId,
  file = cellId,
  before,
  after
}: ICellEdit): string {
  const [old, made] = [linesOf(before), linesOf(after)];
  let first = 0;
  while (first < old.length && old[first] === made[first]) {
    first += 1;
  }
  let same = 0;
  const most = Math.min(old.length, made.length) - first;
  while (
    same < most &&
    old[old.length - 1 - same] === made[made.length - 1 - same]
  ) {
    same += 1;
  }
  const start = Math.max(0, first - AROUND);
  const kept = Math.max(0, same - AROUND);
  const countOf = (lines: readonly string[]): number =>
    lines.length - kept - start;
  const name = file.replace(/^\//, '');
  return [
    `--- a/${name}\n+++ b/${name}\n`,
    `@@ -${start + 1},${countOf(old)} +${start + 1},${countOf(made)} @@\n`,
    marked(' ', old.slice(start, first)),
    marked('-', old.slice(first, old.length - same)),
    marked('+', made.slice(first, made.length - same)),
    marked(' ', old.slice(old.length - same, old.length - kept))
  ].join('');
}
