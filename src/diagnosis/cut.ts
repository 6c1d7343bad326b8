import { fold } from '../incident/text/clean';
import { WEIGHT } from './match';
import type { IMatch } from './match';
import { memoize } from '../shared/memoize';
import type { Texts } from './texts';
import type { IEntry } from './types';

/** Fewer characters do not tell one error from another. */
const MIN_LENGTH = 20;

/** So many characters of an answer are looked for, then the rest compared. */
const HEAD = 12;

/** Titles and logs that are cut end so, if they end in anything. */
const ELLIPSIS = /(?:\.{2,4}|…)$/;

/** Numbers differ from failure to failure. */
function general(text: string): string {
  return fold(text).replace(/\d+/g, '0');
}

/** Whether `line` ends with the beginning of `answer`, cut inside a word. */
function isBeginning(answer: string, line: string): boolean {
  const at = line.lastIndexOf(answer.slice(0, HEAD));
  const end = at < 0 ? '' : line.slice(at);
  return (
    end.length >= MIN_LENGTH &&
    answer.startsWith(end) &&
    /^\w\w/.test(answer.slice(end.length - 1))
  );
}

/** A line that may have been cut off. */
export interface ILastLine {
  readonly where: string;
  /** As printed. */
  readonly text: string;
  readonly general: string;
}

/** The last line of each message, and of what was printed. */
export function lastLines({ raised, log, reading }: Texts): ILastLine[] {
  const stream = reading.incident.kind === 'text' ? 'text' : 'stderr';
  return [
    ...raised.map(({ where, forms }) => ({ where, raw: forms[0].raw })),
    { where: stream, raw: log.raw }
  ]
    .map(({ where, raw }) => {
      const printed = raw.trimEnd();
      const text = printed.slice(printed.lastIndexOf('\n') + 1);
      return { where, text, general: general(text.replace(ELLIPSIS, '')) };
    })
    .filter(line => line.general.length >= MIN_LENGTH);
}

const generalAnswers = memoize(({ answers }: IEntry) => answers.map(general));

/**
 * An error that was cut off inside a word, as the titles of reports and the
 * ends of logs are, where what is left begins one of the entry's answers.
 */
export function matchCut(
  entry: IEntry,
  lines: readonly ILastLine[]
): IMatch | null {
  for (const answer of generalAnswers(entry)) {
    for (const { where, text, general: line } of lines) {
      if (isBeginning(answer, line)) {
        return {
          weight: WEIGHT.log,
          confidence: 'possible',
          evidence: { where, text },
          values: {}
        };
      }
    }
  }
  return null;
}
