import { escapeOf, Openness, PYTHON } from './ipython';

/** A cell magic at the start of a cell, behind blank lines. */
const CELL_MAGIC = /^\s*%%/;

/** A line with its end. */
const LINE = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g;
const LINE_END = /\r?\n$|\r$/;

/** The same text as blanks, so that every position stays. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** A line of IPython as a statement of Python, of the same length. */
function maskedLine(line: string, before: string): string {
  return `${before}0${blank(line.slice(before.length + 1))}`;
}

/**
 * A cell's text with IPython's lines made harmless, every other character at its
 * place; null where the cell's body is not Python that this kernel runs.
 *
 * @param source - a cell's text
 */
export function masked(source: string): string | null {
  const lines = source.match(LINE) ?? [];
  const openness = new Openness();
  const out: string[] = [];
  let isAtStart = true;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const bare = line.replace(LINE_END, '');
    if (isAtStart && CELL_MAGIC.test(bare)) {
      const magic = bare.trimStart().slice(2).trim();
      if (!PYTHON.test(magic)) {
        return null;
      }
      out.push(blank(line));
      continue;
    }
    isAtStart = isAtStart && bare.trim() === '';
    const escape = openness.isOpen ? null : escapeOf(bare);
    if (!escape) {
      openness.read(bare);
      out.push(line);
      continue;
    }
    out.push(maskedLine(line, escape.before));
    // A command goes on behind a backslash.
    for (let last = bare; last.endsWith('\\') && at + 1 < lines.length;) {
      at += 1;
      last = lines[at].replace(LINE_END, '');
      out.push(blank(lines[at]));
    }
  }
  return out.join('');
}
