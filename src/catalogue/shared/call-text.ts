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

/**
 * The parts of a text between commas that stand in no bracket or string; null
 * where a bracket closes that was not opened, or is left open.
 */
export function partsOf(text: string): readonly string[] | null {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const one = text[at];
    if (quote !== '') {
      quote = one === quote ? '' : quote;
    } else if (one === '"' || one === "'") {
      quote = one;
    } else if (OPEN.includes(one)) {
      depth += 1;
    } else if (CLOSE.includes(one)) {
      depth -= 1;
      if (depth < 0) {
        return null;
      }
    } else if (one === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return depth === 0 && quote === ''
    ? [...parts, text.slice(from)].map(part => part.trim()).filter(Boolean)
    : null;
}

/** Index behind the bracket that closes the one at `from`; null where none does. */
export function closing(text: string, from: number): number | null {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const one = text[at];
    if (quote !== '') {
      quote = one === quote ? '' : quote;
    } else if (one === '"' || one === "'") {
      quote = one;
    } else if (OPEN.includes(one)) {
      depth += 1;
    } else if (CLOSE.includes(one)) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return null;
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
