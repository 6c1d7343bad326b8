import { bound, boundLine } from './truncate';
import { withoutRichFrames } from './rich-frames';
import { plain } from './normalize';
import {
  isLabelled,
  unquoted,
  withoutLabel,
  withoutPrefixes
} from './prefixes';
import { unwrap } from './unwrap';

/** One line and the rank that printed it. */
export interface ICleanLine {
  readonly text: string;
  readonly rank?: string;
}

/** The same text in the forms in which it may have been meant. */
export interface ICleanText {
  readonly lines: readonly ICleanLine[];
  /** The lines before a terminal cut them; null when they do not look cut. */
  readonly unwrapped: readonly ICleanLine[] | null;
}

/** The end of a progress bar of tqdm, with text glued behind it. */
const GLUED_BAR = /(<(?:[\d:?]{4,12}|\?)(?:,[^[\]]{0,60})?\])(?=\S)/;

/** A line cut behind its bars; so many are enough for a terminal's line. */
function unglued(line: string, bars = 9): string[] {
  const bar = bars > 0 && line.includes('<') ? GLUED_BAR.exec(line) : null;
  if (!bar) {
    return [line];
  }
  const end = bar.index + bar[0].length;
  return [line.slice(0, end), ...unglued(line.slice(end), bars - 1)];
}

/** The mark of code in a forum, on one side of the line only. */
function unmarked(line: string): string {
  const at = line.indexOf('`');
  return at >= 0 && at === line.lastIndexOf('`')
    ? line.replace(/^(\s{0,200})`|`\s*$/, '$1')
    : line;
}

/** A line without what stands before its words. */
function bare(line: string, labelled: boolean): ICleanLine {
  const bounded = boundLine(line);
  const { text: inner, rank: label } = labelled
    ? withoutLabel(bounded)
    : { text: bounded, rank: undefined };
  const { text, rank = label } = withoutPrefixes(unmarked(inner));
  return rank === undefined ? { text } : { text, rank };
}

/**
 * A line cut behind its bars. What stands behind a bar is of the rank that
 * printed the bar; a bar starts with a return, which parts it from its label.
 */
function pieces(
  raw: string,
  labelled: boolean,
  before?: ICleanLine
): ICleanLine[] {
  const [line, ...glued] = unglued(raw).map(piece => bare(piece, labelled));
  const { rank = before?.text === '' ? before.rank : undefined } = line;
  return glued.length === 0 || rank === undefined
    ? [line, ...glued]
    : [line, ...glued].map(piece => ({ rank, ...piece }));
}

function cleaned(lines: readonly string[], text: string): ICleanLine[] {
  const labelled = isLabelled(lines);
  const result: ICleanLine[] = [];
  for (const raw of withoutRichFrames(lines, text)) {
    for (const line of pieces(raw, labelled, result[result.length - 1])) {
      if (line.text !== '' || result[result.length - 1]?.text !== '') {
        result.push(line);
      }
    }
  }
  return result;
}

/**
 * A printed text taken apart into lines, without what surrounds their words:
 * colours, carriage returns, NUL bytes, boxes, quoting, rank and logger prefixes.
 */
export function cleanText(text: string): ICleanText {
  const printed = plain(bound(text));
  const quoted = printed.split('\n');
  const lines = unquoted(quoted);
  const ascii = lines === quoted ? printed : lines.join('\n');
  const whole = unwrap(lines);
  return {
    lines: cleaned(lines, ascii),
    unwrapped: whole && cleaned(whole, ascii)
  };
}

/** The lines of `cleanText`. */
export function cleanLines(text: string): readonly ICleanLine[] {
  return cleanText(text).lines;
}

/** As `cleanLines`, joined again. */
export function clean(text: string): string {
  return joined(cleanLines(text));
}

/** The text of `lines`. */
export function joined(lines: readonly ICleanLine[]): string {
  return lines.map(line => line.text).join('\n');
}

/** Every run of white space folded to one blank. */
export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
