import type { IIncident, IReading } from '../incident/types';
import { borrowedFrom, isReaddressed } from './borrowed';
import { lastLines, matchCut } from './cut';
import { hedges } from './hedges';
import { isOurException } from '../incident/traceback/foreign';
import { matchFacts, matchSign, WEIGHT } from './match';
import type { IMatch } from './match';
import { memoize } from '../shared/memoize';
import { platformOf, pythonOf } from './platform';
import { ownFrame } from '../incident/traceback/own-frame';
import { read } from '../incident/traceback/reading';
import { isInTerminal } from './terminal';
import { relaxed } from './relaxed';
import { Texts } from './texts';
import type {
  Confidence,
  IEntry,
  IEvidence,
  FindingData,
  IFinding,
  Values
} from './types';

/** Less than one step of causality (`match.ts`): it only breaks ties. */
const SURE: Record<Confidence, number> = {
  certain: 20,
  likely: 10,
  possible: 0
};

interface IScored extends IFinding {
  readonly weight: number;
}

function sureness(match: IMatch): number {
  return SURE[match.confidence];
}

function evidenceOf(
  matches: readonly IMatch[],
  reading: IReading
): IEvidence[] {
  const frame = ownFrame(reading);
  const evidence = new Map(
    matches.map(match => [match.evidence.text, match.evidence])
  );
  return frame
    ? [
        ...evidence.values(),
        { where: 'frame', text: frame.code || frame.file, frame }
      ]
    : [...evidence.values()];
}

/**
 * What was read for the kind that the best match with a kind tells. Another
 * kind's sizes and names belong to another sentence.
 */
function valuesOf(matches: readonly IMatch[]): Values[] {
  const read = matches.map(match => match.values);
  const kind = read.find(values => values.kind !== undefined)?.kind;
  return read.filter(
    values => values.kind === undefined || values.kind === kind
  );
}

/** What was printed, and is no line that only a dying process prints. */
function isRemark({ weight }: IMatch): boolean {
  return weight === WEIGHT.log;
}

/**
 * Whether an exception with a class was raised. Where nothing but a printed line
 * speaks for an entry, that exception is the failure, and the line may have
 * nothing to do with it: then no sign's certainty counts.
 */
function isNamed({ exceptions }: IReading): boolean {
  return exceptions.some(
    ({ name, message }) => name !== '' && message.trim() !== ''
  );
}

/** Under which system and Python it ran, in whose line, and whether in a terminal, where that is known. */
function placeOf(reading: IReading): Values {
  const [platform, pythonMinor] = [platformOf(reading), pythonOf(reading)];
  const borrowed = borrowedFrom(reading);
  return {
    ...(borrowed === undefined ? {} : { borrowed }),
    ...(platform === undefined ? {} : { platform }),
    ...(pythonMinor === undefined ? {} : { pythonMinor }),
    ...(isInTerminal(reading) ? { terminal: 'yes' } : {})
  };
}

/**
 * Whether a package's line refused a tensor: which value of the user's led to
 * it, or whether the package itself did, is told by the kernel alone.
 */
function isHandedOn(
  { id }: IEntry,
  { borrowed }: Values,
  { incident }: IReading
): boolean {
  return (
    borrowed !== undefined && id.startsWith('tensor/') && !incident.tensors
  );
}

/** An entry for which `matches`, at least one, speak. */
function scored(
  entry: IEntry,
  matches: readonly IMatch[],
  { reading }: Texts
): IScored {
  const best = [...matches].sort(
    (a, b) => b.weight + sureness(b) - (a.weight + sureness(a))
  );
  const surest = best.reduce((a, b) => (sureness(b) > sureness(a) ? b : a));
  const isBeside = matches.every(isRemark) && isNamed(reading);
  const isInferred = entry.infers === true && !reading.incident.tensors;
  const values: Values = Object.assign(
    placeOf(reading),
    ...valuesOf(best).reverse()
  );
  const isDoubted =
    surest.confidence === 'certain' &&
    (isBeside ||
      isInferred ||
      isReaddressed(entry, values) ||
      isHandedOn(entry, values, reading) ||
      hedges(entry, values));
  return {
    id: entry.id,
    entry,
    weight: best[0].weight + sureness(surest),
    confidence: isDoubted ? 'likely' : surest.confidence,
    evidence: evidenceOf(best, reading),
    values
  };
}

function matchEntry(entry: IEntry, texts: Texts): IScored | null {
  const matches = matchFacts(entry, texts.reading);
  if (matches.length === 0 && entry.facts && texts.reading.incident.death) {
    return null; // the facts say that it was something else
  }
  for (const sign of entry.signs) {
    const match = matchSign(sign, texts);
    if (match) {
      matches.push(match);
    }
  }
  if (matches.length === 0) {
    return null;
  }
  return scored(entry, matches, texts);
}

/**
 * What the kernel told of an error that another framework raised beside torch:
 * its words are not torch's, so no sign counts.
 */
function matchTold(entry: IEntry, texts: Texts): IScored | null {
  const matches = matchFacts(entry, texts.reading);
  return matches.length > 0 ? scored(entry, matches, texts) : null;
}

/** How a text may still be recognised that was typed, or cut off. */
function typedWays(
  texts: Texts
): readonly ((entry: IEntry) => IScored | null)[] {
  const lines = memoize(lastLines);
  return [
    entry => matchEntry(relaxed(entry), texts),
    entry => {
      const match = matchCut(entry, lines(texts));
      return match && scored(entry, [match], texts);
    }
  ];
}

/** A special entry is at most so many `refines` away from the most general. */
const MAX_REFINEMENTS = 4;

/**
 * Best first. An entry stands before those it refines, whatever kind of
 * evidence speaks for them: what supports the general one supports it too.
 */
function ranked(found: readonly IScored[]): IScored[] {
  const rank = new Map(found.map(one => [one.id, one.weight]));
  const rankOf = (id: string): number => rank.get(id) ?? -Infinity;
  for (let round = 0; round < MAX_REFINEMENTS; round++) {
    for (const { id, entry } of found) {
      for (const general of entry.refines ?? []) {
        if (rankOf(general) >= rankOf(id)) {
          rank.set(id, rankOf(general) + 0.5);
        }
      }
    }
  }
  return [...found].sort(
    (a, b) => rankOf(b.id) - rankOf(a.id) || b.weight - a.weight
  );
}

/**
 * Whether a mere remark in a stream may explain the failure: not where an
 * exception that has nothing to do with torch was raised.
 */
function remarksCount({ exceptions }: IReading): boolean {
  return exceptions.length === 0 || exceptions.some(isOurException);
}

/** Takes what went wrong in an entry, by its id. */
export type Report = (id: string, error: unknown) => void;

/**
 * The causes that the evidence of `incident` supports, best first.
 *
 * Ranked by evidence: an assertion line beats the exception's text, the inner
 * error its wrapper, a specific entry the general ones it refines. Empty when
 * nothing is recognised. An entry that throws is skipped and reported.
 *
 * @param incident - what happened
 * @param entries - the catalogue
 */
export function diagnose(
  incident: IIncident,
  entries: readonly IEntry[],
  report?: Report
): IFinding[] {
  return diagnoseReading(read(incident), entries, report);
}

/** As `diagnose`, of an incident that was read already. */
export function diagnoseReading(
  reading: IReading,
  entries: readonly IEntry[],
  report: Report = () => undefined
): IFinding[] {
  const isTold = reading.incident.live?.hasTorch === true;
  if (reading.foreign && !isTold) {
    return [];
  }
  const texts = new Texts(reading);
  const matchAll = (match: (entry: IEntry) => IScored | null): IScored[] =>
    entries.flatMap(entry => {
      try {
        return match(entry) ?? [];
      } catch (error) {
        report(entry.id, error);
        return [];
      }
    });
  const ways = reading.foreign
    ? [(entry: IEntry) => matchTold(entry, texts)]
    : [
        (entry: IEntry) => matchEntry(entry, texts),
        ...(reading.incident.death ? [] : typedWays(texts))
      ];
  const found = ways.reduce(
    (sofar, match) => (sofar.length > 0 ? sofar : matchAll(match)),
    [] as IScored[]
  );
  const telling =
    found.some(one => one.weight > WEIGHT.log + SURE.certain) ||
    remarksCount(reading)
      ? found
      : [];
  return ranked(telling).map(({ weight, ...finding }) => finding);
}

/** A finding without what cannot leave a worker. */
export function dataOf({
  id,
  confidence,
  evidence,
  values
}: IFinding): FindingData {
  return { id, confidence, evidence, values };
}
