/** What the failed line, and the cells around it, tell of values taken apart. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { failedLine } from '../../predicates';
import {
  argumentsOf,
  definitionOf,
  lastGiving,
  partsIn,
  sourcesAbove
} from '../../shared/visible-code';
import type { LineKind, Value } from './values';

export type Told = ValuesOf<Value> & { readonly kind: LineKind };

/** Names and what they are given: `a, b = …`, `for a, b in …:`. */
const ASSIGNED =
  /^(?<names>[\w.*()[\] ]{1,60}(?:, ?[\w.*()[\] ]{1,60}){0,9}?),? ?= ?(?<given>[^=].{0,300})$/;
const LOOP =
  /^(?:async )?for (?<names>[\w*(), ]{1,120}?) in (?<given>[^\n]{1,200}):/;

/** The parts that commas part, outside of brackets. */
function parts(text: string): readonly string[] {
  return partsIn(`(${text})`, 0) ?? [];
}

/** What is called in a text that is one call: `f` of `f(x)`. */
function calledIn(text: string): string | undefined {
  return /^(?<call>[a-z_][\w.]{0,80})\(/i.exec(text)?.groups?.call;
}

/** The class that a name is an object of, by the line that gives it. */
function classOf(name: string, reading: IReading): string | undefined {
  return /= ?(?<type>[A-Z]\w{0,60})\(/.exec(
    lastGiving(name, reading)?.code ?? ''
  )?.groups?.type;
}

/** The one way in which a function of the cells returns; undefined without. */
function returned(call: string, reading: IReading): string | undefined {
  const type = classOf(call, reading);
  const definition = type
    ? definitionOf('forward', reading, type)
    : definitionOf(call.split('.').pop() ?? call, reading);
  const given = definition?.returns.filter(one => one !== '') ?? [];
  const counts = new Set(given.map(one => parts(one).length));
  return counts.size === 1 ? given[0] : undefined;
}

/** Names without brackets around them. */
function bare(names: string): string {
  const inner = /^[([](?<inner>.+)[)\]]$/.exec(names.trim())?.groups?.inner;
  return inner !== undefined && !/[()[\]]/.test(inner) ? inner : names.trim();
}

/** What a loop over a loader gives, by its data set; undefined where that is not at hand. */
function itemOf(loader: string, reading: IReading): string | undefined {
  const made = loader.includes('DataLoader(')
    ? loader
    : (lastGiving(loader, reading)?.code ?? '');
  const args = argumentsOf(made, 'DataLoader') ?? [];
  const collate = args
    .map(one => /^collate_fn ?= ?(?<name>\w{1,60})$/.exec(one)?.groups?.name)
    .find(Boolean);
  if (collate) {
    const returns = definitionOf(collate, reading)?.returns ?? [];
    return returns.length === 1 ? returns[0] : undefined;
  }
  const name = (args[0] ?? '').replace(/^dataset ?= ?/, '');
  const given = /^\w+$/.test(name)
    ? (lastGiving(name, reading)?.code ?? '')
    : name;
  const tensors = argumentsOf(given, 'TensorDataset');
  if (tensors) {
    // Of one tensor a sample is a tuple with one part.
    return tensors.length === 1 ? `${tensors[0]},` : tensors.join(', ');
  }
  const bare = given.replace(/^\w{1,40} ?= ?/, '');
  if (/^torch\.(?:zeros|ones|rand|randn|arange|tensor|linspace)\(/.test(bare)) {
    return bare;
  }
  const type = /(?:^|= ?)(?<type>[A-Z]\w{0,60})\(/.exec(given)?.groups?.type;
  const definition = type
    ? definitionOf('__getitem__', reading, type)
    : undefined;
  return definition?.returns.length === 1 ? definition.returns[0] : undefined;
}

/** Layers of torch that give one tensor. */
const GIVE_ONE =
  /(?:^|\.)(?:Linear|Conv\dd|Sequential|Embedding|Flatten|BatchNorm\dd|LayerNorm|TransformerEncoder|TransformerDecoder|\w{1,20}Loss)$/;

/** What makes the object that a line calls: `nn.GRU` of `gru = nn.GRU(3, 4)`. */
function makerOf(call: string, reading: IReading): string {
  const name = call.split('.').pop() ?? call;
  const given =
    lastGiving(call, reading)?.code ??
    lastGiving(`self.${name}`, reading)?.code ??
    '';
  return /= ?(?<made>[\w.]{1,60})\(/.exec(given)?.groups?.made ?? '';
}

/** A call that gives one thing, which is then taken apart. */
function ofOne(
  call: string,
  expected: number,
  names: string,
  reading: IReading
): Told | null {
  const made = makerOf(call, reading);
  if (/(?:^|\.)(?:GRU|RNN)$/.test(made)) {
    return /[()]/.test(names) || expected === 3
      ? { kind: 'gru', source: call, type: made.split('.').pop(), names }
      : null;
  }
  if (/(?:^|\.)LSTM$/.test(made) && expected === 3) {
    return { kind: 'lstm', source: call, names };
  }
  if (GIVE_ONE.test(made)) {
    return { kind: 'one', source: call, type: made, names };
  }
  const value = returned(call, reading);
  return value !== undefined && parts(value).length === 1
    ? { kind: 'one', source: call, type: `return ${value}`, names }
    : null;
}

/** A function of a module that was imported, and that no cell defines. */
function isImported(call: string, reading: IReading): boolean {
  const [root] = call.split('.');
  const names = new RegExp(
    String.raw`^[ \t]{0,60}(?:import [^\n]{0,160}\b${root}\b|from [\w.]{1,80} import [^\n]{0,160}\b${root}\b)`,
    'm'
  );
  return (
    root !== 'self' &&
    definitionOf(root, reading) === undefined &&
    names.test(
      [...sourcesAbove(reading), reading.incident.imports ?? ''].join('\n')
    )
  );
}

/** What is known of calls of libraries. */
const OF_LIBRARIES: readonly (readonly [
  call: RegExp,
  expected: RegExp,
  kind: LineKind
])[] = [
  [/(?:^|\.)findContours$/, /^3$/, 'contours'],
  [/(?:^|\.)train_test_split$/, /^4$/, 'split'],
  [/(?:^|\.|_)(?:lstm|LSTM)\d?$/, /^3$/, 'lstm']
];

function ofLoop(
  names: string,
  given: string,
  expected: number,
  reading: IReading
): Told | null {
  const call = calledIn(given);
  const [argument = ''] = call ? (argumentsOf(given, call) ?? []) : [];
  if (call === 'enumerate' && expected > 2 && !/[()]/.test(names)) {
    return { kind: 'enumerate', names, source: argument };
  }
  if (call === 'zip') {
    const joined = argumentsOf(given, call) ?? [];
    return joined.some(one => one.startsWith('*')) || joined.length === expected
      ? null
      : { kind: 'zip', got: String(joined.length), names };
  }
  if (call && /\.parameters$/.test(call) && expected === 2) {
    return {
      kind: 'parameters',
      source: call.replace(/\.parameters$/, ''),
      names
    };
  }
  const isDictionary =
    /\.state_dict\(\)$/.test(given) ||
    /= ?(?:\{["'\w]|dict\(|defaultdict\()/.test(
      lastGiving(given, reading)?.code ?? ''
    );
  if (isDictionary && expected === 2) {
    return { kind: 'keys', source: given, type: 'dict', names };
  }
  const loader = call === 'enumerate' ? argument : given;
  const item = itemOf(loader, reading);
  if (item?.startsWith('{')) {
    const keys = (partsIn(item, 0) ?? []).map(
      one => /^["'](?<key>[^"']{1,60})["'] ?:/.exec(one)?.groups?.key ?? '…'
    );
    return {
      kind: 'sample',
      source: loader,
      type: keys.map(key => `'${key}'`).join(', '),
      names
    };
  }
  const got = item === undefined ? 0 : parts(item).length;
  return item === undefined || got < 1
    ? null
    : { kind: 'loader', source: loader, type: item, got: String(got), names };
}

function ofAssignment(
  names: string,
  given: string,
  expected: number,
  got: string | undefined,
  reading: IReading
): Told | null {
  const sized = /^(?<source>[a-z_][\w.]{0,60}?)\.(?:shape|size\(\))$/i.exec(
    given
  )?.groups?.source;
  if (sized !== undefined) {
    return { kind: 'dimensions', source: sized, names, got };
  }
  const divided =
    /^(?<source>[a-z_][\w.[\]]{0,40})(?:\.\w{1,10}\(\))?\.r?split\((?<by>[^()]{0,20})\)$/i.exec(
      given
    )?.groups;
  if (divided) {
    return {
      kind: 'divided',
      source: divided.source,
      type: divided.by,
      names,
      got
    };
  }
  const call = calledIn(given);
  if (call === undefined) {
    return null;
  }
  const [, , known] =
    OF_LIBRARIES.find(
      ([pattern, count]) => pattern.test(call) && count.test(String(expected))
    ) ?? [];
  if (known) {
    return { kind: known, source: call, names };
  }
  if (/(?:^|\.)random_split$/.test(call)) {
    const [, lengths = ''] = argumentsOf(given, call) ?? [];
    const sets = lengths.startsWith('[') ? (partsIn(lengths, 0) ?? []) : [];
    return sets.length === 0 || sets.length === expected
      ? null
      : { kind: 'sets', source: call, got: String(sets.length), names };
  }
  const value = returned(call, reading);
  const count = value === undefined ? 0 : parts(value).length;
  if (count < 2) {
    return (
      ofOne(call, expected, names, reading) ??
      (value === undefined && isImported(call, reading)
        ? { kind: 'release', source: call, got, names }
        : null)
    );
  }
  return value === undefined || count === expected
    ? null
    : { kind: 'tuple', source: call, type: value, got: String(count), names };
}

/** A single value that the line takes apart, where the call that gave it is at hand. */
export function toldOfOne(reading: IReading): Told | null {
  const [statement] = failedLine(reading).trim().split(/\s#/);
  const { names, given } = ASSIGNED.exec(statement.trim())?.groups ?? {};
  const call = given === undefined ? undefined : calledIn(given.trim());
  return names && call
    ? ofOne(call, parts(bare(names)).length, bare(names), reading)
    : null;
}

/** What can be told of it; null where nothing but the message is. */
export function toldByLine(
  expected: string | undefined,
  got: string | undefined,
  reading: IReading
): Told | null {
  const line = failedLine(reading).trim();
  const count = Number(expected ?? 0);
  if (line.includes('\n') || count === 0) {
    return null;
  }
  const loop = LOOP.exec(line)?.groups;
  if (loop) {
    return ofLoop(bare(loop.names), loop.given.trim(), count, reading);
  }
  const [statement] = line.split(/\s#/);
  const { names, given } = ASSIGNED.exec(statement.trim())?.groups ?? {};
  return names && given
    ? ofAssignment(bare(names), given.trim(), count, got, reading)
    : null;
}
