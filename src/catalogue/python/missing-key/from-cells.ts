/** Keys and columns that the cells around a failure show. */
import type { IReading } from '../../../incident/types';
import { failedLine } from '../../predicates';
import {
  cellsAbove,
  classBody,
  definitionOf,
  lastGiving,
  partsIn,
  sourcesAbove
} from '../../shared/visible-code';
import { nearIn } from '../../shared/near';
import { likest } from './from-text';

/** So many keys are shown. */
const MOST = 12;

/** Lists of names as pandas, datasets and dictionaries print them. */
const LISTED =
  /(?:Index\(|dict_keys\(|column_names: ?|features: ?|^)\[(?<names>['"][^\]]{1,1500})\]/gm;

/** A key without the quotes that Python shows it in. */
function bareOf(key: string): string {
  return key.replace(/^'|'$/g, '');
}

/** The names between quotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/(['"])(?<name>[^'"\n]{1,60})\1/g)].map(
    ({ groups }) => groups?.name ?? ''
  );
}

/** A key as Python writes it, in front of its colon. */
const WRITTEN = /^(?:(['"])(?<text>[^'"]{1,60})\1|(?<number>-?\d{1,18})) ?:/;

/** The keys of the dictionary whose bracket opens there, as Python shows them. */
function keysAt(text: string, at: number): readonly string[] {
  return (at < 0 ? [] : (partsIn(text, at) ?? [])).flatMap(part => {
    const { text: word, number } = WRITTEN.exec(part)?.groups ?? {};
    return word === undefined ? (number ?? []) : `'${word}'`;
  });
}

/** The keys of `dict(a=1)`. */
function keywordsAt(text: string, at: number): readonly string[] {
  return (at < 0 ? [] : (partsIn(text, at) ?? []))
    .flatMap(
      part => /^(?<name>\w{1,60}) ?=(?!=)/.exec(part)?.groups?.name ?? []
    )
    .map(name => `'${name}'`);
}

/** The items of a list that is written out: of `{x: … for x in ['train', 'val']}`. */
function itemsOf(code: string): readonly string[] {
  const list = /\bfor \w{1,40} in [[(](?<items>['"][^\])]{1,300})[\])]/.exec(
    code
  )?.groups?.items;
  return list === undefined ? [] : quoted(list).map(name => `'${name}'`);
}

/** The keys that lines put into it by name: `history['loss'] = []`. */
function keysPut(container: string, reading: IReading): string[] {
  const put = new RegExp(
    String.raw`(?<![\w.])${escapedName(container)}\[(?<quote>["'])(?<key>[^"'\n]{1,60})\k<quote>\] ?=(?!=)`,
    'g'
  );
  return sourcesAbove(reading).flatMap(text =>
    [...text.matchAll(put)].map(({ groups }) => `'${groups?.key ?? ''}'`)
  );
}

function escapedName(name: string): string {
  return name.replace(/\W/g, String.raw`\$&`);
}

/** The dictionary that a function of the cells returns, in the text of its body. */
function returnedKeys(body: readonly string[]): readonly string[] {
  const text = body.join('\n');
  const at = text.search(/^[ \t]{0,60}return \{/m);
  return at < 0 ? [] : keysAt(text, text.indexOf('{', at));
}

/** The keys that the samples of the one Dataset at hand have, of a batch of a loop. */
function ofSamples(container: string, reading: IReading): readonly string[] {
  const texts = sourcesAbove(reading);
  const loop = new RegExp(
    String.raw`\bfor (?:\w{1,40}, ?\(?)?${escapedName(container)}\)? in [^\n]{0,60}(?:loader|_dl\b|\bdl\b|dataset|\bds\b)|^[ \t]{0,60}${escapedName(container)} ?= ?(?:next\(iter\(|\w{1,40}\[\d)`,
    'im'
  );
  return texts.some(text => loop.test(text))
    ? returnedKeys(definitionOf('__getitem__', reading)?.body ?? [])
    : [];
}

/** What the keys of a container are known by. */
interface IKnown {
  readonly keys: readonly string[];
  readonly type: string;
}

/** The keys of a dictionary that the cells write out, fill or return. */
function ofLiteral(container: string, reading: IReading): IKnown {
  const line = lastGiving(container, reading);
  const none = { keys: [], type: 'dict' };
  if (!line) {
    return { keys: ofSamples(container, reading), type: 'dict' };
  }
  const text = sourcesAbove(reading).find(one => one.includes(line.code)) ?? '';
  const start = text.indexOf(line.code);
  const value = line.code.replace(/^[^=]{1,120}= ?/, '');
  const at = start + line.code.length - value.length;
  if (/\bfor\b/.test(value)) {
    return { keys: itemsOf(value), type: 'dict' };
  }
  if (value.startsWith('{')) {
    const keys = keysAt(text, at);
    const put = keysPut(container, reading);
    return { keys: [...new Set([...keys, ...put])], type: 'dict' };
  }
  if (/^dict\(\w{1,60} ?=/.test(value)) {
    return { keys: keywordsAt(text, at + 'dict'.length), type: 'dict' };
  }
  const frame = /^(?:pd|pandas)\.DataFrame\( ?(?=\{)/.exec(value);
  if (frame) {
    return { keys: keysAt(text, at + frame[0].length), type: 'DataFrame' };
  }
  const json = /^json\.loads\( ?(?:'|""")(?=\{)/.exec(value);
  if (json) {
    return { keys: keysAt(text, at + json[0].length), type: 'dict' };
  }
  if (
    /^(?:torch\.)?nn\.[A-Z]\w{1,30}\([^()]{0,120}\)\.state_dict\(\)/.test(value)
  ) {
    return { keys: ["'weight'", "'bias'"], type: 'dict' };
  }
  const called = /^(?<name>[a-z_]\w{0,60})\(/i.exec(value)?.groups?.name;
  const body = called && definitionOf(called, reading)?.body;
  const sampled = ofSamples(container, reading);
  return sampled.length > 0
    ? { keys: sampled, type: 'dict' }
    : body
      ? { keys: returnedKeys(body), type: 'dict' }
      : none;
}

/** Names that a cell above printed of it. */
function ofPrinted(container: string, reading: IReading): readonly string[] {
  const asks = new RegExp(
    String.raw`(?<![\w.])${escapedName(container)}(?:\.(?:columns|keys\(\)|column_names|features)|\s*$|\)$)`,
    'm'
  );
  const shows = new RegExp(
    String.raw`(?<![\w.])${escapedName(container)}\.(?:head|tail|sample)\(`
  );
  for (const { source, printed = '' } of cellsAbove(reading)) {
    const [list] = asks.test(source) ? [...printed.matchAll(LISTED)] : [];
    if (list) {
      return quoted(list.groups?.names ?? '');
    }
    const [heading = ''] = shows.test(source) ? printed.split('\n') : [];
    const names = heading.trim().split(/\s{1,40}/);
    if (names.length > 1 && !heading.includes('...')) {
      return names;
    }
  }
  return [];
}

/** Names of layers that a class at hand makes, as a state_dict has them. */
function ofParameters(reading: IReading): readonly string[] {
  const asked =
    /(?<![\w.])(?<held>\w{1,40})\.state_dict\(\)\[|dict\((?<other>\w{1,40})\.named_(?:parameters|modules)\(\)\)\[/.exec(
      failedLine(reading)
    )?.groups;
  const given = lastGiving(asked?.held ?? asked?.other ?? '-', reading)?.code;
  const type = /= ?(?<type>[A-Z]\w{0,60})\(/.exec(given ?? '')?.groups?.type;
  const body = type === undefined ? null : classBody(type, reading);
  return (body ?? []).flatMap(line => {
    const name = /^\s*self\.(?<name>\w{1,40}) ?= ?nn\.[A-Z]/.exec(line)?.groups
      ?.name;
    return name === undefined ? [] : [`${name}.weight`];
  });
}

/** What the cells show of the keys of a container; null where they show none. */
export function shownKeys(
  key: string | undefined,
  container: string | undefined,
  reading: IReading
): {
  readonly kind: 'keys' | 'near' | 'typed' | 'unstarted' | 'layers';
  readonly keys: string;
  readonly count: string;
  readonly near?: string;
  readonly type: string;
  readonly container?: string;
} | null {
  if (key === undefined) {
    return null;
  }
  const layers = container === undefined ? ofParameters(reading) : [];
  const known =
    container === undefined ? undefined : ofLiteral(container, reading);
  const names =
    layers.length > 0
      ? layers.map(one => `'${one}'`)
      : known && known.keys.length > 0
        ? known.keys
        : container === undefined
          ? []
          : ofPrinted(container, reading).map(one => `'${one}'`);
  if (names.length === 0 || names.includes(key)) {
    return null;
  }
  const bare = bareOf(key);
  const words = names.map(one => bareOf(one));
  const typed = words.includes(bare);
  const near = typed
    ? bare
    : (words.find(
        one => one.trim().toLowerCase() === bare.trim().toLowerCase()
      ) ??
      (/^-?\d+$/.test(bare)
        ? undefined
        : (nearIn(words.join(' '), bare) ??
          likest(bare, words) ??
          sameAs(bare, words))));
  const more = names.length > MOST ? ', …' : '';
  const written = near === undefined ? undefined : names[words.indexOf(near)];
  const starts = new RegExp(
    String.raw`\[["']${escapedName(bare)}["']\](?:\.(?:append|extend|add)\(| ?[-+*]=)`
  );
  return {
    kind: typed
      ? 'typed'
      : written !== undefined
        ? 'near'
        : layers.length > 0
          ? 'layers'
          : starts.test(failedLine(reading))
            ? 'unstarted'
            : 'keys',
    keys: `${names.slice(0, MOST).join(', ')}${more}`,
    count: String(names.length),
    type: known && known.keys.length > 0 ? known.type : 'DataFrame',
    ...(written === undefined ? {} : { near: written })
  };
}

/** Names under which people keep the same thing. */
const SAME: readonly (readonly string[])[] = [
  ['lr', 'learning_rate', 'learningRate'],
  ['epochs', 'n_epochs', 'num_epochs', 'max_epochs'],
  ['bs', 'batch_size', 'batchsize'],
  ['val', 'valid', 'validation', 'dev', 'test'],
  ['y', 'label', 'labels', 'target', 'targets'],
  ['x', 'image', 'images', 'img', 'input', 'inputs', 'data', 'pixel_values'],
  ['text', 'sentence', 'content', 'review'],
  ['num_classes', 'n_classes', 'num_labels']
];

function sameAs(key: string, names: readonly string[]): string | undefined {
  const same = SAME.find(one => one.includes(key)) ?? [];
  return same.find(one => one !== key && names.includes(one));
}

/** Subscripts of a line: what is asked, and the expression between the brackets. */
const SUBSCRIPT =
  /(?<![\w.\])])(?<held>[a-z_][\w.]{0,60})\[(?<index>[^[\]:'"\n]{1,80}(?:\[[^[\]]{1,30}\])?)\]/gi;

/** The one container of the failed line that is asked for a key out of a variable. */
export function askedBy(
  reading: IReading
): { readonly container: string; readonly index: string } | undefined {
  const found = [...failedLine(reading).matchAll(SUBSCRIPT)]
    .map(({ groups }) => ({
      container: groups?.held ?? '',
      index: (groups?.index ?? '').trim()
    }))
    .filter(({ index }) => !/^-?\d+$/.test(index));
  const dicts = found.filter(({ container }) =>
    /=\s*(?:\{|dict\(|defaultdict|json\.|Counter)/.test(
      lastGiving(container, reading)?.code ?? ''
    )
  );
  const [one] = dicts.length > 0 ? dicts : found;
  return new Set(found.map(({ container }) => container)).size === 1 ||
    dicts.length === 1
    ? one
    : undefined;
}

/** From what a mapping was made that is asked for a word, a letter or a class. */
export function vocabularyOf(
  key: string | undefined,
  literal: string | undefined,
  reading: IReading
): {
  readonly kind: 'vocabulary';
  readonly container: string;
  readonly index: string;
  readonly given: string;
} | null {
  const asked =
    literal === undefined
      ? askedBy(reading)
      : { container: literal, index: key ?? '' };
  if (asked === undefined || key === undefined) {
    return null;
  }
  const { container, index } = asked;
  const code = lastGiving(container, reading)?.code;
  const value = code?.replace(/^[^=]{1,120}= ?/, '') ?? '';
  const isMade =
    (/^(?:\{.{1,200}\bfor\b|dict\((?:zip|enumerate|\()|dict\(\[)/.test(value) &&
      itemsOf(value).length === 0) ||
    /\.(?:word2idx|stoi|class_to_idx|char_to_idx|token_to_idx|vocab|word_index|key_to_index)\b/.test(
      `.${container} ${value}`
    );
  const filled = new RegExp(
    String.raw`^[ \t]{0,60}${escapedName(container)}\[[^\]'"\n]{1,60}\] ?=(?!=)[^\n]{0,120}`,
    'm'
  );
  const filling = sourcesAbove(reading)
    .map(text => filled.exec(text)?.[0].trim())
    .find(Boolean);
  return isMade || filling
    ? {
        kind: 'vocabulary',
        container,
        index,
        given: filling ?? code ?? ''
      }
    : null;
}

/** A line that takes a column out of a table, or gives it another name. */
export function columnLost(
  key: string | undefined,
  container: string | undefined,
  reading: IReading
): {
  readonly kind: 'lost' | 'again' | 'narrowed';
  readonly container?: string;
  readonly given: string;
  readonly cell?: string;
} | null {
  const bare = key && bareOf(key);
  if (!bare) {
    return null;
  }
  const named = String.raw`["']${escapedName(bare)}["']`;
  const takes = new RegExp(
    String.raw`\.drop\([^\n]{0,200}${named}|\.rename\([^\n]{0,200}${named} ?:|\.pop\( ?${named}|\bdel \w{1,40}\[ ?${named}|\.set_index\([^\n]{0,40}${named}|get_dummies\([^\n]{0,200}${named}|\.groupby\( ?\[?[^\n\])]{0,80}${named}|remove_columns\([^\n]{0,200}${named}|\.rename_column\( ?${named}`
  );
  const own = failedLine(reading);
  if (
    takes.test(own) &&
    !/\.groupby\(/.test(own) &&
    /=|inplace|\bdel\b|\.pop\(/.test(own)
  ) {
    return { kind: 'again', given: own.trim() };
  }
  const table = container ?? TABLE_ASKED.exec(own)?.groups?.held;
  if (table === undefined) {
    return null;
  }
  const { source } = reading.incident;
  const above = source.slice(0, Math.max(source.indexOf(own.trim()), 0));
  const places = [
    { source: above, position: undefined as number | undefined },
    ...cellsAbove(reading)
  ];
  for (const place of places) {
    const line = place.source
      .split('\n')
      .find(
        one =>
          !/^\s*#/.test(one) &&
          takes.test(one) &&
          /(?<![=!<>])=[^=]|inplace ?= ?True|\bdel\b|\.pop\(/.test(one) &&
          new RegExp(
            String.raw`^\s*(?:(?:[\w, ]{1,60}, ?)?${escapedName(table)}(?:, ?\w{1,40})? ?=|${escapedName(table)}\.|del )`
          ).test(one)
      );
    if (line) {
      return {
        kind: 'lost',
        container: table,
        given: line.trim(),
        ...(place.position === undefined
          ? {}
          : { cell: String(place.position) })
      };
    }
  }
  const made = lastGiving(table, reading);
  return made && NARROWS.test(made.code) && !new RegExp(named).test(made.code)
    ? {
        kind: 'narrowed',
        container: table,
        given: made.code,
        ...(made.position === undefined ? {} : { cell: String(made.position) })
      }
    : null;
}

/** The table that a line asks to group, sort or drop by a column. */
const TABLE_ASKED =
  /(?<![\w.])(?<held>[a-z_]\w{0,40})\.(?:groupby|drop|set_index|sort_values|pivot\w{0,6}|merge|melt|drop_duplicates)\(/i;

/** What makes a table with other columns than it is made of. */
const NARROWS =
  /\.(?:groupby|pivot|pivot_table|value_counts|agg|describe|crosstab|resample)\(|\[\[[^\]\n]{1,300}\]\]/;

/** A file of a table whose printed heading still has its separators in it. */
export function unparted(
  container: string | undefined,
  reading: IReading
): {
  readonly kind: 'unparted';
  readonly separator: string;
  readonly given: string;
} | null {
  const given =
    container === undefined
      ? undefined
      : lastGiving(container, reading, /read_(?:csv|table)\(/)?.code;
  if (given === undefined || /\b(?:sep|delimiter) ?=/.test(given)) {
    return null;
  }
  for (const { source, printed = '' } of cellsAbove(reading)) {
    const heading = printed.trimStart().split('\n')[0];
    const found =
      source.includes(container ?? '') &&
      /\w["' ]{0,2}(?<mark>;|\\t|\|)["' ]{0,2}\w/.exec(heading)?.groups?.mark;
    if (found) {
      return { kind: 'unparted', separator: found, given };
    }
  }
  return null;
}

/** The loop that asks a ModuleDict for layers, and what its count is given. */
export function layersAsked(
  reading: IReading
): { readonly loop?: string; readonly given?: string } | null {
  const frames = reading.exceptions[0]?.frames ?? [];
  const last = frames[frames.length - 1];
  if (!/[\\/]nn[\\/]modules[\\/]container\.py$/.test(last?.file ?? '')) {
    return null;
  }
  const text = [...sourcesAbove(reading), reading.code].join('\n');
  const own = frames.filter(({ place }) => place !== 'library').pop()?.code;
  const at = own ? text.indexOf(own) : -1;
  const loop = [
    ...text
      .slice(Math.max(at - 400, 0), Math.max(at, 0))
      .matchAll(/for \w{1,20} in range\((?<count>[\w.]{1,40})\)/g)
  ].pop();
  const count = loop?.groups?.count;
  const given = count === undefined ? count : lastGiving(count, reading)?.code;
  return { loop: loop?.[0], given };
}
