import type { ICleanLine } from './clean';
import type { IAssertion } from './types';

/**
 * The parts of a line such as
 * ``../x/Loss.cu:250: f: block: [0,0,0], thread: [3,0,0] Assertion `e` failed.``
 * (CUDA programming guide, "Assertion"). Windows prints no function. Quotes
 * may be turned round; the message of `_assert_async` has backticks inside.
 */
const ASSERTION = /Assertion ?[`'"](.{1,400}?)[`'"] ?failed/;

/** c10's verbose form: the message and the value behind the condition. */
const VERBOSE = /Assertion failed: [`'"](.{1,200}?)[`'"]: (.{1,300})/;

const PLACE = /([\w.+-]{1,80}\.(?:cuh?|cpp|cc|c|hpp|h|py|hip)):(\d{1,7})(?!.*\.(?:cuh?|hip):\d)/;

const FUNCTION = /:\d{1,7}: (.{1,400}?): block: \[/;

interface IParts {
  expression: string;
  before: string;
}

function parts(text: string): IParts | null {
  if (!text.includes('Assertion')) {
    return null;
  }
  const verbose = VERBOSE.exec(text);
  if (verbose) {
    return {
      expression: `${verbose[1]} && "${verbose[2]}"`,
      before: text.slice(0, verbose.index)
    };
  }
  const plain = ASSERTION.exec(text);
  return plain
    ? { expression: plain[1].trim(), before: text.slice(0, plain.index) }
    : null;
}

/**
 * The failed assertions among `lines`, first printed first. Hundreds of
 * threads say the same: lines with one file and condition are folded. A line
 * wrapped once by a terminal is put together again.
 */
export function parseAssertions(lines: readonly ICleanLine[]): IAssertion[] {
  const found = new Map<string, { -readonly [K in keyof IAssertion]: IAssertion[K] }>();
  for (let at = 0; at < lines.length; at++) {
    let text = lines[at].text;
    let part = parts(text);
    if (!part && at + 1 < lines.length && /\]:? ?$|Assertion|block: \[/.test(text)) {
      text = `${text.trimEnd()} ${lines[at + 1].text.trimStart()}`;
      part = parts(text);
    }
    if (!part) {
      continue;
    }
    const place = PLACE.exec(part.before) ?? PLACE.exec(text);
    const file = place ? place[1] : '';
    const key = `${file}\n${part.expression}`;
    const known = found.get(key);
    if (known) {
      known.count += 1;
      continue;
    }
    const rank = lines[at].rank;
    found.set(key, {
      expression: part.expression,
      file,
      line: place ? Number(place[2]) : 0,
      func: FUNCTION.exec(part.before)?.[1] ?? '',
      count: 1,
      text: text.trim(),
      ...(rank === undefined ? {} : { rank })
    });
  }
  return [...found.values()];
}
