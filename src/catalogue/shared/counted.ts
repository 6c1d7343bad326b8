/** A loop that counts on its own, further than the list that it reads. */
import type { IReading } from '../../incident/types';
import type { ValuesOf } from '../define';
import { ownLine, visibleCode } from './ran-code';

/** `for i in range(29):`, with a count that is of no list. */
const LOOP =
  /^\s*for (?<index>[a-z_]\w{0,20}) in range\((?:0, ?)?(?<count>(?!.{0,60}\blen\()[\w.]{1,40})\):/i;

/** What the failed line reads by the loop's count, where that is one list alone. */
export function countedBeyond(
  reading: IReading
): ValuesOf<'container' | 'index' | 'length'> | undefined {
  const line = ownLine(reading);
  const { own } = visibleCode(reading);
  const at = own.findIndex(one => one.trim() === line);
  const loop = own
    .slice(0, Math.max(at, 0))
    .reverse()
    .map(one => LOOP.exec(one)?.groups)
    .find(groups => groups !== undefined);
  if (!loop) {
    return undefined;
  }
  const read = [
    ...line.matchAll(
      /(?<![\w.\])])(?<container>[a-z_][\w.]{0,40})\[(?<at>\w{1,21})\]/gi
    )
  ].flatMap(({ groups }) =>
    groups?.at === loop.index ? groups.container : []
  );
  return new Set(read).size === 1
    ? { container: read[0], index: loop.index, length: loop.count }
    : undefined;
}
