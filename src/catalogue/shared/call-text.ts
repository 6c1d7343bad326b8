/** Calls in a line of Python, read without a parser: entries run in a worker that has none. */

/** A longer text is no line that somebody wrote by hand. */
const MAX_LENGTH = 600;

const OPEN = '([{';
const CLOSE = ')]}';

/** A call as it is written. */
export interface ICallText {
  /** `torch.mean`, `model`, `x.view`. */
  readonly name: string;
  /** Its arguments, trimmed; a keyword's with its name. */
  readonly args: readonly string[];
  /** From its name to its bracket. */
  readonly text: string;
}

/** A place in a text that decides how it is split. */
interface IMark {
  /** A bracket or a comma; `#` for a comment, a quote for a string left open. */
  readonly sign: string;
  readonly at: number;
  /** Index behind it; `Infinity` for a string left open. */
  readonly end: number;
}

/**
 * Where the string ends whose quote stands at `at`: the index behind its closing
 * quote, or of the line's end where it has none; `Infinity` in the last line.
 */
function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') {
      end += 1;
    } else if (text[end] === text[at]) {
      return end + 1;
    } else if (text[end] === '\n') {
      return end;
    }
  }
  return Infinity;
}

/** The marks of a text in their order, without those in strings and comments. */
function* marksIn(text: string, from = 0): Generator<IMark> {
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"' || sign === "'") {
      const end = stringEnd(text, at);
      if (end === Infinity) {
        yield { sign, at, end };
        return;
      }
      at = end - 1;
    } else if (sign === '#') {
      const line = text.indexOf('\n', at);
      const end = line < 0 ? text.length : line;
      yield { sign, at, end };
      at = end - 1;
    } else if (`${OPEN}${CLOSE},`.includes(sign)) {
      yield { sign, at, end: at + 1 };
    }
  }
}

/**
 * Keep the list of open brackets: a bracket that opens is added to it, one that
 * closes takes the last one off, any other sign leaves it.
 *
 * @returns false where the last open bracket is not the one that `sign` closes
 */
function follow(open: string[], sign: string): boolean {
  if (OPEN.includes(sign)) {
    open.push(sign);
  }
  return !CLOSE.includes(sign) || open.pop() === OPEN[CLOSE.indexOf(sign)];
}

/**
 * The parts of a text between commas that stand in no bracket or string; null
 * where a bracket closes that was not opened, or something is left open.
 */
export function partsOf(text: string): readonly string[] | null {
  const open: string[] = [];
  const parts: string[] = [];
  let from = 0;
  for (const { sign, at, end } of marksIn(text)) {
    if (!follow(open, sign) || end === Infinity) {
      return null;
    }
    if (sign === ',' && open.length === 0) {
      parts.push(text.slice(from, at));
      from = end;
    }
  }
  return open.length === 0
    ? [...parts, text.slice(from)].map(part => part.trim()).filter(Boolean)
    : null;
}

/** Index behind the bracket that closes the one at `from`; null where none does. */
export function closing(text: string, from: number): number | null {
  const open: string[] = [];
  for (const { sign, end } of marksIn(text, from)) {
    if (!follow(open, sign)) {
      return null;
    }
    if (open.length === 0) {
      return end;
    }
  }
  return null;
}

/** `text` without its comments. */
export function withoutComments(text: string): string {
  let [code, from] = ['', 0];
  for (const { sign, at, end } of marksIn(text)) {
    if (sign === '#') {
      code += text.slice(from, at);
      from = end;
    }
  }
  return code + text.slice(from);
}

const CALLED = /(?<![\w.])(?<name>[a-z_][\w.]{0,60})\(/gi;

/** All calls of a line whose brackets close in it, the outer before the inner. */
export function callsIn(line: string): readonly ICallText[] {
  const text = line.slice(0, MAX_LENGTH);
  return [...text.matchAll(CALLED)].flatMap(({ index, 0: head, groups }) => {
    const open = index + head.length - 1;
    const end = closing(text, open);
    const args = end === null ? null : partsOf(text.slice(open + 1, end - 1));
    return end !== null && args
      ? [{ name: groups?.name ?? '', args, text: text.slice(index, end) }]
      : [];
  });
}

/** A line without its comment and without what keeps or returns its result. */
export function expressionOf(line: string): string {
  return line
    .replace(/(?<=[\s)\]])#[^"']{0,300}$/, '')
    .trim()
    .replace(/^(?:return |[\w., ]{1,60}= ?(?!=))/, '')
    .trim();
}

/** A call with one more argument behind the others. */
export function withArgument(
  { name, args }: ICallText,
  argument: string
): string {
  return `${name}(${[...args, argument].join(', ')})`;
}

/** A keyword, or arguments that a `*` unpacks: no place tells their name. */
const NAMED = /^(?:\*|\w{1,40} ?=(?!=))/;

/**
 * The arguments of a call, those that are told by their place with their names.
 *
 * @param names - of the parameters, in their order
 * @returns null where more are given by place than there are names
 */
export function withNames(
  args: readonly string[],
  names: readonly string[]
): readonly string[] | null {
  const places = args.filter(arg => !NAMED.test(arg)).length;
  return places > names.length
    ? null
    : args.map((arg, at) => (at < places ? `${names[at]}=${arg}` : arg));
}
