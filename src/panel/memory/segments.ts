import type { Values } from '../../diagnosis/types';
import { ownValue } from '../../shared/own-value';

/** Who holds a part of a GPU's memory. */
export type Holder = 'tensors' | 'unused' | 'outside' | 'others' | 'rest';

/** A part of the memory; the free one is what is left. */
export interface ISegment {
  readonly holder: Holder | 'free';
  /** In bytes. */
  readonly size: number;
}

/** Of a picture, in bytes. */
export interface IPicture {
  readonly total: number;
  /** What was asked for; null where the message does not tell. */
  readonly asked: number | null;
  readonly segments: readonly ISegment[];
}

const UNITS: readonly string[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Less than this share of the whole is rounding. */
const ROUNDING = 0.01;

/** Bytes of a size as a finding gives it, `13.5 GiB`; null where it has none. */
function bytesOf(size: string | undefined): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?) (\w+)$/.exec(size ?? '') ?? [];
  const power = UNITS.indexOf(unit === 'bytes' ? 'B' : unit);
  return power < 0 ? null : Number(number) * 1024 ** power;
}

/**
 * The figures of an out-of-memory message as parts of the whole; null where the
 * message does not tell the whole, or what torch's tensors hold of it.
 */
export function pictureOf(values: Values): IPicture | null {
  const total = bytesOf(values.total);
  const tensors = bytesOf(values.allocated);
  if (total === null || total === 0 || tensors === null) {
    return null;
  }
  const of = (name: string): number => bytesOf(ownValue(values, name)) ?? 0;
  const known: ISegment[] = [
    { holder: 'tensors', size: tensors },
    { holder: 'unused', size: of('unused') },
    { holder: 'outside', size: of('outside') + of('other') },
    { holder: 'others', size: of('others') }
  ];
  const held = known.reduce((sum, { size }) => sum + size, 0);
  const free = bytesOf(values.free);
  const parts: ISegment[] = [
    ...known,
    // What is neither free nor told of: the text does not say who has it.
    { holder: 'rest', size: free === null ? 0 : total - free - held },
    { holder: 'free', size: free ?? total - held }
  ];
  return {
    total,
    asked: bytesOf(values.tried),
    segments: parts.filter(({ size }) => size > ROUNDING * total)
  };
}

/**
 * How much more was needed than was free, in bytes; null where the message does
 * not tell. Of the main memory it never tells what was free.
 */
export function neededOf(values: Values): number | null {
  const asked = bytesOf(ownValue(values, 'tried') ?? ownValue(values, 'asked'));
  return asked === null
    ? null
    : Math.max(0, asked - (bytesOf(ownValue(values, 'free')) ?? 0));
}
