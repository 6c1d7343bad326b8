/**
 * Which tensors of a failed call do not go together, where the message and what
 * the kernel tells of them say the same.
 */
import type { ITensor, ITensorTable } from '../incident/tensors';
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
      /** The last size of `one` is not what the layer of `other` takes. */
      readonly kind: 'layer' | 'inner';
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
  return gets === takes || !areSaid(said, gets, takes)
    ? null
    : { kind: isLayer ? 'layer' : 'inner', one, other, gets, takes };
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
