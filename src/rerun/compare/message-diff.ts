import { bound } from '../../incident/text/truncate';
import { clean } from '../../incident/text/clean';
import { lastException } from '../../incident/incident';
import type { IIncident } from '../../incident/types';

/** A message is short; of a longer one the ends are compared, in UTF-16 units. */
const MAX_TEXT = 20_000;

/** A message has few lines; more are not compared. */
const MAX_LINES = 200;

/** What changed in a message from one failure to the next. */
export interface IMessageChange {
  /** Lines of the first that the second has not. */
  readonly gone: readonly string[];
  /** Lines of the second that the first has not. */
  readonly added: readonly string[];
}

function linesOf(incident: IIncident): string[] {
  const { ename, evalue } = lastException(incident);
  return clean(bound(`${ename}: ${evalue}`, MAX_TEXT))
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .slice(0, MAX_LINES);
}

/** Compare two messages line by line, in the order each was printed. */
export function messageChange(
  first: IIncident,
  second: IIncident
): IMessageChange {
  const [before, after] = [linesOf(first), linesOf(second)];
  return {
    gone: before.filter(line => !after.includes(line)),
    added: after.filter(line => !before.includes(line))
  };
}
