/** Names that every object inherits, where a text names a type or an argument. */
import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import type { IEntry, IPage, Values } from '../../diagnosis/types';
import { textIncident } from '../../incident/incident';
import type { IIncident } from '../../incident/types';
import { incidentOf } from './cases';
import { PROOFS } from './proofs';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

function textsOf({ title, cause, fixes, notThis, links }: IPage): unknown[] {
  return [
    title,
    cause,
    ...fixes.flatMap(fix => [fix.title, fix.detail ?? '', fix.code ?? '']),
    ...notThis,
    ...links.flatMap(link => [link.title, link.url])
  ];
}

/** What of a page is no text, or holds an inherited function. */
function strange(entry: IEntry, values: Values): unknown[] {
  return textsOf(entry.page(english, values)).filter(
    text => typeof text !== 'string' || /\[native code\]|\[object /.test(text)
  );
}

/** The incident with a word exchanged wherever it stands. */
function exchanged(incident: IIncident, word: string, name: string): IIncident {
  const change = (text: string): string => text.split(word).join(name);
  return {
    ...incident,
    evalue: change(incident.evalue),
    traceback: change(incident.traceback),
    stdout: change(incident.stdout),
    stderr: change(incident.stderr)
  };
}

it.each(NAMES)('no page takes %s for a name of its own', name => {
  const values: Values = new Proxy({}, { get: () => name });
  for (const entry of catalogue) {
    expect([entry.id, strange(entry, values)]).toEqual([entry.id, []]);
  }
});

it('no text that names constructor is read as anything else', () => {
  const seen = new Set<string>();
  const cases = PROOFS.flatMap(({ recognised }) =>
    recognised.filter(({ values }) => values !== undefined)
  );
  for (const incident of cases.map(incidentOf)) {
    const [first] = diagnose(incident, catalogue);
    for (const [key, word] of Object.entries(first?.values ?? {})) {
      const what = `${first.id} ${key}: ${word}`;
      if (!word || !/^\w+$/.test(word) || seen.has(`${first.id} ${key}`)) {
        continue;
      }
      seen.add(`${first.id} ${key}`);
      const errors: unknown[] = [];
      const found = diagnose(
        exchanged(incident, word, 'constructor'),
        catalogue,
        (_, error) => errors.push(error)
      );
      const bad = found.flatMap(({ entry, values }) => [
        ...strange(entry, values),
        ...Object.values(values).filter(
          value => value !== undefined && typeof value !== 'string'
        )
      ]);
      expect([what, bad, errors]).toEqual([what, [], []]);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
}, 60_000);

it('shows the types that a message names', () => {
  const incident = textIncident(
    'RuntimeError: mat1 and mat2 must have the same dtype, but got Double and constructor'
  );
  const [{ entry, values }] = diagnose(incident, catalogue);
  const { title, cause } = entry.page(english, values);
  expect(`${title} ${cause}`).toContain('constructor');
});
