import type { IFinding } from './types';

/** Entries whose values tell a range and what was found outside of it. */
const OF_RANGES = /^tensor\/(?:checked-operand|index-range)$/;

/** Asserts of a GPU, which never say which value it was. */
const ASSERTS = /^cuda\/device-assert/;

/** Kinds of `tensor/index-range` that are about a value, not about a shape. */
const OF_VALUES = /^(?:index|select|embedding|label|onehot)$/;

/** What a call allows, and what it got instead. */
export interface IValueRange {
  readonly low: number;
  readonly high: number;
  /** As they were printed, the first of them. */
  readonly found: readonly string[];
  /** How many are outside, and of how many; null where that is not known. */
  readonly count: readonly [outside: number, all: number] | null;
}

/** Whether the operand checks may name the value that is out of range. */
export function mayNameValue({ id, values }: IFinding): boolean {
  return (
    ASSERTS.test(id) ||
    (id === 'tensor/index-range' && OF_VALUES.test(values.kind ?? ''))
  );
}

/** Entries of NaN and Inf that came from somewhere before. */
const NOT_FINITE = /^(?:tensor\/nan|cuda\/device-assert-(?:multinomial|bce))$/;

/** Whether the operand checks may find the call that made the first NaN or Inf. */
export function mayFindNotFinite({ id, values }: IFinding): boolean {
  const { kind, value } = values;
  return (
    NOT_FINITE.test(id) ||
    (id === 'tensor/checked-operand' &&
      kind !== 'finite' &&
      /^(?:nan|-?inf)$/.test(value ?? ''))
  );
}

/** The operand that the checks named, as Python writes it, and its value. */
export function namedValueOf({ id, values }: IFinding): string | null {
  const { operand, value } = values;
  return id === 'tensor/checked-operand' && operand && value
    ? `${operand} = ${value}`
    : null;
}

/** The allowed range and the values found, where the finding tells both. */
export function valueRangeOf({ id, values }: IFinding): IValueRange | null {
  if (!OF_RANGES.test(id)) {
    return null;
  }
  const { operand, low, high, count, all, label, outputs, index, size } =
    values;
  if (operand && low && high && values.found) {
    return {
      low: Number(low),
      high: Number(high),
      found: values.found.split(', '),
      count: count && all ? [Number(count), Number(all)] : null
    };
  }
  const [found, entries] = label ? [label, outputs] : [index, size];
  return found && Number(entries) > 0 && !operand
    ? { low: 0, high: Number(entries) - 1, found: [found], count: null }
    : null;
}

/** The values found on either side of the range, without repeats, in order. */
export function sidesOf({ low, found }: IValueRange): {
  readonly below: readonly string[];
  readonly above: readonly string[];
} {
  const once = [...new Set(found)];
  const isBelow = (text: string) => Number(text) < low;
  const inOrder = (one: string, other: string) => Number(one) - Number(other);
  const numbers = once
    .filter(text => !Number.isNaN(Number(text)))
    .sort(inOrder);
  return {
    below: numbers.filter(isBelow),
    above: [
      ...numbers.filter(text => !isBelow(text)),
      // NaN is on no side, and the sign for more stands last.
      ...once.filter(text => Number.isNaN(Number(text)))
    ]
  };
}
