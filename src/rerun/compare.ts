import type { IFinding } from '../diagnosis/types';
import { placeOf, type IPlace } from '../notebook/place';
import type { ICellIncident } from '../notebook/types';
import type { IOutcome } from './rerun';

/**
 * What a re-run tells of the first failure:
 *
 * - `moved`: it fails at another line of the same cell, the true one;
 * - `same`: it fails at the same line;
 * - `earlier`: an earlier cell fails, which is the cause then;
 * - `passed`: nothing fails this time, so timing plays a part.
 */
export type Verdict = 'moved' | 'same' | 'earlier' | 'passed';

/** One side of a comparison. */
export interface ISide {
  readonly incident: ICellIncident;
  readonly place: IPlace;
  readonly findings: readonly IFinding[];
}

/** The first failure beside the re-run's. */
export interface IComparison {
  readonly verdict: Verdict;
  readonly first: ISide;
  /** Null when nothing failed. */
  readonly second: ISide | null;
}

/** The re-run's failure as an incident of the cell that failed. */
export function secondIncident(
  first: ICellIncident,
  outcome: IOutcome,
  cellId: string
): ICellIncident | null {
  return outcome.incident
    ? {
        ...first,
        key: `${first.key}-rerun`,
        incident: outcome.incident,
        cellId,
        executionCount: outcome.executionCount
      }
    : null;
}

/**
 * Put both failures side by side.
 *
 * @param first - the failure that was re-run
 * @param second - the re-run's failure, null when it passed
 * @param diagnose - finds the causes
 */
export async function compare(
  first: ICellIncident,
  second: ICellIncident | null,
  diagnose: (
    incident: ICellIncident['incident']
  ) => Promise<readonly IFinding[]>
): Promise<IComparison> {
  const side = async (incident: ICellIncident): Promise<ISide> => ({
    incident,
    place: placeOf(incident),
    findings: await diagnose(incident.incident)
  });
  const firstSide = await side(first);
  if (!second) {
    return { verdict: 'passed', first: firstSide, second: null };
  }
  const secondSide = await side(second);
  if (second.cellId !== first.cellId) {
    return { verdict: 'earlier', first: firstSide, second: secondSide };
  }
  const isSame = firstSide.place.line === secondSide.place.line;
  return {
    verdict: isSame ? 'same' : 'moved',
    first: firstSide,
    second: secondSide
  };
}
