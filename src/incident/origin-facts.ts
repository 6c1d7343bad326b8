/** What a kernel tells of a value that cannot do what a line wants of it. */
import { asNumber } from './death/death';
import { asText, asWord, type Data } from './live-data';

/** What a line wanted to do with the value. */
export type Want =
  'call' | 'index' | 'loop' | 'unpack' | 'length' | 'attribute';

const WANTS: readonly Want[] = [
  'call',
  'index',
  'loop',
  'unpack',
  'length',
  'attribute'
];

/** Where the value came from. */
export type OriginState =
  /** A line gave it to the name. */
  | 'bound'
  /** A call gave it to the parameter. */
  | 'passed'
  /** A loop took it from a list. */
  | 'item'
  /** A function of the user's returned it. */
  | 'returned';

const ORIGIN_STATES: readonly OriginState[] = [
  'bound',
  'passed',
  'item',
  'returned'
];

/** Of a value that is not what the failed line wants. */
export interface IOriginFacts {
  readonly kind: 'origin';
  readonly state: OriginState;
  readonly want: Want;
  /** The attribute that it has not. */
  readonly attribute: string | null;
  /** Its name, null where it has none, and its class. */
  readonly held: string | null;
  readonly type: string;
  /** The line, in the cell with this prompt number where it is another, and its text. */
  readonly line: number | null;
  readonly input: number | null;
  readonly code: string | null;
  /** The function whose parameter it is, or that returned it. */
  readonly function: string | null;
  /** Which part of a list, or which expression was returned. */
  readonly place: string | null;
}

/** Facts of where a value came from; null where they are none. */
export function parseOrigin(from: Data): IOriginFacts | null {
  const state = asWord(ORIGIN_STATES, from.state);
  const want = asWord(WANTS, from.want);
  const type = asText(from.type);
  return state === null || want === null || type === null
    ? null
    : {
        kind: 'origin',
        state,
        want,
        attribute: asText(from.attribute),
        held: asText(from.held),
        type,
        line: asNumber(from.line),
        input: asNumber(from.input),
        code: asText(from.code),
        function: asText(from.function),
        place: asText(from.place)
      };
}
