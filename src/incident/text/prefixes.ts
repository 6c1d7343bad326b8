/**
 * What launchers and loggers print before each line. Every pattern is
 * anchored, and tried only on lines that start with one of its characters.
 */

interface IPrefix {
  /** First characters of such a line; any when left out. */
  readonly starts?: string;
  readonly pattern: RegExp;
}

/** The rank is the first group. */
const RANKS: readonly IPrefix[] = [
  // torchrun, Lightning: `[rank0]: `, `[rank: 0] `, `rank1: `, `[default0]:`,
  // and under Slurm `3: [rank0]: `
  {
    starts: '[rRdD0123456789 ',
    pattern:
      /^ ?(?:\d{1,4}: )?\[?(?:rank|default) ?:? ?(\d{1,5})(?:\]:? ?|: ?)/i
  },
  // mpirun: `[1,0]<stderr>:`
  { starts: '[', pattern: /^\[\d{1,4},(\d{1,5})\]<std(?:err|out)>: ?/ }
];

const LEVEL = '(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)';

const OTHERS: readonly IPrefix[] = [
  // Ray: `(RayTrainWorker pid=7, ip=1.2.3.4) `
  { starts: '(', pattern: /^\([^()]{0,80}pid=\d[^()]{0,80}\) ?/ },
  // `[2023-11-29 22:29:33,093] `, `2024-01-01T00:00:00.000Z `, `… - `, `… | `
  {
    starts: '[0123456789',
    pattern:
      /^\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[\d.,+:Z]{0,16}\]? ?(?:[-|] )?/
  },
  // `10/24/2023 10:00:00 - `
  {
    starts: '0123456789',
    pattern: /^\d\d\/\d\d\/\d{2,4} \d\d:\d\d:\d\d (?:- )?/
  },
  // `torch._dynamo.x: [WARNING] `
  { pattern: new RegExp(`^(?:[a-z_][\\w.]*: )?\\[${LEVEL}\\]:? ?`) },
  // `root - ERROR - `, `ERROR    | module:function:3 - `
  {
    pattern: new RegExp(
      `^(?:[\\w.<>:]{1,80} [-|] )?${LEVEL} {1,8}[-|] (?:[\\w.<>:]{1,120} - )?`
    )
  },
  // logging.basicConfig: `ERROR:root:`
  {
    starts: 'DIWEC',
    pattern: new RegExp(`^${LEVEL}:[\\w.]{1,80}:`)
  },
  // glog: `E0424 17:43:09.047000 140335 torch/x.py:527] [0/0] [__graph_breaks] `
  {
    starts: 'VIWEF',
    pattern:
      /^[VIWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,9} \d+ [^\s\]]+\] ?(?:\[[^[\]]{0,40}\] ?){0,3}/
  },
  // docker compose: `trainer-1  | `
  { pattern: /^[a-z]\w{0,40}[-_]\d{1,3} {1,8}\| / },
  // pytest: `E       RuntimeError: …`
  { starts: 'E', pattern: /^E {2,12}(?=\S)/ }
];

/** At most so many prefixes stand before a line. */
const MAX_PREFIXES = 6;

function first(
  prefixes: readonly IPrefix[],
  text: string
): RegExpExecArray | null {
  for (const { starts, pattern } of prefixes) {
    if (starts === undefined || starts.includes(text[0])) {
      const found = pattern.exec(text);
      if (found) {
        return found;
      }
    }
  }
  return null;
}

/** A line without its prefixes, and the rank that one of them named. */
export function withoutPrefixes(line: string): {
  readonly text: string;
  readonly rank?: string;
} {
  let text = line;
  let rank: string | undefined;
  for (let round = 0; round < MAX_PREFIXES && text !== ''; round++) {
    const named = first(RANKS, text);
    const found = named ?? first(OTHERS, text);
    if (!found) {
      break;
    }
    rank = rank ?? named?.[1];
    text = text.slice(found[0].length);
  }
  return rank === undefined ? { text } : { text, rank };
}

/** Lines enough to tell how all of them start; those without words do not. */
function sampleOf(lines: readonly string[]): readonly string[] {
  return lines.slice(0, 200).filter(line => /[^\s>]/.test(line));
}

/** Which part of the lines starts so, from 0 to 1. */
function shareOf(lines: readonly string[], start: RegExp): number {
  const alike = lines.filter(line => start.test(line)).length;
  return alike / Math.max(lines.length, 1);
}

/** Mails and forums quote a text so; `>>>` is Python's prompt. */
const QUOTE = /^ {0,3}>(?: |$)/;

/** Quoted again and again. */
const MAX_QUOTES = 4;

/** A progress bar's states are lines that only their first one quotes. */
const MOST = 0.5;

/** The lines without `> ` before them, where most have it. */
export function unquoted(lines: readonly string[]): readonly string[] {
  let result = lines;
  for (let round = 0; round < MAX_QUOTES; round++) {
    if (shareOf(sampleOf(result), QUOTE) < MOST) {
      break;
    }
    result = result.map(line => line.replace(QUOTE, ''));
  }
  return result;
}

/** srun --label: ` 3: ` before every line. */
const LABEL = /^ {0,3}(\d{1,4}): ?/;

/** Whether (nearly) every line is labelled by its rank, as `srun -l` does. */
export function isLabelled(lines: readonly string[]): boolean {
  const sample = sampleOf(lines);
  return sample.length >= 3 && shareOf(sample, LABEL) >= 0.9;
}

/** The line without srun's label. */
export function withoutLabel(line: string): {
  readonly text: string;
  readonly rank?: string;
} {
  const label = LABEL.exec(line);
  return label
    ? { text: line.slice(label[0].length), rank: label[1] }
    : { text: line };
}
