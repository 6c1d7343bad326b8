import { isBare } from './bare';
import { quote } from './quote';
import type { Forms, IText, Texts } from './texts';
import type {
  Confidence,
  IEntry,
  IEvidence,
  ISign,
  Values,
  Where
} from './types';
import type { IReading } from '../incident/types';

/**
 * How much each kind of evidence weighs. An assertion line names the failed
 * condition; an exception's text may be the first victim only; a remark in a
 * stream may have nothing to do with the failure.
 */
export const WEIGHT = {
  assertion: 500,
  facts: 460,
  fatal: 450,
  message: 400,
  log: 100
} as const;

/** What one place less causal costs: more than any doubt about a match. */
const STEP = 30;

/** One sign, or a fact, that speaks for an entry. */
export interface IMatch {
  readonly weight: number;
  readonly confidence: Confidence;
  readonly evidence: IEvidence;
  readonly values: Values;
}

/** A match, and the lines that hold it as printed. */
interface IFound {
  readonly found: RegExpExecArray;
  readonly lines: string;
}

function find(pattern: RegExp, { raw, folded }: IText): IFound | null {
  const found = pattern.exec(folded);
  return found && { found, lines: quote(raw, found.index, found[0].length) };
}

function findIn(pattern: RegExp, forms: Forms): IFound | null {
  for (const text of forms) {
    const found = find(pattern, text);
    if (found) {
      return found;
    }
  }
  return null;
}

function matchMessage(sign: ISign, texts: Texts): IMatch | null {
  for (let at = 0; at < texts.raised.length; at++) {
    const { name, where, forms, rank } = texts.raised[at];
    const match =
      !sign.ename || sign.ename.test(name) ? findIn(sign.pattern, forms) : null;
    if (match) {
      const { found, lines } = match;
      const isStart = forms[0].raw.startsWith(lines.slice(0, 40));
      return {
        weight: WEIGHT.message - STEP * Math.min(at, 9),
        confidence: confidenceOf(sign, texts.reading),
        evidence: {
          where,
          text: isStart && name !== '' ? `${name}: ${lines}` : lines
        },
        values: { ...found.groups, ...(rank === undefined ? {} : { rank }) }
      };
    }
  }
  return null;
}

function matchAssertion(sign: ISign, texts: Texts): IMatch | null {
  const { assertions } = texts.reading;
  for (let at = 0; at < assertions.length; at++) {
    const { expression, file, text, count, rank } = assertions[at];
    const found = sign.pattern.exec(expression);
    if (found && (!sign.file || sign.file.test(file))) {
      return {
        weight: WEIGHT.assertion - (STEP * Math.min(at, 9)) / 9,
        confidence: confidenceOf(sign, texts.reading),
        evidence: {
          where: 'assertion',
          text,
          ...(count > 1 ? { count } : {})
        },
        values: { ...found.groups, ...(rank === undefined ? {} : { rank }) }
      };
    }
  }
  return null;
}

function matchLog(sign: ISign, texts: Texts): IMatch | null {
  const match = find(sign.pattern, texts.log);
  if (!match) {
    return null;
  }
  const { incident, streams } = texts.reading;
  const stream = streams.stderr.includes(match.lines) ? 'stderr' : 'stdout';
  return {
    weight: sign.fatal ? WEIGHT.fatal : WEIGHT.log,
    confidence: confidenceOf(sign, texts.reading),
    evidence: {
      where: incident.kind === 'text' ? 'text' : stream,
      text: match.lines
    },
    values: { ...match.found.groups }
  };
}

const MATCHERS: Record<Where, (sign: ISign, texts: Texts) => IMatch | null> = {
  message: matchMessage,
  assertion: matchAssertion,
  log: matchLog
};

/** Without what was not read: it must not hide what another sign has read. */
function known(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined)
  );
}

/** How sure it is what `sign` says of a failure in which it is seen. */
export function confidenceOf(
  { confidence = 'certain' }: ISign,
  reading: IReading
): Confidence {
  return typeof confidence === 'function' ? confidence(reading) : confidence;
}

/** Where and how `sign` is seen, with the values it reads; null when it is not. */
export function matchSign(sign: ISign, texts: Texts): IMatch | null {
  const match = MATCHERS[sign.where](sign, texts);
  // Few patterns are found, and what a condition reads may be the whole failure.
  if (
    match === null ||
    sign.when?.(texts.reading) === false ||
    (!isBare(texts.reading) &&
      sign.tells?.(match.values, texts.reading) === false)
  ) {
    return null;
  }
  return {
    ...match,
    values: known({
      ...match.values,
      ...sign.read?.(match.values, texts.reading)
    })
  };
}

/**
 * The facts that speak for `entry`, a match each. Those of a death say more than
 * any text; a living kernel explains a message, and weighs as much.
 */
export function matchFacts(entry: IEntry, reading: IReading): IMatch[] {
  const facts = entry.facts?.(reading);
  return (facts?.evidence ?? []).map(evidence => ({
    weight: reading.incident.death ? WEIGHT.facts : WEIGHT.message,
    confidence: facts?.confidence ?? 'possible',
    evidence,
    values: facts?.values ?? {}
  }));
}
