import type { ICleanLine } from '../text/clean';
import type { IAssertion } from '../types';

/**
 * The condition of a line such as
 * ``../x/Loss.cu:250: f: block: [0,0,0], thread: [3,0,0] Assertion `e` failed.``
 * (CUDA programming guide, "Assertion"). Quotes may be turned round; the
 * message of `_assert_async` has backticks inside.
 */
const OPENS = /Assertion ?[`'"]/;
const CLOSES = /[`'"] ?failed/;

/** c10's verbose form: the message and the value behind the condition. */
const OPENS_VERBOSE = /Assertion failed: [`'"]/;
const CLOSES_VERBOSE = /[`'"]: (?=\S)/;

/** Copied from a page that showed the condition as code: its marks are lost. */
const OPENS_BARE = /\bAssertion (?=\S)/;
const CLOSES_BARE = / failed\b/;
const IN_KERNEL = /\.cuh?:\d{1,7}: /;

/** The source file and its line; the one nearest to the assertion counts. */
const PLACES =
  /(?<![\w.+-])([\w.+-]+\.(?:cuh?|cpp|cc|c|hpp|h|py|hip)):(\d{1,7})/g;

/** Windows prints no function. */
const FUNCTION = /:\d{1,7}: (\S.*)/;

/** The line goes on in the next one: a terminal cut it. */
const GOES_ON = /: block: \[|thread: \[|Assertion ?[`'"]?/;

interface IParts {
  readonly expression: string;
  readonly before: string;
}

function between(
  text: string,
  opens: RegExp,
  closes: RegExp
): (IParts & { readonly after: string }) | null {
  const open = opens.exec(text);
  if (!open) {
    return null;
  }
  const rest = text.slice(open.index + open[0].length);
  const close = closes.exec(rest);
  return (
    close && {
      expression: rest.slice(0, close.index).trim(),
      before: text.slice(0, open.index),
      after: rest.slice(close.index + close[0].length)
    }
  );
}

function parts(text: string): IParts | null {
  if (!text.includes('Assertion')) {
    return null;
  }
  const verbose = between(text, OPENS_VERBOSE, CLOSES_VERBOSE);
  if (verbose) {
    return {
      expression: `${verbose.expression} && "${verbose.after}"`,
      before: verbose.before
    };
  }
  return (
    between(text, OPENS, CLOSES) ??
    (IN_KERNEL.test(text) ? between(text, OPENS_BARE, CLOSES_BARE) : null)
  );
}

function functionOf(before: string): string {
  const block = before.indexOf(': block: [');
  return block < 0 ? '' : (FUNCTION.exec(before.slice(0, block))?.[1] ?? '');
}

/** The assertion that `text` tells of; null when there is none. */
function parseAssertion(text: string, rank?: string): IAssertion | null {
  const part = parts(text);
  if (!part) {
    return null;
  }
  const place = [...part.before.matchAll(PLACES)].pop();
  return {
    expression: part.expression,
    file: place ? place[1] : '',
    line: place ? Number(place[2]) : 0,
    func: functionOf(part.before),
    count: 1,
    text: text.trim(),
    ...(rank === undefined ? {} : { rank })
  };
}

/**
 * The failed assertions among `lines`, first printed first. Hundreds of
 * threads say the same: lines with one file and condition are folded. A line
 * wrapped once by a terminal is put together again.
 */
export function parseAssertions(lines: readonly ICleanLine[]): IAssertion[] {
  const found = new Map<string, IAssertion>();
  for (let at = 0; at < lines.length; at++) {
    const { text, rank } = lines[at];
    let assertion = parseAssertion(text, rank);
    if (!assertion && GOES_ON.test(text) && at + 1 < lines.length) {
      assertion = parseAssertion(
        `${text.trimEnd()} ${lines[at + 1].text.trimStart()}`,
        rank
      );
      at += assertion ? 1 : 0;
    }
    if (assertion) {
      const key = `${assertion.file}\n${assertion.expression}`;
      const known = found.get(key);
      found.set(key, known ? { ...known, count: known.count + 1 } : assertion);
    }
  }
  return [...found.values()];
}
