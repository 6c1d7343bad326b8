import MiniSearch from 'minisearch';

import { textIncident } from '../incident/incident';
import { diagnose } from './diagnose';
import { read } from './reading';
import type { IEntry, IFinding, ITranslate } from './types';

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
const indexes = new WeakMap<readonly IEntry[], WeakMap<ITranslate, IIndex>>();

function indexOf(entries: readonly IEntry[], trans: ITranslate): IIndex {
  const byLanguage = indexes.get(entries) ?? new WeakMap<ITranslate, IIndex>();
  const index = byLanguage.get(trans) ?? buildIndex(entries, trans);
  indexes.set(entries, byLanguage.set(trans, index));
  return index;
}

function buildIndex(entries: readonly IEntry[], trans: ITranslate): IIndex {
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
  for (const entry of entries) {
    try {
      search.add(pageWords(entry, trans));
    } catch {
      // An entry whose page throws is not found; the others are.
    }
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
function search(
  query: string,
  trans: ITranslate,
  entries: readonly IEntry[]
): IEntry[] {
  const { search, byId } = indexOf(entries, trans);
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

/** What to search for where nothing was recognised: the error, not the log. */
function wordsOf(query: string): string {
  const [raised] = read(textIncident(query)).exceptions;
  return raised ? `${raised.name} ${raised.message}` : query;
}

/**
 * Entries that answer `query`, best first: words, an id, a topic, with or
 * without typing errors; or an error text of any size, which is diagnosed as
 * the output of a cell is.
 *
 * @param query - what was typed or pasted
 * @param trans - the language that is searched
 * @param entries - the catalogue
 */
export function lookUp(
  query: string,
  trans: ITranslate,
  entries: readonly IEntry[]
): ILookUpResult[] {
  const findings = new Map(
    diagnose(textIncident(query), entries).map(one => [one.entry, one])
  );
  const isPrinted = PRINTED.test(query) || query.length > LONG;
  if (isPrinted && findings.size > 0) {
    return [...findings].map(([entry, finding]) => ({ entry, finding }));
  }
  const hits = search(isPrinted ? wordsOf(query) : query, trans, entries);
  const top = hits.slice(0, NEAR_TOP);
  const sure = [...findings.keys()].filter(entry => top.includes(entry));
  return [...new Set([...sure, ...hits, ...findings.keys()])]
    .slice(0, MAX_RESULTS)
    .map(entry => {
      const finding = findings.get(entry);
      return finding ? { entry, finding } : { entry };
    });
}
