import type { IFinding } from '../diagnosis/types';
import { fold } from '../incident/text/clean';
import { lastException } from '../incident/incident';
import type { IIncident } from '../incident/types';
import type { Verdict } from './types';

/** One failure, as far as it is compared. */
export interface IJudged {
  readonly cellId: string;
  readonly incident: IIncident;
  readonly findings: readonly IFinding[];
  /** The text of the failing line, `''` when unknown. */
  readonly code: string;
}

/** The cause and its kind; null where none is known. */
function causeOf({ findings: [best] }: IJudged): string | null {
  return best ? `${best.id} ${best.values.kind ?? ''}` : null;
}

function messageOf({ incident }: IJudged): string {
  const { ename, evalue } = lastException(incident);
  return fold(`${ename}: ${evalue}`);
}

/**
 * What a run says of the failure before it.
 *
 * @param second - null when nothing failed
 */
export function judge(first: IJudged, second: IJudged | null): Verdict {
  if (!second) {
    return 'gone';
  }
  // Numbers in a message (a process, an address) may differ between runs.
  // What only the kernel told of the first is not known of the second.
  const isCause = causeOf(second) === causeOf(first);
  const isMessage = messageOf(second) === messageOf(first);
  const isLine = second.code === first.code;
  const isSame =
    second.cellId === first.cellId &&
    ((isMessage && (isCause || isLine)) ||
      (isCause && causeOf(first) !== null && isLine));
  return isSame ? 'same' : 'other';
}
