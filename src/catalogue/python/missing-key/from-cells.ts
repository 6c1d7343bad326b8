/** Keys and columns that the cells around a failure show. */
import type { IReading } from '../../../incident/types';
import { cellsAbove, lastGiving, partsIn } from '../../shared/visible-code';
import { nearIn } from '../../shared/near';
import { likest } from './from-text';

/** So many keys are shown. */
const MOST = 12;

/** Lists of names as pandas, datasets and dictionaries print them. */
const LISTED =
  /(?:Index\(|dict_keys\(|column_names: ?|features: ?|^)\[(?<names>['"][^\]]{1,1500})\]/gm;

/** The names between quotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/(['"])(?<name>[^'"\n]{1,60})\1/g)].map(
    ({ groups }) => groups?.name ?? ''
  );
}

/** The keys of a dictionary that a line writes out. */
function ofLiteral(container: string, reading: IReading): readonly string[] {
  const line = lastGiving(container, reading, /= ?\{/);
  if (!line) {
    return [];
  }
  const texts = [
    reading.incident.source,
    ...cellsAbove(reading).map(({ source }) => source)
  ];
  const text = texts.find(one => one.includes(line.code)) ?? '';
  const parts = partsIn(text, text.indexOf('{', text.indexOf(line.code)));
  return (parts ?? []).flatMap(
    part => /^(['"])(?<key>[^'"]{1,60})\1 ?:/.exec(part)?.groups?.key ?? []
  );
}

/** Names that a cell above printed of it. */
function ofPrinted(container: string, reading: IReading): readonly string[] {
  const asks = new RegExp(
    String.raw`(?<![\w.])${container.replace(/\W/g, String.raw`\$&`)}(?:\.(?:columns|keys\(\)|column_names|features)|\s*$|\)$)`,
    'm'
  );
  const shows = new RegExp(
    String.raw`(?<![\w.])${container.replace(/\W/g, String.raw`\$&`)}\.(?:head|tail|sample)\(`
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

/** What the cells show of the keys of a container; null where they show none. */
export function shownKeys(
  key: string | undefined,
  container: string | undefined,
  reading: IReading
): {
  readonly kind: 'keys' | 'near';
  readonly keys: string;
  readonly count: string;
  readonly near?: string;
  readonly type: string;
} | null {
  if (
    !reading.incident.around ||
    container === undefined ||
    key === undefined
  ) {
    return null;
  }
  const literal = ofLiteral(container, reading);
  const names = literal.length > 0 ? literal : ofPrinted(container, reading);
  const bare = key.replace(/^'|'$/g, '');
  if (names.length === 0 || names.includes(bare)) {
    return null;
  }
  const near =
    names.find(one => one.trim().toLowerCase() === bare.trim().toLowerCase()) ??
    nearIn(names.join(' '), bare) ??
    likest(bare, names);
  const more = names.length > MOST ? ', …' : '';
  return {
    kind: near === undefined ? 'keys' : 'near',
    keys: `${names
      .slice(0, MOST)
      .map(one => `'${one}'`)
      .join(', ')}${more}`,
    count: String(names.length),
    type: literal.length > 0 ? 'dict' : 'DataFrame',
    ...(near === undefined ? {} : { near: `'${near}'` })
  };
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
  const text = [
    reading.incident.source,
    ...cellsAbove(reading).map(({ source }) => source),
    reading.code
  ].join('\n');
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
