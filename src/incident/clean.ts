import stripAnsi from 'strip-ansi';

import { bound, boundLine } from './bound';

/** `[rank0]:`, `[rank 3]:`, `rank1:`, `0: [rank0]:` as torchrun and Slurm print. */
const RANK = /^\s?(?:\d{1,4}: )?\[?(?:default)?rank ?(\d{1,5})\]?:\s?/i;

/** `(RayTrainWorker pid=7, ip=1.2.3.4)`, `(pid=7)`, `(main pid=3)`. */
const ACTOR = /^\([\w .:<>-]{0,60}pid=\d+[^)\n]{0,80}\) ?/;

/** `[2023-11-29 22:29:33,093] torch._dynamo.x: [WARNING] `. */
const LOGGER =
  /^\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[\d.,+:Z]{0,16}\]? ?(?:\[?[\w.<>-]{1,80}\]?[: ] ?){0,2}(?:\[?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\]?:? ?)?/;

/** `V0424 17:43:09.047000 140335 torch/x.py:527] [0/0] [__graph_breaks] `. */
const GLOG =
  /^[VIWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,9} \d{1,20} [^\s\]]{1,200}\] ?(?:\[[^\]\n]{0,40}\] ?){0,3}/;

/** The frame that rich draws round a traceback. */
const BOX_LEFT = /^[ \t]?[│┃|] ?/;
const BOX_RIGHT = /[ \t]{0,200}[│┃|]$/;
const BOX_RULE = /^[╭╰┏┗┌└+][─━-]{2,}.*$/;

/** One line and the rank that printed it. */
export interface ICleanLine {
  readonly text: string;
  readonly rank?: string;
}

/** Quotes that editors and translators turn round. */
function plainQuotes(text: string): string {
  return text.replace(/[‘’‚′]/g, "'").replace(/[“”„″]/g, '"');
}

/** A log pasted from JSON or a repr: `\n` stands where lines should end. */
function realLineEnds(text: string): string {
  const escaped = text.split('\\n').length - 1;
  const real = text.split('\n').length - 1;
  return escaped >= 3 && escaped > 2 * real
    ? text.replace(/\\r?\\n/g, '\n').replace(/\\n/g, '\n')
    : text;
}

function cleanLine(raw: string, boxed: boolean): ICleanLine {
  let text = boundLine(raw);
  let rank: string | undefined;
  for (;;) {
    const before = text;
    const named = RANK.exec(text);
    if (named) {
      rank = rank ?? named[1];
      text = text.slice(named[0].length);
    }
    text = text.replace(ACTOR, '').replace(LOGGER, '').replace(GLOG, '');
    if (text === before) {
      break;
    }
  }
  if (boxed) {
    text = text.replace(BOX_LEFT, '').replace(BOX_RIGHT, '');
  }
  return rank === undefined ? { text } : { text, rank };
}

/**
 * The lines of a printed text without what surrounds their words: colours,
 * carriage returns, NUL bytes, boxes, rank and logger prefixes.
 */
export function cleanLines(text: string): ICleanLine[] {
  const plain = plainQuotes(
    realLineEnds(
      stripAnsi(bound(text))
        // DataLoader's worker messages end in a NUL byte.
        .replace(/\0/g, '')
        // A lone return starts a progress bar anew: the old state is a line.
        .replace(/\r\n?/g, '\n')
    )
  );
  const lines = plain.split('\n');
  const boxed = lines.some(line => /^[╭┏┌][─━]/.test(line));
  const cleaned: ICleanLine[] = [];
  for (const line of lines) {
    if (boxed && BOX_RULE.test(line)) {
      continue;
    }
    const next = cleanLine(line, boxed);
    const last = cleaned[cleaned.length - 1];
    if (next.text === '' && last?.text === '') {
      continue;
    }
    cleaned.push(next);
  }
  return cleaned;
}

/** As `cleanLines`, joined again. */
export function clean(text: string): string {
  return cleanLines(text)
    .map(line => line.text)
    .join('\n');
}

/** Every run of white space folded to one blank. */
export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
