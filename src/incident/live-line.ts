/** What a kernel tells of the line at which an error that nobody knows came up. */
import { asText, dataOf } from './live-data';
import { parseValues, type IToldValue } from './told-values';

/** A call into a package, as far as the kernel knows it. */
export interface IToldCall {
  readonly function: string;
  readonly package: string;
  readonly version: string;
}

/** The innermost line of the user's own, and what was at hand there. */
export interface ILineFacts {
  /** The line's text: it tells whether a card shows that very line. */
  readonly code: string;
  /** The call into a package that did not come back. */
  readonly called: IToldCall | null;
  readonly values: readonly IToldValue[];
}

function parseCall(value: unknown): IToldCall | null {
  const from = dataOf(value);
  const name = asText(from.function);
  const [bundle, version] = [asText(from.package), asText(from.version)];
  return name === null || bundle === null || version === null
    ? null
    : { function: name, package: bundle, version };
}

/** What `line.py` tells; null where it knew nothing. Never throws. */
export function parseLine(value: unknown): ILineFacts | null {
  const from = dataOf(value);
  const code = asText(from.code);
  return code === null
    ? null
    : {
        code,
        called: parseCall(from.called),
        values: parseValues(from.values)
      };
}
