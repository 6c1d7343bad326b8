/** What a kernel tells of values: plain ones as written, others by their sizes. */
import { asNumber } from './death/death';
import { asList, asNumbers, asText, type Data } from './live-data';

/** So many values are kept of one answer. */
const MAX_VALUES = 20;

/** A value of the user's, and what could be told of it without running code. */
export interface IToldValue {
  /** As the code calls it. */
  readonly name: string;
  /** Its class. */
  readonly type: string;
  /** Of a tensor or an array. */
  readonly shape: readonly number[] | null;
  readonly dtype: string | null;
  readonly device: string | null;
  /** Of a container. */
  readonly length: number | null;
  /** A plain value, as Python writes it. */
  readonly value: string | null;
}

function parseValue(from: Data): IToldValue[] {
  const name = asText(from.name);
  const type = asText(from.type);
  return name === null || type === null
    ? []
    : [
        {
          name,
          type,
          shape: asNumbers(from.shape),
          dtype: asText(from.dtype),
          device: asText(from.device),
          length: asNumber(from.length),
          value: asText(from.value)
        }
      ];
}

/** The values in a list as `told.py` tells them; none where it is no list. */
export function parseValues(value: unknown): readonly IToldValue[] {
  return asList(value).flatMap(parseValue).slice(0, MAX_VALUES);
}

/** A value in Python's own words: `Tensor [2, 3] float32 cpu`, `list, len 3`. */
export function valueText({
  type,
  shape,
  dtype,
  device,
  length,
  value
}: IToldValue): string {
  if (value !== null) {
    return value;
  }
  if (shape !== null) {
    return [type, `[${shape.join(', ')}]`, dtype, device]
      .filter(part => part !== null)
      .join(' ');
  }
  return length === null ? type : `${type}, len ${length}`;
}
