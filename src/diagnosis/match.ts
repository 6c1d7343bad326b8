import { boundMiddle } from '../incident/bound';
import { fold } from '../incident/clean';
import { quote } from './quote';
import type {
  Confidence,
  IEntry,
  IEvidence,
  IReading,
  ISign,
  Values,
  Where
} from './types';

/** A message longer than this is matched at its head and tail only. */
const MAX_MESSAGE = 16_000;

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

/** A text in the two forms it is needed in: to quote from, and to match. */
interface IText {
  readonly raw: string;
  readonly folded: string;
}

/** One exception's message. */
interface IMessage extends IText {
  /** As `folded`, put together where a terminal may have cut inside a word. */
  readonly glued: IText | null;
}

function textOf(raw: string): IText {
  return { raw, folded: fold(raw) };
}

function messageOf(message: string): IMessage {
  const raw = boundMiddle(message, MAX_MESSAGE);
  return {
    ...textOf(raw),
    glued: raw.includes('\n') ? textOf(raw.replace(/\n/g, '')) : null
  };
}

/** What the signs of all entries are matched against, made ready once. */
export class Texts {
  readonly messages: readonly IMessage[];
  readonly log: IText;

  constructor(readonly reading: IReading) {
    this.messages = reading.exceptions.map(one => messageOf(one.message));
    const { stderr, stdout } = reading.streams;
    this.log = { raw: `${stderr}\n${stdout}`, folded: reading.log };
  }
}

/** A match in `text`, and its lines as printed. */
function find(
  pattern: RegExp,
  { raw, folded }: IText
): { readonly found: RegExpExecArray; readonly lines: string } | null {
  const found = pattern.exec(folded);
  return found && { found, lines: quote(raw, found.index, found[0].length) };
}

function matchMessage(sign: ISign, texts: Texts): IMatch | null {
  const { exceptions } = texts.reading;
  for (let at = 0; at < exceptions.length; at++) {
    const { name, message, rank } = exceptions[at];
    if (sign.ename && !sign.ename.test(name)) {
      continue;
    }
    const text = texts.messages[at];
    const match =
      find(sign.pattern, text) ??
      (text.glued && find(sign.pattern, text.glued));
    if (match) {
      const { found, lines } = match;
      const isStart = message.startsWith(lines.slice(0, 40));
      return {
        weight: WEIGHT.message - STEP * Math.min(at, 9),
        confidence: sign.confidence ?? 'certain',
        evidence: {
          where: 'message',
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
        confidence: sign.confidence ?? 'certain',
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
    confidence: sign.confidence ?? 'certain',
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

/** Where and how `sign` is seen, with the values it reads; null when it is not. */
export function matchSign(sign: ISign, texts: Texts): IMatch | null {
  if (sign.when && !sign.when(texts.reading)) {
    return null;
  }
  const match = MATCHERS[sign.where](sign, texts);
  return match && sign.read
    ? {
        ...match,
        values: { ...match.values, ...sign.read(match.values, texts.reading) }
      }
    : match;
}

/** The facts of a kernel's death that speak for `entry`, a match each. */
export function matchFacts(entry: IEntry, reading: IReading): IMatch[] {
  const facts = entry.facts?.(reading);
  return (facts?.evidence ?? []).map(evidence => ({
    weight: WEIGHT.facts,
    confidence: facts?.confidence ?? 'possible',
    evidence,
    values: facts?.values ?? {}
  }));
}
