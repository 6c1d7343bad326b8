/** Terminals and mail programs wrap at such widths. */
const NARROWEST = 60;
const WIDEST = 250;

/** Widths that need no second line to be believed. */
const USUAL = [72, 79, 80, 100, 120, 132, 160];

/** An assertion line that does not reach its end. */
const OPEN_ASSERTION = /: block: \[|\.cuh?:\d|Assertion [`'"]/;

/** Lines that begin something of their own. */
const FRESH =
  /^(?:\s{2}|\t|$|File "|Traceback|\[rank|[-=_*#~]{3}|\[?\d{4}-\d\d-\d\d[ T]\d\d:)/;

/** Rules, and the lines of a box, which are all of one width. */
const RULE = /^[-=_*#~+ ─━]+$|^\s*[│┃╭╰┏┗]/;

/** A log longer than this is looked at only so far. */
const MAX_LINES = 2000;

/**
 * The width at which a terminal cut the lines, also inside words; 0 when
 * they do not look cut.
 */
function wrapWidth(lines: readonly string[]): number {
  const widths = new Map<number, Set<string>>();
  let longest = 0;
  for (let at = 0; at < Math.min(lines.length, MAX_LINES); at++) {
    const line = lines[at];
    const width = line.length;
    longest = Math.max(longest, width);
    if (width < NARROWEST || width > WIDEST || at + 1 === lines.length) {
      continue;
    }
    const next = lines[at + 1];
    if (
      OPEN_ASSERTION.test(line) &&
      !line.includes('failed') &&
      next.includes('failed')
    ) {
      return width;
    }
    if (!RULE.test(line) && !FRESH.test(next)) {
      const seen = widths.get(width) ?? new Set();
      widths.set(width, seen.add(line.replace(/\d+/g, '0')));
    }
  }
  // Threads repeat a line with other numbers: that is no sign of a wrap.
  const cut = widths.get(longest)?.size ?? 0;
  return cut >= 2 || (cut === 1 && USUAL.includes(longest)) ? longest : 0;
}

/**
 * The text as it was before a terminal cut its lines at a fixed width.
 *
 * @returns null when the lines do not look cut
 */
export function unwrap(lines: readonly string[]): string[] | null {
  const width = wrapWidth(lines);
  if (width === 0) {
    return null;
  }
  const whole: string[] = [];
  let open = false;
  for (const line of lines) {
    if (open && !FRESH.test(line)) {
      whole[whole.length - 1] += line;
    } else {
      whole.push(line);
    }
    open = line.length === width && !RULE.test(line);
  }
  return whole;
}
