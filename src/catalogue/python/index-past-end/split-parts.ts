/** A part of a text that was split, which has fewer parts. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { lastValue, ownLine } from '../../shared/ran-code';

/** `text.split(',')`, with its separator. */
const SPLIT =
  /(?<text>[a-z_][\w.]{0,40})(?:\.[lr]?strip\([^()]{0,20}\))?\.r?split\((?<separator>["'][^"'\n]{1,8}["'])?[^()\n]{0,20}\)/i;

/** A part by its number, of a name or of the call itself. */
const PART = /[\w)]\[(?<at>-?\d{1,3})\]/g;

/** What people call the parts of a text. */
const OF_PARTS =
  /^(?:\w{0,20}split\w{0,8}|parts|fields|tokens|cols|columns|elems|elements|pieces)$/i;

const NAMED = /(?<![\w.\])])(?<name>[a-z_]\w{0,40})\[(?<at>-?\d{1,3})\]/gi;

/** Every text has a first and a last part. */
function isSure(at: string): boolean {
  return at === '0' || at === '-1';
}

/** What the failed line takes of the parts of a text; undefined where it is another list. */
export function splitPart(
  reading: IReading
): ValuesOf<'container' | 'index' | 'text' | 'separator'> | undefined {
  const line = ownLine(reading);
  const asked = [...line.matchAll(PART)].filter(
    ({ groups }) => !isSure(groups?.at ?? '0')
  );
  if (asked.length !== 1) {
    return undefined;
  }
  const own = SPLIT.exec(line);
  const after = own === null ? '' : line.slice(own.index + own[0].length);
  const direct = /^\[(?<at>-?\d{1,3})\]/.exec(after)?.groups?.at;
  if (own !== null && direct !== undefined && !isSure(direct)) {
    const { text, separator } = own.groups ?? {};
    return { container: own[0], index: direct, text, separator };
  }
  const { name = '', at = '0' } =
    [...line.matchAll(NAMED)].find(({ groups }) => !isSure(groups?.at ?? '0'))
      ?.groups ?? {};
  const value = name === '' ? undefined : lastValue(name, reading)?.value;
  const made = SPLIT.exec(value ?? '');
  if (made !== null && value?.trim().endsWith(made[0])) {
    const { text, separator } = made.groups ?? {};
    return { container: name, index: at, text, separator };
  }
  return value === undefined && OF_PARTS.test(name)
    ? { container: name, index: at }
    : undefined;
}
