/**
 * What an entry must fulfil. Each rule gives sentences that say what is wrong,
 * none where all is well: the specs and `npm run entry` ask the same rules.
 */
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import type { IEntry, IFinding, IPage, Values } from '../../diagnosis/types';
import { incidentOf, type ICase, type IProof } from './cases';

/** Read by the engine, whatever the entry: the rank that printed it. */
const ENGINE = ['rank', 'platform', 'pythonMinor', 'terminal', 'borrowed'];

const MAX_TITLE = 60;
const MAX_SENTENCES = 2;

/** Sentences, for the limits on length; `…`, versions and `e.g.` end none. */
function sentences(text: string): number {
  return text.split(/[.!?](?=\s+[A-Z`“"]|\s*$)/).filter(part => part.trim())
    .length;
}

/** A topic is looked up; no failure announces it. */
export function isTopic({ id }: IEntry): boolean {
  return id.startsWith('topic/');
}

/** What an entry lacks. */
export function partProblems(
  entry: IEntry,
  { recognised, nearMisses }: IProof
): string[] {
  const page = entry.page(english, {});
  const isAnnounced = !isTopic(entry);
  const lacks: readonly (readonly [boolean, string])[] = [
    [entry.answers.length === 0, 'no text in `answers`'],
    [page.links.length === 0, 'no link'],
    [page.fixes.length === 0, 'no fix'],
    [!isAnnounced && entry.signs.length > 0, 'a topic with signs'],
    [isAnnounced && entry.signs.length === 0, 'no sign'],
    [isAnnounced && recognised.length === 0, 'no case in cases.yaml'],
    [isAnnounced && nearMisses.length === 0, 'no near miss in cases.yaml'],
    [isAnnounced && page.notThis.length === 0, 'no sentence in `notThis`']
  ];
  return lacks.filter(([isMissing]) => isMissing).map(([, what]) => what);
}

function pageProblems(
  { title, cause, fixes, notThis, links }: IPage,
  where: string
): string[] {
  const words = [
    title,
    cause,
    ...fixes.flatMap(fix => [fix.title, fix.detail ?? '', fix.code ?? '']),
    ...notThis,
    ...links.map(link => link.title)
  ].join('\n');
  const found: readonly (readonly [boolean, string])[] = [
    [
      title.length > MAX_TITLE,
      `a title of ${title.length} characters: ${title}`
    ],
    [title.endsWith('.'), `a title with a full stop: ${title}`],
    [
      sentences(cause) > MAX_SENTENCES,
      `a cause of ${sentences(cause)} sentences: ${cause}`
    ],
    [
      /undefined|\[object|%\d/.test(words),
      `a value that is not there: ${/.*(?:undefined|\[object|%\d).*/.exec(words)?.[0]}`
    ],
    ...links.map(
      ({ url }) =>
        [
          new URL(url).protocol !== 'https:',
          `a link that is not https: ${url}`
        ] as const
    )
  ];
  return found
    .filter(([isWrong]) => isWrong)
    .map(([, what]) => `${where}: ${what}`);
}

/** Longer than any title. */
const LONG = 'x'.repeat(2 * MAX_TITLE);

/** Names that the title cuts, told by giving it longer ones. */
function cutNames(entry: IEntry, values: Values, where: string): string[] {
  return Object.entries(values)
    .filter(([, value]) => /^[A-Z_][\w.]{2,}$/i.test(value ?? ''))
    .map(([key, value]) => ({
      key,
      title: entry.page(english, { ...values, [key]: `${value}${LONG}` }).title
    }))
    .filter(({ title }) => title.includes('xxx') && !title.includes(LONG))
    .map(({ key, title }) => `${where}: a title that cuts ${key}: ${title}`);
}

/** Words that do not read well, without values and with those of each case. */
export function wordProblems(
  entry: IEntry,
  { recognised }: IProof,
  catalogue: readonly IEntry[]
): string[] {
  return [
    ...pageProblems(entry.page(english, {}), 'without values'),
    ...recognised.flatMap((one, at) => {
      const finding = diagnose(incidentOf(one), catalogue).find(
        ({ id }) => id === entry.id
      );
      const values = finding?.values ?? {};
      return [
        ...pageProblems(entry.page(english, values), `case ${at + 1}`),
        ...cutNames(entry, values, `case ${at + 1}`)
      ];
    })
  ];
}

/** Diagnose, and say when an entry throws. */
function findingsOf(
  one: ICase,
  catalogue: readonly IEntry[]
): { findings: IFinding[]; thrown: string[] } {
  const thrown: string[] = [];
  const findings = diagnose(incidentOf(one), catalogue, (id, error) =>
    thrown.push(`${id} threw ${error}`)
  );
  return { findings, thrown };
}

/** Why a case that must be recognised is not, or not with its values. */
export function recognisedProblems(
  { id }: IEntry,
  one: ICase,
  catalogue: readonly IEntry[]
): string[] {
  const {
    findings: [first],
    thrown
  } = findingsOf(one, catalogue);
  if (first?.id !== id) {
    return [...thrown, `recognised as ${first?.id ?? 'nothing'}`];
  }
  const wrong = Object.entries(one.values ?? {}).filter(
    ([name, value]) => first.values[name] !== value
  );
  return [
    ...thrown,
    ...wrong.map(
      ([name, value]) =>
        `the value ${name} is ${first.values[name] ?? 'not read'}, not ${value}`
    ),
    ...(first.evidence.length === 0 ? ['no evidence'] : [])
  ];
}

/** Why a near miss is none: it is recognised as this entry. */
export function nearMissProblems(
  { id }: IEntry,
  one: ICase,
  catalogue: readonly IEntry[]
): string[] {
  const {
    findings: [first],
    thrown
  } = findingsOf(one, catalogue);
  return [...thrown, ...(first?.id === id ? ['recognised as this entry'] : [])];
}

/** `values`, with a note of each that is asked for. */
function noting(values: Values, asked: Set<string>): Values {
  return new Proxy(values, {
    get: (target, name) => {
      asked.add(String(name));
      return target[String(name)];
    }
  });
}

/**
 * What an entry declares, against its cases: each kind and each value has one
 * that shows it, each value is used, and nothing undeclared is read.
 */
export function declarationProblems(
  entry: IEntry,
  { recognised }: IProof
): string[] {
  const { kinds, values } = entry;
  const read = recognised.flatMap(one =>
    diagnose(incidentOf(one), [entry]).map(finding => finding.values)
  );
  const kindsSeen = new Set(read.map(({ kind }) => kind ?? kinds[0]));
  const given = new Set(
    read.flatMap(one =>
      Object.keys(one).filter(name => one[name] !== undefined)
    )
  );
  const asked = new Set<string>();
  for (const one of [{}, ...read]) {
    entry.page(english, noting(one, asked));
  }
  const known = [...values, ...ENGINE, ...(kinds.length > 0 ? ['kind'] : [])];
  return [
    ...kinds
      .filter(kind => !kindsSeen.has(kind))
      .map(kind => `no case of the kind ${kind}`),
    ...[...kindsSeen]
      .filter(kind => kind !== undefined && !kinds.includes(kind))
      .map(kind => `a sign names the kind ${kind}, which is not there`),
    ...values
      .filter(name => !given.has(name))
      .map(name => `no case gives the value ${name}`),
    ...values
      .filter(name => !asked.has(name))
      .map(name => `no word uses the value ${name}`),
    ...[...given]
      .filter(name => !known.includes(name))
      .map(name => `the value ${name} is read, but not declared`)
  ];
}
