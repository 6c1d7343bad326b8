import MiniSearch from 'minisearch';

import { textIncident } from '../incident/incident';
import { diagnose } from './diagnose';
import type { IEntry, IFinding, ITranslate } from './types';

/** One answer of the look-up. */
export interface ILookUpResult {
  readonly entry: IEntry;
  /** Present when the query is itself an error text that was diagnosed. */
  readonly finding?: IFinding;
}

/** At most so many answers: nobody reads on. */
const MAX_RESULTS = 20;

/** Of a long query only so much is searched; all of it is diagnosed. */
const MAX_QUERY = 300;

interface IDocument {
  readonly id: string;
  readonly title: string;
  readonly answers: string;
  readonly cause: string;
}

type Index = MiniSearch<IDocument>;

/** An index for each catalogue and language, built when first asked for. */
const indexes = new WeakMap<readonly IEntry[], WeakMap<ITranslate, Index>>();

function buildIndex(trans: ITranslate, entries: readonly IEntry[]): Index {
  const index: Index = new MiniSearch({
    fields: ['id', 'title', 'answers', 'cause'],
    searchOptions: {
      boost: { id: 4, title: 2 },
      fuzzy: 0.2,
      prefix: true
    }
  });
  index.addAll(
    entries.map(entry => {
      const { title, cause } = entry.page(trans, {});
      return { id: entry.id, title, answers: entry.answers.join(' '), cause };
    })
  );
  return index;
}

function indexOf(trans: ITranslate, entries: readonly IEntry[]): Index {
  const byLanguage = indexes.get(entries) ?? new WeakMap<ITranslate, Index>();
  indexes.set(entries, byLanguage);
  const index = byLanguage.get(trans) ?? buildIndex(trans, entries);
  byLanguage.set(trans, index);
  return index;
}

/**
 * What the catalogue has on a query: a query that is an error text is
 * diagnosed like a cell's output, and what was recognised comes first; then
 * the entries whose id, title, error texts or explanation hold its words, a
 * misspelt word counting too. An id names its entry.
 *
 * @param query - words, an id, or pasted text of any size
 * @param trans - the language of the titles to search
 * @param entries - the catalogue
 */
export function lookUp(
  query: string,
  trans: ITranslate,
  entries: readonly IEntry[]
): ILookUpResult[] {
  const named = entries.filter(entry => entry.id === query.trim());
  const found = diagnose(textIncident(query), entries).map(finding => ({
    entry: finding.entry,
    finding
  }));
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  const searched = indexOf(trans, entries)
    .search(query.slice(0, MAX_QUERY))
    .flatMap(({ id }) => byId.get(id) ?? []);
  const results = new Map<IEntry, ILookUpResult>();
  for (const result of [
    ...named.map(entry => ({ entry })),
    ...found,
    ...searched.map(entry => ({ entry }))
  ]) {
    if (!results.has(result.entry)) {
      results.set(result.entry, result);
    }
  }
  return [...results.values()].slice(0, MAX_RESULTS);
}
