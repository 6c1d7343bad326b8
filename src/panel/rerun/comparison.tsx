import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import { showsTensors } from '../../diagnosis/tensor-clash';
import { lastException } from '../../incident/incident';
import type { IIncident } from '../../incident/types';
import { reportedLine } from '../../notebook/failure-location';
import type { IComparison } from '../../rerun/compare/compare';
import type { IMessageChange } from '../../rerun/compare/message-diff';
import type { Rerun } from '../../rerun/run/rerun';
import { FindingView } from '../finding';
import { LayersView } from '../tensors/layers';
import { SideView, type Numbering } from './side';
import { anewText, namedText, verdictText } from './words';

function MessageView(props: {
  message: IMessageChange;
  trans: TranslationBundle;
}): JSX.Element {
  const { message, trans } = props;
  const { gone, added } = message;
  if (gone.length === 0 && added.length === 0) {
    return <p>{trans.__('The message is the same.')}</p>;
  }
  return (
    <details>
      <summary>{trans.__('What changed in the message')}</summary>
      {gone.length > 0 && (
        <>
          <h4>{trans.__('No longer said')}</h4>
          <pre tabIndex={0}>{gone.join('\n')}</pre>
        </>
      )}
      {added.length > 0 && (
        <>
          <h4>{trans.__('Said now')}</h4>
          <pre tabIndex={0}>{added.join('\n')}</pre>
        </>
      )}
    </details>
  );
}

function chosenNote(rerun: Rerun, trans: TranslationBundle): string | null {
  const { plan } = rerun.prepared ?? {};
  const isEdited = rerun.chosen.some(({ step, source }) => source !== step.ran);
  const isPartial = rerun.chosen.length < (plan?.steps.length ?? 0);
  return isEdited || isPartial
    ? trans.__(
        'Not everything ran as it did at first: cells were left out, or ran with another text. That can be why.'
      )
    : null;
}

/** What to show of a failure that no entry answers to. */
function headOf(incident: IIncident): string {
  const { ename, evalue } = lastException(incident);
  return `${ename}: ${evalue.slice(0, 1000)}`;
}

/** The first failure and the re-run's, side by side. */
export function ComparisonView(props: {
  comparison: IComparison;
  rerun: Rerun;
  trans: TranslationBundle;
}): JSX.Element {
  const { comparison, rerun, trans } = props;
  const { first, second, verdict, message } = comparison;
  const best = second?.findings[0];
  // In the notebook the card of the cell has them.
  const layers = second?.incident.incident.tensors?.layers;
  const isTrace = rerun.purpose === 'trace';
  const isTold = isTrace && (verdict === 'moved' || verdict === 'same');
  const named = isTrace ? namedText(comparison, trans) : null;
  const note = isTold || !isTrace ? null : chosenNote(rerun, trans);
  // Beside, the numbers are another kernel's: the notebook shows the old ones.
  const renumbered: Numbering = count =>
    rerun.way === 'notebook'
      ? count
      : (rerun.numbers.get(count)?.executionCount ?? null);
  return (
    <div
      data-comparison={verdict}
      data-reported-line={reportedLine(first.place) ?? undefined}
      data-true-line={isTold ? (second?.place.line ?? undefined) : undefined}
    >
      <p className="jp-TorchTriage-cause">
        {(isTrace ? verdictText : anewText)(comparison, trans)}
      </p>
      {named && <p>{named}</p>}
      {rerun.isUnchecked && (
        <p className="jp-TorchTriage-note">
          {trans.__(
            'The kernel could not check the operands: the line is told, not the value.'
          )}
        </p>
      )}
      {note && <p className="jp-TorchTriage-note">{note}</p>}
      <div className="jp-TorchTriage-sides">
        <SideView
          side={first}
          heading={isTrace ? trans.__('Reported') : trans.__('Before')}
          numberOf={count => count}
          trans={trans}
        />
        {second && (
          <SideView
            side={second}
            heading={
              isTrace ? trans.__('With blocking launches') : trans.__('Now')
            }
            numberOf={renumbered}
            isOpen
            trans={trans}
          />
        )}
      </div>
      {message && <MessageView message={message} trans={trans} />}
      {second && best && (
        <FindingView
          finding={best}
          facts={
            rerun.way === 'beside' && layers && showsTensors(best) ? (
              <LayersView layers={layers} trans={trans} />
            ) : null
          }
          attributes={{
            'data-incident-kind': second.incident.incident.kind,
            'data-cell-id': second.incident.cellId
          }}
          trans={trans}
        />
      )}
      {second && !best && (
        <pre tabIndex={0}>{headOf(second.incident.incident)}</pre>
      )}
    </div>
  );
}
