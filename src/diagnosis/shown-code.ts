/** A longer line is not shown. */
const MAX_CODE = 120;

/** What stands in the text of a secret or of a call that takes one. */
const SECRET = /key|secret|passw|token|credential|auth/i;

/** A line of a cell as a card may show it: `''` where it is long or may be a secret. */
export function shownCode(line: string): string {
  const code = line.trim();
  return code.length > MAX_CODE || SECRET.test(code) ? '' : code;
}
