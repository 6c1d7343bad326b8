/**
 * Which tensors of a failed call do not go together, where the message and what
 * the kernel tells of them say the same.
 */
import type { IOther, ITensor, ITensorTable } from '../incident/tensors';
import type { IFinding } from './types';

/** Entries of failed calls that tensors were given to. */
const OF_CALLS = /^(?:tensor|cuda|model|parallel)\//;

/** Their own tables say more. */
const OF_MEMORY = /out-of-memory$/;

/** Two tensors that do not go together. */
export type Clash =
  | {
      /** A value of `one` is no class, or no row, of `other`. */
      readonly kind: 'classes' | 'rows';
      readonly one: ITensor;
      readonly other: ITensor;
      readonly value: number;
      readonly count: number;
    }
  | {
      /** The last size of `one`, or its channels, is not what the layer of `other` takes. */
      readonly kind: 'layer' | 'channels';
      readonly one: ITensor;
      readonly other: ITensor;
      readonly gets: number;
      readonly takes: number;
      /** What `one` was made of. */
      readonly from: ITensor | null;
    }
  | {
      /** A size of `one` meets a size of `other`. */
      readonly kind: 'sizes';
      readonly one: ITensor;
      readonly other: ITensor;
      readonly gets: number;
      readonly takes: number;
    }
  | {
      readonly kind: 'device' | 'dtype';
      readonly one: ITensor;
      readonly other: ITensor;
    };

/** Whether a card shows the tensors with this finding. */
export function showsTensors({ id }: IFinding): boolean {
  return OF_CALLS.test(id) && !OF_MEMORY.test(id);
}

/** The operand that a function of a library's calls so. */
function operand(
  { tensors }: ITensorTable,
  ...names: readonly string[]
): ITensor | undefined {
  return tensors.find(
    each =>
      each.isOperand &&
      each.names.some(({ name, isOwn }) => !isOwn && names.includes(name))
  );
}

/** The extreme value of whole numbers that is not within `count`; null without. */
function outside(
  { values }: ITensor,
  count: number,
  said: string | undefined
): number | null {
  const found = values?.find(value => value < 0 || value >= count);
  return found === undefined || (said && Number(said) !== found) ? null : found;
}

function classClash({ values }: IFinding, table: ITensorTable): Clash | null {
  const [one, other] = [operand(table, 'target'), operand(table, 'input')];
  if (!one || !other || other.shape.length === 0) {
    return null;
  }
  const count = other.shape.length > 1 ? other.shape[1] : other.shape[0];
  const value = outside(one, count, values.label ?? values.value);
  return value === null ? null : { kind: 'classes', one, other, value, count };
}

function rowClash({ values }: IFinding, table: ITensorTable): Clash | null {
  const [one, other] = [operand(table, 'input'), operand(table, 'weight')];
  if (!one || other?.shape.length !== 2) {
    return null;
  }
  const [count] = other.shape;
  const value = outside(one, count, values.index ?? values.value);
  return value === null ? null : { kind: 'rows', one, other, value, count };
}

/** Whether the message has these two numbers, in whatever order. */
function areSaid(
  said: readonly (string | undefined)[],
  ...found: readonly number[]
): boolean {
  return [...said].sort().join() === found.map(String).sort().join();
}

/** `x` and the weight of the layer, or the two of a product. */
function widthClash(
  { id, values }: IFinding,
  table: ITensorTable
): Clash | null {
  const [one, other] = table.tensors.filter(each => each.isOperand);
  if (!one || !other || one.shape.length === 0 || other.shape.length !== 2) {
    return null;
  }
  const gets = one.shape[one.shape.length - 1];
  const isLayer = other.names.some(
    ({ name, isOwn }) => !isOwn && name.endsWith('.weight')
  );
  const takes = other.shape[isLayer ? 1 : 0];
  const said =
    id === 'tensor/checked-operand'
      ? [values.gets, values.size]
      : [values.given, values.wanted];
  if (gets === takes || !areSaid(said, gets, takes)) {
    return null;
  }
  return isLayer
    ? { kind: 'layer', one, other, gets, takes, from: givenOf(table) }
    : { kind: 'sizes', one, other, gets, takes };
}

/** What the user's innermost call was given, where that is no operand itself. */
function givenOf({ tensors }: ITensorTable): ITensor | null {
  return tensors.find(each => each.isGiven && !each.isOperand) ?? null;
}

/** The input of a convolution and its weight. */
function channelClash({ values }: IFinding, table: ITensorTable): Clash | null {
  const [one, other] = [operand(table, 'input'), operand(table, 'weight')];
  const isLayer = other?.names.some(({ name }) => name.endsWith('.weight'));
  if (!one || !other || !isLayer) {
    return null;
  }
  // Without a batch the channels come first.
  const gets = one.shape[one.shape.length - other.shape.length + 1];
  const [given, takes] = [Number(values.given), Number(values.wanted)];
  return gets === given && takes > 0
    ? { kind: 'channels', one, other, gets, takes, from: givenOf(table) }
    : null;
}

/** The two operands of which a size of the one meets one of the other, as the message says. */
function sizeClash(
  { tensors }: ITensorTable,
  [gets, takes]: readonly number[],
  areMet: (one: readonly number[], other: readonly number[]) => boolean
): Clash | null {
  const [one, ...others] = tensors.filter(each => each.isOperand);
  const other = others.find(each => areMet(one.shape, each.shape));
  return other ? { kind: 'sizes', one, other, gets, takes } : null;
}

/** Shapes are compared from the right. */
function broadcastClash(
  { values }: IFinding,
  table: ITensorTable
): Clash | null {
  const [a, b] = [Number(values.a), Number(values.b)];
  const fromRight = (shape: readonly number[]) => [...shape].reverse();
  return table.tensors.filter(each => each.isOperand).length === 2
    ? sizeClash(table, [a, b], (one, other) => {
        const sizes = fromRight(other);
        return fromRight(one).some((size, at) => size === a && sizes[at] === b);
      })
    : null;
}

/** Of tensors that were joined, the first and one that has another size. */
function joinClash({ values }: IFinding, table: ITensorTable): Clash | null {
  const [first, second] = [Number(values.first), Number(values.second)];
  return sizeClash(
    table,
    [first, second],
    (one, other) =>
      one.length === other.length &&
      one.some((size, at) => size === first && other[at] === second)
  );
}

/** The two operands that differ, where there are exactly two ways to be. */
function unlike(
  { tensors }: ITensorTable,
  kind: 'device' | 'dtype',
  isMeant: (one: ITensor) => boolean
): Clash | null {
  const meant = tensors.filter(each => each.isOperand && isMeant(each));
  const ways = new Map(meant.map(each => [each[kind], each]));
  const first = meant.find(each => each[kind] === meant[0][kind]);
  const other = meant.find(each => each[kind] !== first?.[kind]);
  return ways.size === 2 && first && other ? { kind, one: first, other } : null;
}

function deviceClash(finding: IFinding, table: ITensorTable): Clash | null {
  // A single number may lie anywhere.
  const clash = unlike(table, 'device', ({ shape }) => shape.length > 0);
  const said = finding.evidence.map(({ text }) => text).join(' ');
  const isSaid = [clash?.one, clash?.other].every(
    tensor => tensor && said.includes(tensor.device)
  );
  return isSaid ? clash : null;
}

/** What does not go together in a call; null where that is not proven. */
export function clashOf(finding: IFinding, table: ITensorTable): Clash | null {
  const { id, values } = finding;
  switch (`${id} ${values.kind ?? ''}`.trim()) {
    case 'tensor/index-range label':
    case 'tensor/checked-operand label':
      return classClash(finding, table);
    case 'tensor/index-range embedding':
    case 'tensor/checked-operand id':
      return rowClash(finding, table);
    case 'tensor/checked-operand width':
    case 'tensor/checked-operand inner':
      return widthClash(finding, table);
    case 'tensor/broadcast-shape sizes':
      return broadcastClash(finding, table);
    case 'tensor/cat-size size':
      return joinClash(finding, table);
    case 'tensor/conv-input channels':
      return channelClash(finding, table);
  }
  switch (id) {
    case 'tensor/matmul-shape':
      return widthClash(finding, table);
    case 'tensor/device-mismatch':
      return deviceClash(finding, table);
    case 'tensor/dtype-mismatch':
      return unlike(table, 'dtype', ({ dtype }) => /float|complex/.test(dtype));
    default:
      return null;
  }
}

/**
 * The variables that have the size that is wanted, and all others as what the
 * call was given: probably one of them was meant.
 */
export function fittingOf(
  clash: Clash,
  { others }: ITensorTable
): readonly IOther[] {
  if (!('takes' in clash)) {
    return [];
  }
  const { shape } = ('from' in clash ? clash.from : null) ?? clash.one;
  return others.filter(other =>
    isInPlace(other.shape, shape, clash.gets, clash.takes)
  );
}

/** Whether a shape is as another, but for one size that is `takes`, not `gets`. */
export function isInPlace(
  shape: readonly number[],
  given: readonly number[],
  gets: number,
  takes: number
): boolean {
  const differing = given.flatMap((size, at) =>
    size === shape[at] ? [] : [at]
  );
  const [at] = differing;
  return (
    shape.length === given.length &&
    differing.length === 1 &&
    given[at] === gets &&
    shape[at] === takes
  );
}
