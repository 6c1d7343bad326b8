/** What a kernel still knew of an assertion that was not met, as plain data. */
import { asText, asWord, type Data } from './live-data';
import { parseValues, type IToldValue } from './told-values';

/** In which way a condition was not met. */
export type AssertionState =
  /** Two shapes differ. */
  | 'shape'
  | 'dtype'
  | 'device'
  /** A container has nothing in it. */
  | 'empty'
  /** It is None. */
  | 'none'
  /** It is of another class. */
  | 'class'
  /** It is not among those that are allowed. */
  | 'choice'
  /** The values at hand contradict it in another way. */
  | 'compared'
  /** Only running it would tell; these are the values in it. */
  | 'values';

const ASSERTION_STATES: readonly AssertionState[] = [
  'shape',
  'dtype',
  'device',
  'empty',
  'none',
  'class',
  'choice',
  'compared',
  'values'
];

/** Of an assertion that was not met. */
export interface IAssertionFacts {
  readonly kind: 'assertion';
  readonly state: AssertionState;
  /** The part of the condition that was not met; null where it is long. */
  readonly condition: string | null;
  /** The values in it, at least one. */
  readonly values: readonly IToldValue[];
  /** For `choice`: the one that differs by a letter or two. */
  readonly near: string | null;
  /** For `choice` and `class`: those that are allowed. */
  readonly wanted: string | null;
  /** Code after which it is met, where that is plain. */
  readonly code: string | null;
}

/** Null where it is not what `assertion.py` reports. */
export function parseAssertion(from: Data): IAssertionFacts | null {
  const state = asWord(ASSERTION_STATES, from.state);
  const values = parseValues(from.values);
  return state === null || values.length === 0
    ? null
    : {
        kind: 'assertion',
        state,
        condition: asText(from.condition),
        values,
        near: asText(from.near),
        wanted: asText(from.wanted),
        code: asText(from.code)
      };
}
