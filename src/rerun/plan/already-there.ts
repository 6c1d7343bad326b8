import { isSameText } from './execution-history';
import { Needs, type IRan, type IVerdict } from './needs/needs';

/** The first needed cells that ran in this order, and where in `present`. */
function matched(
  present: readonly IRan[],
  ran: readonly IRan[],
  needed: readonly number[]
): Map<number, number> {
  const found = new Map<number, number>();
  let from = 0;
  for (const at of needed) {
    const place = present.findIndex(
      (one, index) =>
        index >= from &&
        !one.mayNotRun &&
        isSameText(one.source, ran[at].source)
    );
    if (place < 0) {
      break;
    }
    found.set(at, place);
    from = place + 1;
  }
  return found;
}

/**
 * Which needed cells a process has run already, so that it has what they gave.
 *
 * They are the first of those needed, ran in this order without an error, and
 * are all of what the process ran that the others need: had it run anything
 * else that matters to them, as a cell a second time, all must run again.
 *
 * @param present - what the process has run, in order
 * @param ran - the cells of a plan
 * @param verdicts - which of them are needed
 * @returns their places in `ran`
 */
export function alreadyThere(
  present: readonly IRan[],
  ran: readonly IRan[],
  verdicts: readonly IVerdict[]
): Iterable<number> {
  const places = verdicts.flatMap(({ isNeeded }, at) => (isNeeded ? [at] : []));
  const asked = places.filter(at => verdicts[at].reason.kind === 'asked');
  const found = matched(
    present,
    ran,
    places.filter(at => at < Math.min(...asked))
  );
  if (found.size === 0) {
    return [];
  }
  const rest = places.filter(at => !found.has(at));
  const targets = asked.map(at => present.length + rest.indexOf(at));
  const needed = new Needs([...present, ...rest.map(at => ran[at])]).verdicts(
    targets
  );
  const taken = new Set(found.values());
  const isAll = present.every(
    (_, place) => needed[place].isNeeded === taken.has(place)
  );
  return isAll ? found.keys() : [];
}
