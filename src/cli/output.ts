import { styleText } from 'node:util';

/** How a piece of a line looks on a terminal with colours. */
export type Format = 'bold' | 'dim' | 'red' | 'cyan' | 'yellow' | 'green';

/** A piece of a line: its text may come from anywhere. */
export interface ISpan {
  readonly text: string;
  readonly format?: Format;
}

/** One line of output. */
export type Line = readonly ISpan[];

/** Standard output takes no more; `code` is the system's, such as `ENOSPC`. */
export class UnwritableError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * What steers a terminal, ends a line or turns text round: controls (C0, DEL,
 * C1), line and paragraph separators, bidirectional marks and overrides
 * (Unicode UAX #9), halves of surrogate pairs.
 */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu;

/**
 * A text as one line that only shows: what steers stands as `\u001b`. Tabs stay.
 * In JSON these characters occur in strings alone, where the escape means the
 * same, so a line of JSON still says what it said.
 */
export function escaped(text: string): string {
  return text.replace(STEERING, unit =>
    unit === '\t'
      ? unit
      : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  );
}

/** The only way to a stream: every text is escaped, then gets its colour. */
function rendered(line: Line, hasColours: boolean): string {
  const spans = line.map(({ text, format }) =>
    hasColours && format ? styleText(format, escaped(text)) : escaped(text)
  );
  return `${spans.join('')}\n`;
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) =>
      error
        ? reject(new UnwritableError(error.code ?? error.message))
        : resolve()
    );
  });
}

// An error comes back from the `write` that met it; unheard, the event would
// end the process with a stack trace.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => undefined);
}

/**
 * Print lines on standard output.
 *
 * @throws UnwritableError when it takes no more
 */
export async function print(
  lines: readonly Line[],
  hasColours = process.stdout.isTTY && !process.env.NO_COLOR
): Promise<void> {
  const text = lines.map(line => rendered(line, hasColours)).join('');
  await write(process.stdout, text);
}

/** Print one line on standard error, if that can be written to. */
export async function say(text: string): Promise<void> {
  const line = rendered([{ text: `torch-triage: ${text}` }], false);
  await write(process.stderr, line).catch(() => undefined);
}
