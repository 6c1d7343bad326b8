import MiniSearch from 'minisearch';

import { textIncident } from '../incident/incident';
import { Stretches } from '../shared/stretches';
import { dataOf, diagnoseReading } from './diagnose';
import { read } from '../incident/traceback/reading';
import type { FindingData, IEntry, IFinding, ITranslate } from './types';

/** One answer of the look-up. */
export interface ILookUpResult {
  readonly entry: IEntry;
  /** Present when the query is itself an error text that was diagnosed. */
  readonly finding?: IFinding;
}

/** At most so many answers. */
const MAX_RESULTS = 20;

/** Of a long query only so much is searched for, in UTF-16 units. */
const MAX_QUERY = 300;

/** A finding among so many best hits of a search comes first. */
const NEAR_TOP = 3;

/** Words that stand on every page. */
const COMMON = new Set(
  'a an and are as at be but by can did do does for from get got has have how i if in is it its my no not of on or so than that the then there this to was what when where which why will with you your'.split(
    ' '
  )
);

/** A text that a program printed rather than words that somebody typed. */
const PRINTED = /\n|(?:Error|Exception|Warning):|Assertion|Traceback/;
const LONG = 150;

/** What is searched of an entry. */
interface IPageWords {
  readonly id: string;
  readonly title: string;
  readonly answers: string;
  readonly text: string;
}

/** `CUDA_LAUNCH_BLOCKING` is found by itself and by each of its words. */
function tokenize(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap(word => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter(word => word !== '');
}

function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  return COMMON.has(word) ? null : word;
}

function pageWords(entry: IEntry, trans: ITranslate): IPageWords {
  const { title, cause, fixes } = entry.page(trans, {});
  return {
    id: entry.id,
    title,
    answers: entry.answers.join('\n'),
    text: [cause, ...fixes.flatMap(fix => [fix.title, fix.code ?? ''])].join(
      '\n'
    )
  };
}

interface IIndex {
  readonly search: MiniSearch<IPageWords>;
  readonly byId: ReadonlyMap<string, IEntry>;
}

/** An index for each catalogue and language, built when first asked for. */
const indexes = new WeakMap<
  readonly IEntry[],
  WeakMap<ITranslate, Promise<IIndex>>
>();

function indexOf(
  entries: readonly IEntry[],
  trans: ITranslate
): Promise<IIndex> {
  const byLanguage =
    indexes.get(entries) ?? new WeakMap<ITranslate, Promise<IIndex>>();
  const index = byLanguage.get(trans) ?? buildIndex(entries, trans);
  indexes.set(entries, byLanguage.set(trans, index));
  return index;
}

async function buildIndex(
  entries: readonly IEntry[],
  trans: ITranslate
): Promise<IIndex> {
  const search = new MiniSearch<IPageWords>({
    fields: ['id', 'title', 'answers', 'text'],
    tokenize,
    processTerm,
    searchOptions: {
      boost: { id: 3, title: 3, answers: 2 },
      prefix: term => term.length > 2,
      fuzzy: term => (term.length > 3 ? 0.2 : false),
      // A topic is what people look up; an error announces itself.
      boostDocument: id => (String(id).startsWith('topic/') ? 1.2 : 1)
    }
  });
  const stretches = new Stretches();
  for (const entry of entries) {
    try {
      search.add(pageWords(entry, trans));
    } catch {
      // An entry whose page throws is not found; the others are.
    }
    await stretches.pause();
  }
  return {
    search,
    byId: new Map(entries.map(entry => [entry.id, entry]))
  };
}

/**
 * Entries named by (the start of) their id, then those that have all words of
 * the query, then those that have some; best first.
 */
async function search(
  query: string,
  trans: ITranslate,
  entries: readonly IEntry[]
): Promise<IEntry[]> {
  const { search, byId } = await indexOf(entries, trans);
  const id = query.trim().toLowerCase();
  const named = id.includes('/')
    ? entries.filter(entry => entry.id.startsWith(id))
    : [];
  const words = query.slice(0, MAX_QUERY);
  const hits = [
    ...search.search(words, { combineWith: 'AND' }),
    ...search.search(words)
  ].flatMap(hit => byId.get(hit.id) ?? []);
  return [...new Set([...named, ...hits])];
}

/** What a query tells before anything is searched. Plain data. */
export interface IQueryReading {
  /** Best first; none where it is no error text, or is not recognised. */
  readonly findings: readonly FindingData[];
  /** What to search for: of a printed text the error, not the log. */
  readonly words: string;
}

/**
 * Read a query as the error text that it may be.
 *
 * @param query - what was typed or pasted, of any size
 * @param entries - the catalogue
 */
export function readQuery(
  query: string,
  entries: readonly IEntry[]
): IQueryReading {
  const reading = read(textIncident(query));
  const [raised] = isPrinted(query) ? reading.exceptions : [];
  return {
    findings: diagnoseReading(reading, entries).map(dataOf),
    words: raised ? `${raised.name} ${raised.message}` : query
  };
}

function isPrinted(query: string): boolean {
  return PRINTED.test(query) || query.length > LONG;
}

/**
 * Entries that answer `query`, best first: words, an id, a topic, with or
 * without typing errors; or an error text of any size, which is diagnosed as
 * the output of a cell is.
 *
 * @param query - what was typed or pasted
 * @param trans - the language that is searched
 * @param entries - the catalogue
 * @param reading - of the query, where it was read elsewhere
 */
export async function lookUp(
  query: string,
  trans: ITranslate,
  entries: readonly IEntry[],
  reading: IQueryReading = readQuery(query, entries)
): Promise<ILookUpResult[]> {
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  const findings = new Map(
    reading.findings.flatMap(finding => {
      const entry = byId.get(finding.id);
      return entry ? [[entry, { ...finding, entry }] as const] : [];
    })
  );
  if (isPrinted(query) && findings.size > 0) {
    return [...findings].map(([entry, finding]) => ({ entry, finding }));
  }
  const hits = await search(reading.words, trans, entries);
  const top = hits.slice(0, NEAR_TOP);
  const sure = [...findings.keys()].filter(entry => top.includes(entry));
  return [...new Set([...sure, ...hits, ...findings.keys()])]
    .slice(0, MAX_RESULTS)
    .map(entry => {
      const finding = findings.get(entry);
      return finding ? { entry, finding } : { entry };
    });
}
