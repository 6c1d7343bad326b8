/** Whether a block has no line, where Python asks for a deeper one. */
import type { IReading } from '../../../incident/types';

/** Words that begin a statement with a block. */
const OPENS =
  /^(?<word>if|elif|else|for|while|with|try|except|finally|def|class|async)\b/;

/** The first word of a line that opens a block, else ''. */
function wordOf(line: string): string {
  const bare = line.replace(/#[^"'#]*$/, '').trimEnd();
  return bare.endsWith(':') ? (OPENS.exec(bare)?.groups?.word ?? '') : '';
}

/** Words that go on with a statement, and so are no first line of a block. */
const GOES_ON = /^(?:elif|else|except|finally)\b/;

function columnOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The index of the line at which Python stopped, where the cell has it there. */
function indexOf(
  line: string,
  lines: readonly string[],
  message: string
): number {
  const [, number] = /, line (\d{1,6})\)$/.exec(message) ?? [];
  const at = Number(number) - 1;
  return lines[at]?.trim() === line
    ? at
    : lines.findIndex(one => one.trim() === line);
}

/**
 * The line whose block is empty: what stands below it can't be its first line,
 * lacking only its blanks. Undefined where it may be, as below a `for` whose
 * body was pasted without them.
 *
 * @param line - where Python stopped, without its indentation
 */
export function emptyBlock(
  line: string,
  { incident, exceptions }: IReading
): string | undefined {
  const lines = incident.source.split('\n');
  const at = indexOf(line, lines, exceptions[0]?.message ?? '');
  if (at < 0 || line === '') {
    return undefined;
  }
  const above = lines
    .slice(0, at)
    .filter(one => one.trim() !== '' && !one.trim().startsWith('#'))
    .pop();
  const header = above?.trim() ?? '';
  const word = wordOf(header);
  if (above === undefined || word === '') {
    return undefined;
  }
  const isTwin = wordOf(line) === word && /^(?:if|def|class)$/.test(word);
  return columnOf(lines[at]) < columnOf(above) || GOES_ON.test(line) || isTwin
    ? header
    : undefined;
}
