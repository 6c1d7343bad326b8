import MiniSearch from 'minisearch';

import { textIncident } from '../incident/incident';
import { diagnose } from './diagnose';
import type { IEntry, IFinding, ITranslate } from './types';

// For helper-6: the panel (src/panel/lookup*.ts) uses exactly ILookUpResult and
// lookUp(query, trans, entries). Keep these two, replace the body as you like.

/** One answer of the look-up. */
export interface ILookUpResult {
  readonly entry: IEntry;
  /** Present when the query is itself an error text that was diagnosed. */
  readonly finding?: IFinding;
}

export function lookUp(
  query: string,
  trans: ITranslate,
  entries: readonly IEntry[]
): ILookUpResult[] {
  const found = diagnose(textIncident(query), entries).map(finding => ({
    entry: finding.entry,
    finding
  }));
  const search = new MiniSearch({
    fields: ['id', 'title', 'answers'],
    idField: 'id'
  });
  search.addAll(
    entries.map(entry => ({
      id: entry.id,
      title: entry.page(trans, {}).title,
      answers: entry.answers.join(' ')
    }))
  );
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  const rest = search
    .search(query.slice(0, 300), { fuzzy: 0.2, prefix: true })
    .map(hit => ({ entry: byId.get(hit.id as string) as IEntry }))
    .filter(hit => !found.some(one => one.entry === hit.entry));
  return [...found, ...rest].slice(0, 20);
}
