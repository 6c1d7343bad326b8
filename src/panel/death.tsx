import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import type { IDeath, ISample } from '../incident/death/death';
import { exitCauseOf } from '../incident/death/exit-cause';
import { lastAge, lastSample, memoryUse } from '../incident/death/memory';
import { formatBytes } from '../shared/format-bytes';
import { CommandIDs } from './command-ids';
import { hiddenFacts, waitingWords } from './hidden-facts';
import type { ICard, IncidentsModel } from './model';
import { UsageBar } from './machine-view';

interface IDeathProps {
  readonly card: ICard;
  readonly model: IncidentsModel;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

/** The drawing's size in its own units; CSS scales it. */
const WIDTH = 240;
const HEIGHT = 40;

function endingWords(death: IDeath, trans: TranslationBundle): string {
  const { signal, code, text, by } = exitCauseOf(death);
  if (by === 'exit-status' || by === 'shell') {
    return trans.__('Exit status: %1', text);
  }
  if (signal !== null) {
    return trans.__('Signal: %1 (by its black box)', signal);
  }
  return code === null
    ? trans.__('Exit status: not known')
    : trans.__('Exit status: %1', code);
}

/** Memory over the last minutes, the kernel and its children together. */
function Timeline(props: {
  samples: readonly ISample[];
  death: IDeath;
  trans: TranslationBundle;
}): JSX.Element {
  const { samples, death, trans } = props;
  const sizes = samples.map(
    ({ resident, childResident }) => (resident ?? 0) + childResident
  );
  const start = samples[0].time;
  const end = samples[samples.length - 1].time;
  const most = Math.max(...sizes);
  const points = samples.map(({ time }, at) => {
    const x = (WIDTH * (time - start)) / Math.max(end - start, 1);
    const y = HEIGHT * (1 - sizes[at] / Math.max(most, 1));
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const words = trans.__(
    'Memory of the kernel in its last %1 s: %2 at first, %3 at most, %4 at the last look (at most %5 s before the end)',
    Math.round(end - start),
    formatBytes(sizes[0]),
    formatBytes(most),
    formatBytes(sizes[sizes.length - 1]),
    (lastAge(death) ?? 0).toFixed(1)
  );
  return (
    <figure className="jp-TorchTriage-timeline" data-facts="timeline">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={points.join(' ')} />
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}

function FactsView(props: {
  death: IDeath;
  trans: TranslationBundle;
}): JSX.Element {
  const { death, trans } = props;
  const samples = death.box?.samples ?? [];
  const { used, limit } = memoryUse(death);
  const shared = lastSample(death)?.sharedUsed ?? null;
  const size = death.box?.limits.sharedMemory ?? null;
  return (
    <>
      {samples.length > 1 && (
        <Timeline samples={samples} death={death} trans={trans} />
      )}
      {used !== null && limit !== null && (
        <UsageBar
          label={
            death.box?.limits.memory === null
              ? trans.__('Memory of the machine')
              : trans.__('Memory, against its limit')
          }
          used={used}
          limit={limit}
          trans={trans}
        />
      )}
      {shared !== null && size !== null && (
        <UsageBar
          label={trans.__('Shared memory')}
          used={shared}
          limit={size}
          trans={trans}
        />
      )}
    </>
  );
}

function CellLinks(props: {
  ids: readonly string[];
  heading: string;
  context: IDeathProps;
}): JSX.Element {
  const { ids, heading, context } = props;
  return (
    <p>
      {heading}{' '}
      {ids.map(cellId => (
        <React.Fragment key={cellId}>
          <button
            className="jp-TorchTriage-link"
            onClick={() =>
              void context.commands.execute(CommandIDs.goToCell, { cellId })
            }
          >
            {context.trans.__('cell %1', context.model.positionOf(cellId))}
          </button>{' '}
        </React.Fragment>
      ))}
    </p>
  );
}

/** What went with the kernel, and how to have it again. */
function LostView(props: IDeathProps): JSX.Element | null {
  const { card, model, commands, trans } = props;
  const { cellId, lost, incident } = card.incident;
  const { death } = incident;
  const earlier = (lost?.earlier ?? []).filter(model.hasCell, model);
  const queued = (lost?.queued ?? []).filter(model.hasCell, model);
  const targets = queued.length + (cellId === '' ? 0 : 1);
  // A kernel that died at rest lost all that had run.
  const count = targets > 0 ? targets : earlier.length;
  if (count === 0) {
    return null;
  }
  return (
    <div className="jp-TorchTriage-lost" data-lost-cells={queued.length}>
      {queued.length > 0 && (
        <CellLinks
          ids={queued}
          heading={waitingWords(
            queued.length,
            cellId === '' && death?.running === true,
            trans
          )}
          context={props}
        />
      )}
      {earlier.length > 0 && (
        <p>
          {trans._n(
            'The variables of %1 cell that had run are gone.',
            'The variables of %1 cells that had run are gone.',
            earlier.length
          )}
        </p>
      )}
      <p className="jp-TorchTriage-note">
        {trans.__(
          'Change something first: the same cells will most likely end the same way.'
        )}
      </p>
      <button
        className="jp-TorchTriage-button"
        onClick={() =>
          void commands.execute(CommandIDs.runLostCells, { cellId })
        }
      >
        {trans._n(
          'Run the lost cell again',
          'Run the %1 lost cells again in order',
          count
        )}
      </button>
    </div>
  );
}

/** What is known of a kernel's end, beside the finding's own words. */
export function DeathView(props: IDeathProps): JSX.Element | null {
  const { card, trans } = props;
  const { death } = card.incident.incident;
  if (!death) {
    return null;
  }
  const { cellId } = card.incident;
  const found = { cellId, line: card.place.line };
  return (
    <div className="jp-TorchTriage-death">
      <p className="jp-TorchTriage-ending">{endingWords(death, trans)}</p>
      {hiddenFacts(death, found, trans).map(({ what, words }) => (
        <p
          key={words}
          className="jp-TorchTriage-note"
          data-hidden-facts={what.join(' ')}
        >
          {words}
        </p>
      ))}
      <FactsView death={death} trans={trans} />
      <LostView {...props} />
    </div>
  );
}
