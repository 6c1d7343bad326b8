/** Shapes of tensors that the visible code, or what it printed, tells. */
import type { IReading } from '../../incident/types';
import { closing, partsOf } from './call-text';
import { lastValue, lastPlaceOf, visibleCode } from './ran-code';

const MADE =
  /^(?:(?:torch|np|numpy)\.(?:random\.)?|(?=tensor\(|array\())(?<maker>rand|randn|ones|zeros|empty|full|randint|tensor|Tensor|FloatTensor|LongTensor|IntTensor|array|arange|linspace)\(/;

/** What changes no shape. */
const KEEPS =
  /^\.(?:float|double|half|long|int|bool|cuda|cpu|clone|detach|contiguous|requires_grad_?|to|type|astype)\(/;

/** A whole number, or a name or product of such. */
function sizeOf(text: string, reading: IReading, depth = 0): number | null {
  const term = text.trim().replace(/^\w{1,20}=/, '');
  if (/^\d{1,9}$/.test(term)) {
    return Number(term);
  }
  if (depth > 3) {
    return null;
  }
  if (/^[\w.]+(?:\s?\*\s?[\w.]+)+$/.test(term)) {
    const sizes = term.split('*').map(one => sizeOf(one, reading, depth + 1));
    return sizes.every(size => size !== null)
      ? sizes.reduce<number>((all, size) => all * (size ?? 0), 1)
      : null;
  }
  const value = /^[a-z_]\w{0,40}$/i.test(term)
    ? lastValue(term, reading)
    : null;
  return value && value.names.length === 1
    ? sizeOf(value.value, reading, depth + 1)
    : null;
}

/** A whole number that an expression of the visible code stands for. */
export function knownSize(text: string, reading: IReading): number | null {
  return sizeOf(text, reading);
}

function sizesOf(parts: readonly string[], reading: IReading): number[] | null {
  const sizes = parts.map(part => sizeOf(part, reading));
  return sizes.every(size => size !== null) ? (sizes as number[]) : null;
}

/** The shape of a literal: `[[1, 2], [3, 4]]`. */
function literalShape(text: string, depth = 0): number[] | null {
  const inner = /^[[(](?<inner>.*)[\])]$/.exec(text.trim())?.groups?.inner;
  const parts = inner === undefined || depth > 5 ? null : partsOf(inner);
  if (parts === null) {
    return /^-?[\d.]{1,20}(?:e-?\d{1,3})?$|^(?:True|False)$/.test(text.trim())
      ? []
      : null;
  }
  const shapes = parts.map(part => literalShape(part, depth + 1));
  const [first] = shapes;
  return first && shapes.every(shape => `${shape}` === `${first}`)
    ? [parts.length, ...first]
    : null;
}

function madeShape(
  maker: string,
  args: readonly string[],
  reading: IReading
): number[] | null {
  const places = args.filter(arg => !/^(?!size)\w{1,20} ?=/.test(arg));
  if (/^(?:tensor|array|\w+Tensor|Tensor)$/.test(maker)) {
    const [first = ''] = places;
    return /^[[(]/.test(first) ? literalShape(first) : null;
  }
  if (maker === 'arange') {
    const bounds = sizesOf(places, reading);
    return bounds === null || bounds.length > 2
      ? null
      : [bounds.length === 1 ? bounds[0] : bounds[1] - bounds[0]];
  }
  if (maker === 'linspace') {
    const count = places[2] === undefined ? null : sizeOf(places[2], reading);
    return count === null ? null : [count];
  }
  const tuple = places
    .map(place => place.replace(/^size ?= ?/, ''))
    .find(place => /^[[(]/.test(place));
  if (tuple !== undefined) {
    return sizesOf(partsOf(tuple.slice(1, -1)) ?? ['?'], reading);
  }
  return maker === 'randint' || maker === 'full'
    ? null
    : sizesOf(places, reading);
}

/** A shape after a method that changes it in a way that can be told. */
function changed(
  shape: number[],
  method: string,
  args: readonly string[],
  reading: IReading
): number[] | null {
  if (method === 'unsqueeze') {
    const at = Number(args[0]);
    const place = at < 0 ? shape.length + 1 + at : at;
    return Number.isInteger(place)
      ? [...shape.slice(0, place), 1, ...shape.slice(place)]
      : null;
  }
  if (method === 't') {
    return [...shape].reverse();
  }
  if (method === 'reshape' || method === 'view') {
    const inside = /^[[(]/.test(args[0] ?? '')
      ? (partsOf(args[0].slice(1, -1)) ?? [])
      : args;
    const all = shape.reduce((product, size) => product * size, 1);
    const known = inside.map(one => (one === '-1' ? -1 : sizeOf(one, reading)));
    if (known.some(one => one === null)) {
      return null;
    }
    const rest = (known as number[])
      .filter(one => one >= 0)
      .reduce((product, size) => product * size, 1);
    return (known as number[]).map(one => (one < 0 ? all / rest : one));
  }
  return null;
}

/** The shape of an expression, as far as its parts are literal; null where not. */
export function shapeOf(
  expression: string,
  reading: IReading,
  depth = 0
): readonly number[] | null {
  const text = expression.trim();
  if (/^[a-z_]\w{0,40}$/i.test(text)) {
    const value = depth > 3 ? undefined : lastValue(text, reading);
    return value?.names.length === 1
      ? shapeOf(value.value, reading, depth + 1)
      : null;
  }
  const made = MADE.exec(text);
  let at = made ? closing(text, made[0].length - 1) : null;
  let shape: number[] | null = null;
  if (made && at !== null) {
    const args = partsOf(text.slice(made[0].length, at - 1));
    shape = args && madeShape(made.groups?.maker ?? '', args, reading);
  } else {
    const name = /^[a-z_]\w{0,40}(?=\.)/i.exec(text)?.[0];
    const known = name === undefined ? null : shapeOf(name, reading, depth + 1);
    shape = known && [...known];
    at = name?.length ?? null;
  }
  while (shape && at !== null && at < text.length) {
    const rest = text.slice(at);
    if (/^\.T\b/.test(rest)) {
      shape = [...shape].reverse();
      at += 2;
      continue;
    }
    const method = /^\.(?<method>\w{1,20})\(/.exec(rest);
    const end = method ? closing(text, at + method[0].length - 1) : null;
    if (!method || end === null) {
      return null;
    }
    const args = partsOf(text.slice(at + method[0].length, end - 1)) ?? [];
    shape = KEEPS.test(rest)
      ? shape
      : changed(shape, method.groups?.method ?? '', args, reading);
    at = end;
  }
  return shape;
}

const PRINTED = /torch\.Size\(\[(?<sizes>[\d, ]{0,60})\]\)/g;

function printedSizes(output: string): number[][] {
  return [...output.matchAll(PRINTED)].map(({ groups }) =>
    (groups?.sizes ?? '').split(', ').filter(Boolean).map(Number)
  );
}

/**
 * The shape of a name that the code printed: the failed cell with one such
 * print, or a cell above that ends in it, after the name's last value.
 */
export function printedShape(
  name: string,
  reading: IReading
): readonly number[] | null {
  const { cells, own } = visibleCode(reading);
  const asked = (line: string): boolean =>
    line.includes(`${name}.shape`) || line.includes(`${name}.size()`);
  const prints = own.filter(
    line => line.includes('print(') && /\.shape|\.size\(\)/.test(line)
  );
  const seen = printedSizes(reading.incident.stdout).pop();
  if (prints.length === 1 && asked(prints[0]) && seen) {
    return seen;
  }
  const made = lastPlaceOf(name, reading);
  const cell = cells
    .filter(
      ({ source, printed = '' }, at) =>
        at >= made &&
        printedSizes(printed).length === 1 &&
        source.split('\n').filter(asked).length === 1
    )
    .pop();
  return (cell && printedSizes(cell.printed ?? '')[0]) ?? null;
}
