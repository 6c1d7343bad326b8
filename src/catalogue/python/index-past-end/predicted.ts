/** A list of names that is asked for the class that a model gave. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { callsIn } from '../../shared/call-text';
import { chainOf, ownLine } from '../../shared/ran-code';

/** `names[place]`, `names[int(place)]`, `names[place.item()]`. */
const LOOKED_UP =
  /(?<![\w.])(?<container>[a-z_][\w.]{0,40})\[(?:int\()?(?<place>[a-z_]\w{0,40})(?=[\][.)])/gi;

/** What takes the place of the greatest output. */
const GREATEST =
  /\.(?:topk|argmax)\(|\btorch\.max\(.{1,80}, ?(?:dim ?= ?)?-?\d|\.max\( ?(?:dim ?= ?)?-?\d/;

/** Whether argmax() goes over all values: the place in the batch laid out in a row. */
function isOverAll(line: string): boolean {
  return callsIn(line).some(
    ({ name, args }) =>
      /(?:^|\.)argmax$/.test(name) &&
      args.length === (name === 'torch.argmax' ? 1 : 0)
  );
}

/** `names[np.argmax(output)]`, `names[output.argmax().item()]`: in the index itself. */
const WITHIN =
  /(?<![\w.])(?<container>[a-z_][\w.]{0,40})\[(?:int\( ?)?[\w.()]{1,40}\.argmax\(/i;

/** The list of the failed line, where its index is what a model gave. */
export function predictedNames(
  reading: IReading
): ValuesOf<'container' | 'place' | 'flat'> | undefined {
  const line = ownLine(reading);
  for (const { groups } of line.matchAll(LOOKED_UP)) {
    const chain = chainOf(groups?.place ?? '', reading);
    const greatest = chain.find(one => GREATEST.test(one));
    if (greatest !== undefined) {
      return {
        container: groups?.container,
        place: groups?.place,
        flat: isOverAll(greatest) ? 'yes' : undefined
      };
    }
  }
  const { container } = WITHIN.exec(line)?.groups ?? {};
  return container === undefined ? undefined : { container, place: 'argmax()' };
}
