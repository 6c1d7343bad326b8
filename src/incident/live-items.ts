/** What a kernel still knew of a key, an index or values that did not fit. */
import { asNumber } from './death/death';
import { asNumbers, asText, asTexts, asWord, type Data } from './live-data';

/** How a missing key stands to the keys there are. */
export type KeyState =
  /** It differs from one by a letter or two. */
  | 'near'
  /** One is the same as a text, or as a number. */
  | 'typed'
  /** One has something before it, up to a dot. */
  | 'prefix'
  /** One is the rest of it, behind a dot. */
  | 'unprefixed'
  /** The key is a tensor. */
  | 'tensor'
  /** There are none. */
  | 'empty'
  /** Nothing but that it is not there. */
  | 'keys';

const KEY_STATES: readonly KeyState[] = [
  'near',
  'typed',
  'prefix',
  'unprefixed',
  'tensor',
  'empty',
  'keys'
];

/** Of a key that is not there. */
export interface IKeyFacts {
  readonly kind: 'key';
  readonly state: KeyState;
  /** As one writes it in Python; null for a tensor. */
  readonly key: string | null;
  /** What lacks it, as the code calls it; null inside a library. */
  readonly container: string | null;
  readonly type: string;
  readonly count: number;
  /** Some of those there are, as one writes them. */
  readonly keys: readonly string[];
  /** The one that the state speaks of. */
  readonly near: string | null;
}

/** Of an index that a sequence does not have. */
export interface IIndexFacts {
  readonly kind: 'index';
  /** As the code calls it; null inside a library. */
  readonly container: string | null;
  readonly type: string;
  readonly length: number;
  /** Its value and how the code writes it; null where that is not sure. */
  readonly index: number | null;
  readonly written: string | null;
}

/** What was unpacked. */
export type UnpackForm =
  /** The sizes of a tensor. */
  | 'shape'
  /** A value with that many items. */
  | 'value'
  /** The one value that a function of the user's returns; `type` is how. */
  | 'returned'
  /** What `enumerate` or `zip` gives. */
  | 'enumerate'
  | 'zip'
  /** The keys of a dictionary. */
  | 'keys'
  /** The rows of a tensor. */
  | 'rows'
  /** The batches of a DataLoader. */
  | 'batches';

const UNPACK_FORMS: readonly UnpackForm[] = [
  'shape',
  'value',
  'returned',
  'enumerate',
  'zip',
  'keys',
  'rows',
  'batches'
];

/** Of values that were too many or too few for their names. */
export interface IUnpackFacts {
  readonly kind: 'unpack';
  readonly form: UnpackForm;
  readonly expected: number;
  readonly got: number | null;
  /** As the code calls it, and its class. */
  readonly source: string | null;
  readonly type: string | null;
  readonly shape: readonly number[] | null;
  /** The names that they were given. */
  readonly names: string | null;
}

/** Null where it is not what `keys.py` reports. */
export function parseKey(from: Data): IKeyFacts | null {
  const state = asWord(KEY_STATES, from.state);
  const type = asText(from.type);
  return state === null || type === null
    ? null
    : {
        kind: 'key',
        state,
        key: asText(from.key),
        container: asText(from.container),
        type,
        count: asNumber(from.count) ?? 0,
        keys: asTexts(from.keys),
        near: asText(from.near)
      };
}

/** Null where it is not what `sequences.py` reports. */
export function parseIndex(from: Data): IIndexFacts | null {
  const type = asText(from.type);
  const length = asNumber(from.length);
  return type === null || length === null
    ? null
    : {
        kind: 'index',
        container: asText(from.container),
        type,
        length,
        index: asNumber(from.index),
        written: asText(from.written)
      };
}

/** Null where it is not what `sequences.py` reports. */
export function parseUnpack(from: Data): IUnpackFacts | null {
  const form = asWord(UNPACK_FORMS, from.form);
  const expected = asNumber(from.expected);
  return form === null || expected === null
    ? null
    : {
        kind: 'unpack',
        form,
        expected,
        got: asNumber(from.got),
        source: asText(from.source),
        type: asText(from.type),
        shape: asNumbers(from.shape),
        names: asText(from.names)
      };
}
