import { isCodeCellModel } from '@jupyterlab/cells';

import { lastException } from '../incident/incident';
import { clean } from '../incident/text/clean';
import { boundMiddle } from '../incident/text/truncate';
import type { IIncident } from '../incident/types';
import { shownBy } from '../notebook/outputs';
import type { ICommandContext } from './command-context';
import { MAX_FIELD } from './lookup-model';

/** So many different assertions of a cell go into the search field. */
const MAX_ASSERTIONS = 3;

/** The failure that the active cell shows, or null. */
function activeIncident({
  tracker,
  notebooks
}: ICommandContext): IIncident | null {
  const model = tracker.activeCell?.model;
  if (!model || !isCodeCellModel(model)) {
    return null;
  }
  const known = notebooks.incidents.find(({ cellId }) => cellId === model.id);
  const shown = shownBy(model);
  return (
    known?.incident ?? (shown?.isUnread ? null : (shown?.incident ?? null))
  );
}

/**
 * What to look up for the active cell: its exception and the assertions that
 * were printed, `''` when it shows no error.
 */
export async function activeError(context: ICommandContext): Promise<string> {
  const incident = activeIncident(context);
  if (!incident) {
    return '';
  }
  const { ename, evalue } = lastException(incident);
  const [head] = clean(boundMiddle(`${ename}: ${evalue}`, MAX_FIELD)).split(
    '\n'
  );
  const { assertions } = await context.diagnoser.diagnose(incident);
  return [head, ...assertions.slice(0, MAX_ASSERTIONS)].join('\n');
}
