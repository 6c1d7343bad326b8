/** Which variables held the memory of tensors after a failure, as plain data. */
import { asNumber } from './death/death';
import { dataOf, type Data } from './live-data';

/** What a variable is. */
export type HolderKind = 'tensor' | 'model' | 'optimizer' | 'object';

/** Bytes by device. */
export type Sizes = ReadonlyMap<string, number>;

/** A variable and the memory of the tensors that it reaches. */
export interface IHolder {
  readonly name: string;
  readonly what: HolderKind;
  /** Bytes, the gradients among them. */
  readonly size: number;
  readonly gradients: number;
  /** What an optimizer remembers of the weights that it trains. */
  readonly state: number;
  /** The devices that it lies on, the fullest first. */
  readonly devices: readonly string[];
  /** Of a tensor. */
  readonly shape: readonly number[] | null;
  readonly dtype: string | null;
}

/** Something by a name or a number, and its bytes. */
export interface IKept<Key> {
  readonly key: Key;
  readonly size: number;
}

/** All sizes in bytes. */
export interface IHeld {
  /** All tensors that were found, each counted once. */
  readonly size: number;
  /** Those that hold most, the largest first. */
  readonly variables: readonly IHolder[];
  /** So many more variables hold tensors. */
  readonly more: number;
  /** Results of cells, by prompt number, which no variable holds. */
  readonly outputs: readonly IKept<number>[];
  readonly outputsSizes: Sizes;
  /** Variables of the failed calls, which nothing else holds. */
  readonly failed: readonly IKept<string>[];
  readonly failedSizes: Sizes;
  /** What torch itself counts on the GPUs; null without one. */
  readonly allocated: number | null;
  /** False where there was more than could be looked at. */
  readonly isComplete: boolean;
}

const KINDS: readonly string[] = ['tensor', 'model', 'optimizer', 'object'];

function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(dataOf) : [];
}

function parseSizes(value: unknown): Sizes {
  return new Map(
    Object.entries(dataOf(value)).map(([device, size]) => [
      device,
      asNumber(size) ?? 0
    ])
  );
}

/** The bytes on all devices, or on those of a kind: `cuda`. */
export function sumOf(sizes: Sizes, kind?: string): number {
  return [...sizes]
    .filter(([device]) => kind === undefined || device.split(':')[0] === kind)
    .reduce((sum, [, size]) => sum + size, 0);
}

function parseHolder(from: Data): IHolder | null {
  const sizes = parseSizes(from.sizes);
  return typeof from.name === 'string' && KINDS.includes(String(from.what))
    ? {
        name: from.name,
        what: from.what as HolderKind,
        size: sumOf(sizes),
        gradients: asNumber(from.gradients) ?? 0,
        state: asNumber(from.state) ?? 0,
        devices: [...sizes]
          .sort(([, a], [, b]) => b - a)
          .map(([device]) => device),
        shape: Array.isArray(from.shape) ? from.shape.map(Number) : null,
        dtype: typeof from.dtype === 'string' ? from.dtype : null
      }
    : null;
}

function parseKept<Key>(
  value: unknown,
  keyOf: (from: Data) => Key | null
): IKept<Key>[] {
  return listOf(value).flatMap(from => {
    const key = keyOf(from);
    return key === null ? [] : [{ key, size: asNumber(from.size) ?? 0 }];
  });
}

/** What `held.py` tells; null where it knew of no torch. Never throws. */
export function parseHeld(value: unknown): IHeld | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const from = dataOf(value);
  return {
    size: sumOf(parseSizes(from.sizes)),
    variables: listOf(from.variables)
      .map(parseHolder)
      .filter(each => each !== null),
    more: asNumber(from.more) ?? 0,
    outputs: parseKept(from.outputs, ({ number }) => asNumber(number)),
    outputsSizes: parseSizes(from.outputsSizes),
    failed: parseKept(from.failed, ({ name }) =>
      typeof name === 'string' ? name : null
    ),
    failedSizes: parseSizes(from.failedSizes),
    allocated: asNumber(from.allocated),
    isComplete: from.complete === true
  };
}
