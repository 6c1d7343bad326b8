import type { IIncident } from '../incident/types';
import { fold } from '../incident/clean';
import { quote } from './quote';
import { read } from './reading';
import type {
  Confidence,
  IEntry,
  IEvidence,
  IFinding,
  IReading,
  ISign,
  Values
} from './types';

/** A message longer than this is matched at its head and tail only. */
const MAX_MESSAGE = 16_000;

/**
 * How much each kind of evidence weighs. An assertion line names the failed
 * condition; an exception's text may be the first victim only; a remark in a
 * stream may have nothing to do with the failure.
 */
const WEIGHT = { assertion: 500, fatal: 450, message: 400, log: 100 } as const;

const SURE: Record<Confidence, number> = { certain: 20, likely: 10, possible: 0 };

interface IMatch {
  readonly weight: number;
  readonly confidence: Confidence;
  readonly evidence: IEvidence;
  readonly values: Values;
}

function bounded(text: string): string {
  return text.length <= MAX_MESSAGE
    ? text
    : `${text.slice(0, MAX_MESSAGE / 2)} … ${text.slice(-MAX_MESSAGE / 2)}`;
}

/** Messages folded once for all entries. */
class Texts {
  readonly messages: readonly string[];

  constructor(readonly reading: IReading) {
    this.messages = reading.exceptions.map(one => bounded(fold(one.message)));
  }
}

function matchMessage(sign: ISign, texts: Texts): IMatch | null {
  const { reading, messages } = texts;
  for (let at = 0; at < messages.length; at++) {
    const raised = reading.exceptions[at];
    if (sign.ename && !sign.ename.test(raised.name)) {
      continue;
    }
    const found = sign.pattern.exec(messages[at]);
    if (found) {
      return {
        weight: WEIGHT.message - Math.min(at, 50),
        confidence: sign.confidence ?? 'certain',
        evidence: {
          where: 'message',
          text: quote(`${raised.name}: ${raised.message}`, found[0])
        },
        values: found.groups ?? {}
      };
    }
  }
  return null;
}

function matchAssertion(sign: ISign, texts: Texts): IMatch | null {
  const { assertions } = texts.reading;
  for (let at = 0; at < assertions.length; at++) {
    const assertion = assertions[at];
    const found = sign.pattern.exec(assertion.expression);
    if (found && (!sign.file || sign.file.test(assertion.file))) {
      return {
        weight: WEIGHT.assertion - Math.min(at, 40),
        confidence: sign.confidence ?? 'certain',
        evidence: {
          where: 'assertion',
          text: assertion.text,
          ...(assertion.count > 1 ? { count: assertion.count } : {})
        },
        values: {
          ...found.groups,
          ...(assertion.rank === undefined ? {} : { rank: assertion.rank })
        }
      };
    }
  }
  return null;
}

function matchLog(sign: ISign, texts: Texts): IMatch | null {
  const { incident, log } = texts.reading;
  const found = sign.pattern.exec(log);
  if (!found) {
    return null;
  }
  const inStdout = quote(incident.stderr, found[0], '') === '';
  return {
    weight: sign.fatal ? WEIGHT.fatal : WEIGHT.log,
    confidence: sign.confidence ?? 'certain',
    evidence:
      incident.kind === 'text'
        ? { where: 'text', text: quote(incident.stderr, found[0]) }
        : {
            where: inStdout ? 'stdout' : 'stderr',
            text: quote(inStdout ? incident.stdout : incident.stderr, found[0])
          },
    values: found.groups ?? {}
  };
}

const MATCHERS = {
  message: matchMessage,
  assertion: matchAssertion,
  log: matchLog
};

function matchSign(sign: ISign, texts: Texts): IMatch | null {
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

interface IScored extends IFinding {
  readonly weight: number;
}

function matchEntry(entry: IEntry, texts: Texts): IScored | null {
  const matches: IMatch[] = [];
  for (const sign of entry.signs) {
    const match = matchSign(sign, texts);
    if (match) {
      matches.push(match);
    }
  }
  if (matches.length === 0) {
    return null;
  }
  matches.sort((a, b) => b.weight - a.weight);
  const best = matches.reduce((a, b) =>
    SURE[b.confidence] > SURE[a.confidence] ? b : a
  );
  const evidence = new Map(
    matches.map(match => [match.evidence.text, match.evidence])
  );
  return {
    id: entry.id,
    entry,
    weight: matches[0].weight + SURE[best.confidence],
    confidence: best.confidence,
    evidence: [...evidence.values()],
    values: Object.assign({}, ...matches.map(match => match.values).reverse())
  };
}

/** Names of a specific entry's general ones, at every remove. */
function generalised(
  found: readonly IScored[]
): (finding: IScored) => boolean {
  const refined = new Set(found.flatMap(one => one.entry.refines ?? []));
  return finding => refined.has(finding.id);
}

/**
 * The causes that the evidence of `incident` supports, best first.
 *
 * Ranked by evidence: an assertion line beats the exception's text, the inner
 * error its wrapper, a specific entry the general ones it refines. Empty when
 * nothing is recognised. An entry that throws is skipped and reported.
 *
 * @param incident - what happened
 * @param entries - the catalogue
 * @param report - takes what went wrong in an entry
 */
export function diagnose(
  incident: IIncident,
  entries: readonly IEntry[],
  report: (id: string, error: unknown) => void = () => undefined
): IFinding[] {
  const reading = read(incident);
  if (reading.foreign) {
    return [];
  }
  const texts = new Texts(reading);
  const found: IScored[] = [];
  for (const entry of entries) {
    try {
      const match = matchEntry(entry, texts);
      if (match) {
        found.push(match);
      }
    } catch (error) {
      report(entry.id, error);
    }
  }
  const isGeneral = generalised(found);
  return found
    .sort(
      (a, b) =>
        Number(isGeneral(a)) - Number(isGeneral(b)) || b.weight - a.weight
    )
    .map(({ weight, ...finding }) => finding);
}
