/** Terminals and mail programs wrap at such widths. */
const NARROWEST = 60;
const WIDEST = 250;

/** Widths that need no second line to be believed. */
const USUAL = [72, 79, 80, 100, 120, 132, 160];

/** An assertion line that does not reach its end. */
const OPEN_ASSERTION = /: block: \[|\.cuh?:\d|Assertion [`'"]/;

/** Lines that begin something of their own. */
const FRESH =
  /^(?:\s{2}|\t|$|File "|Traceback|\[rank|[-=_*#~]{3}|\[?\d{4}-\d\d-\d\d[ T]\d\d:|[A-Z][A-Za-z]{2,40}(?:Error|Exception|Interrupt|Warning)(?:: |$))/;

/** Rules, and the lines of a box, which are all of one width. */
const RULE = /^[-=_*#~+ ─━]+$|^\s*[│┃╭╰┏┗]/;

/** A log longer than this is looked at only so far. */
const MAX_LINES = 2000;

function isWidth(length: number): boolean {
  return length >= NARROWEST && length <= WIDEST;
}

/** The width of the first line that holds half of an assertion; 0 without. */
function assertionWidth(lines: readonly string[]): number {
  const at = lines.findIndex(
    (line, each) =>
      isWidth(line.length) &&
      OPEN_ASSERTION.test(line) &&
      !line.includes('failed') &&
      lines[each + 1]?.includes('failed')
  );
  return at < 0 ? 0 : lines[at].length;
}

/**
 * The width at which a terminal cut the lines, also inside words; 0 when
 * they do not look cut.
 */
function wrapWidth(lines: readonly string[]): number {
  const looked = lines.slice(0, MAX_LINES);
  const asserted = assertionWidth(looked);
  if (asserted > 0) {
    return asserted;
  }
  const longest = Math.max(0, ...looked.map(line => line.length));
  if (!isWidth(longest)) {
    return 0;
  }
  // Threads repeat a line with other numbers: that is no sign of a wrap.
  const cut = new Set<string>();
  looked.forEach((line, at) => {
    const next = lines[at + 1];
    if (
      line.length === longest &&
      next !== undefined &&
      !RULE.test(line) &&
      !FRESH.test(next)
    ) {
      cut.add(line.replace(/\d+/g, '0'));
    }
  });
  return cut.size >= 2 || (cut.size === 1 && USUAL.includes(longest))
    ? longest
    : 0;
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
