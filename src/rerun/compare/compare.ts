import type { IDiagnosis } from '../../diagnoser/diagnoser';
import type { IFinding } from '../../diagnosis/types';
import { lastException } from '../../incident/incident';
import type { IFrame, IIncident } from '../../incident/types';
import {
  placeOf,
  reportedLine,
  type IPlace
} from '../../notebook/failure-location';
import type { ICellIncident } from '../../notebook/types';
import {
  chainOf,
  innermostOf,
  scriptFrame,
  type ICallLink
} from './call-chain';
import type { IOutcome } from '../run/types';
import { messageChange, type IMessageChange } from './message-diff';
import {
  isDeviceError,
  isOperandError,
  mayHideOperand
} from '../../diagnosis/failure-traits';
import type { IStep } from '../plan/plan';

/**
 * What a re-run tells of the first failure:
 *
 * - `moved`: it fails at another line of the user's, the true one;
 * - `same`: it fails at the same line;
 * - `earlier`: an earlier cell fails, which is the cause then;
 * - `different`: the cell fails for another reason, such as a name that a
 *   left-out cell would have made; of the first failure this tells nothing;
 * - `passed`: nothing fails this time, so timing plays a part.
 */
export type Verdict = 'moved' | 'same' | 'earlier' | 'different' | 'passed';

/** One side of a comparison. */
export interface ISide {
  readonly incident: ICellIncident;
  readonly place: IPlace;
  readonly findings: readonly IFinding[];
  readonly chain: readonly ICallLink[];
  /** The innermost frame of the user's own code. */
  readonly innermost: IFrame | null;
  /** Where a program's own script was; null where no program failed. */
  readonly script: IFrame | null;
}

/** The first failure beside the re-run's. */
export interface IComparison {
  readonly verdict: Verdict;
  readonly first: ISide;
  /** Null when nothing failed. */
  readonly second: ISide | null;
  readonly message: IMessageChange | null;
}

/** The re-run's failure as an incident of the step that failed. */
export function secondIncident(
  first: ICellIncident,
  outcome: IOutcome
): ICellIncident | null {
  return outcome.incident
    ? {
        ...first,
        key: `${first.key}-rerun`,
        incident: outcome.incident,
        cellId: outcome.chosen.step.cellId ?? '',
        executionCount: outcome.executionCount
      }
    : null;
}

/** The steps that a re-run's prompt numbers stand for. */
type Numbers = ReadonlyMap<number, IStep>;

/** Whether two frames are one line of the user's. */
function isSameLine(
  one: IFrame | null,
  other: IFrame | null,
  numbers: Numbers
): boolean {
  if (!one || !other) {
    return one === other;
  }
  const number = numbers.get(other.executionCount ?? -1)?.executionCount;
  const isSameFile =
    one.place === 'cell'
      ? (number ?? one.executionCount) === one.executionCount
      : one.file === other.file;
  return (
    isSameFile &&
    one.line === other.line &&
    one.func === other.func &&
    one.code === other.code
  );
}

function verdictOf(first: ISide, second: ISide, numbers: Numbers): Verdict {
  const [before, after]: IIncident[] = [
    first.incident.incident,
    second.incident.incident
  ];
  if (second.incident.cellId !== first.incident.cellId) {
    return 'earlier';
  }
  // A kernel that died left no message: an error of the device may be its cause.
  const isOther =
    before.kind === 'kernel' || isDeviceError(before)
      ? !isDeviceError(after)
      : lastException(before).ename !== lastException(after).ename;
  const isNamed = isOperandError(after) && mayHideOperand(before);
  if (isOther && !isNamed) {
    return 'different';
  }
  return reportedLine(first.place) === reportedLine(second.place) &&
    isSameLine(first.innermost, second.innermost, numbers)
    ? 'same'
    : 'moved';
}

/** One failure, with the line of a program's script where one failed. */
function sideOf(
  incident: ICellIncident,
  { findings, frames }: IDiagnosis
): ISide {
  const place = placeOf(incident, frames);
  const script = incident.incident.program ? scriptFrame(frames.stack) : null;
  return {
    incident,
    // The cell's line only runs the program.
    place: script
      ? { ...place, isCommand: false, line: script.line, code: script.code }
      : place,
    findings,
    chain: chainOf(frames.stack),
    innermost: innermostOf(frames.stack),
    script
  };
}

/**
 * Put both failures side by side.
 *
 * @param first - the failure that was re-run
 * @param second - the re-run's failure, null when it passed
 * @param numbers - the steps that the re-run's prompt numbers stand for
 * @param diagnose - finds the causes
 */
export async function compare(
  first: ICellIncident,
  second: ICellIncident | null,
  numbers: Numbers,
  diagnose: (incident: IIncident) => Promise<IDiagnosis>
): Promise<IComparison> {
  const side = async (incident: ICellIncident): Promise<ISide> =>
    sideOf(incident, await diagnose(incident.incident));
  const firstSide = await side(first);
  if (!second) {
    return { verdict: 'passed', first: firstSide, second: null, message: null };
  }
  const secondSide = await side(second);
  return {
    verdict: verdictOf(firstSide, secondSide, numbers),
    first: firstSide,
    second: secondSide,
    message: messageChange(first.incident, second.incident)
  };
}
