import type { ICleanLine } from '../text/clean';
import { byCause, parseTraceback } from './traceback';
import type { IRaised } from '../types';

/** torchrun's report names the rank that failed first. */
const ROOT_CAUSE = /^Root Cause \(first observed failure\)/;
const REPORTED_RANK = /^\s*rank\s*: (\d{1,5}) /;

/** So many lines after `ROOT_CAUSE` the rank stands. */
const REPORT_LINES = 8;

function rootCauseRank(lines: readonly ICleanLine[]): string | undefined {
  const at = lines.findIndex(line => ROOT_CAUSE.test(line.text));
  if (at < 0) {
    return undefined;
  }
  for (const { text } of lines.slice(at, at + REPORT_LINES)) {
    const rank = REPORTED_RANK.exec(text);
    if (rank) {
      return rank[1];
    }
  }
  return undefined;
}

/** The lines of each rank, the rank that spoke first first. */
function byRank(lines: readonly ICleanLine[]): ICleanLine[][] {
  const groups = new Map<string, ICleanLine[]>();
  for (const line of lines) {
    const rank = line.rank ?? '';
    const group = groups.get(rank);
    if (group) {
      group.push(line);
    } else {
      groups.set(rank, [line]);
    }
  }
  return [...groups.values()];
}

/**
 * The exceptions in `lines`, the most causal first. Lines of several ranks
 * may be interleaved; the rank that failed first comes first: the one that
 * torchrun's report names, else the one whose exception was printed first.
 */
export function parseRaisedByRank(lines: readonly ICleanLine[]): IRaised[] {
  const groups = byRank(lines);
  if (groups.length === 1) {
    return byCause(parseTraceback(lines));
  }
  const order = new Map(lines.map((line, at) => [line, at]));
  const first = rootCauseRank(lines);
  const failed = groups
    .map(group => ({ group, raised: parseTraceback(group) }))
    .filter(({ raised }) => raised.length > 0)
    .map(({ group, raised }) => ({
      raised: byCause(raised),
      rank: group[0].rank,
      at: order.get(firstNamed(group, raised[0])) ?? 0
    }));
  failed.sort(
    (a, b) =>
      Number(b.rank !== undefined) - Number(a.rank !== undefined) ||
      Number(b.rank === first) - Number(a.rank === first) ||
      a.at - b.at
  );
  return failed.flatMap(one => one.raised);
}

/** The line that names `raised`. */
function firstNamed(group: readonly ICleanLine[], raised: IRaised): ICleanLine {
  return group.find(line => line.text.includes(raised.name)) ?? group[0];
}
