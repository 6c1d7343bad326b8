import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import { fullDevice } from '../../diagnosis/failure-traits';
import type { IFinding } from '../../diagnosis/types';
import type { IHeld, IHolder } from '../../incident/held';
import type { IIncident } from '../../incident/types';
import { formatBytes } from '../../shared/format-bytes';
import { Breakable } from '../breakable';
import { CommandIDs } from '../command-ids';
import { neededOf, pictureOf, type IPicture, type ISegment } from './segments';
import { causeWords, keptWords } from './words';

function segmentLabel(
  { holder, size }: ISegment,
  trans: TranslationBundle
): string {
  const shown = formatBytes(size);
  switch (holder) {
    case 'tensors':
      return trans.__('%1: tensors of this process', shown);
    case 'unused':
      return trans.__('%1: kept by PyTorch, in no tensor', shown);
    case 'outside':
      return trans.__('%1: this process, outside PyTorch', shown);
    case 'others':
      return trans.__('%1: other processes', shown);
    case 'rest':
      return trans.__('%1: the message does not say whose', shown);
    case 'free':
      return trans.__('%1: free', shown);
  }
}

/** The figures of the message as one bar; the list says the same in words. */
function Picture(props: {
  picture: IPicture;
  trans: TranslationBundle;
}): JSX.Element {
  const { picture, trans } = props;
  const { total, asked, segments } = picture;
  return (
    <div className="jp-TorchTriage-usage" data-picture="memory">
      <span>
        {asked === null
          ? trans.__('The GPU’s %1', formatBytes(total))
          : trans.__(
              'The GPU’s %1, when %2 more were asked',
              formatBytes(total),
              formatBytes(asked)
            )}
      </span>
      <div
        className="jp-TorchTriage-bar jp-TorchTriage-parts"
        aria-hidden="true"
      >
        {segments.map(({ holder, size }) => (
          <div
            key={holder}
            data-holder={holder}
            style={{ width: `${(100 * size) / total}%` }}
          />
        ))}
      </div>
      <ul className="jp-TorchTriage-legend">
        {segments.map(segment => (
          <li key={segment.holder}>
            <span data-holder={segment.holder} aria-hidden="true" />
            {segmentLabel(segment, trans)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function holderWords(holder: IHolder, trans: TranslationBundle): string {
  const { what, shape, dtype, size, gradients, state } = holder;
  switch (what) {
    case 'tensor':
      return shape === null
        ? trans.__('a tensor')
        : `[${shape.join(', ')}] ${dtype ?? ''}`;
    case 'model':
      return gradients > 0
        ? trans.__(
            'a model: weights %1, gradients %2',
            formatBytes(size - gradients),
            formatBytes(gradients)
          )
        : trans.__('a model: weights, no gradients');
    case 'optimizer':
      return trans.__(
        'an optimizer: state %1, beside the weights it trains',
        formatBytes(state)
      );
    case 'object':
      return trans.__('reaches tensors');
  }
}

/** The variables that hold most. */
function Variables(props: {
  held: IHeld;
  trans: TranslationBundle;
}): JSX.Element {
  const { held, trans } = props;
  return (
    <>
      <table className="jp-TorchTriage-table">
        <caption>{trans.__('Variables that hold most of it')}</caption>
        <thead>
          <tr>
            <th scope="col">{trans.__('Variable')}</th>
            <th scope="col">{trans.__('What it is')}</th>
            <th scope="col">{trans.__('Device')}</th>
            <th scope="col">{trans.__('Size')}</th>
          </tr>
        </thead>
        <tbody>
          {held.variables.map(holder => (
            <tr key={holder.name} data-variable={holder.name}>
              <th scope="row">
                <Breakable text={holder.name} />
              </th>
              <td>{holderWords(holder, trans)}</td>
              <td>{holder.devices.join(', ')}</td>
              <td>{formatBytes(holder.size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {held.more > 0 && (
        <p>
          {trans._n(
            '%1 more variable holds less.',
            '%1 more variables hold less.',
            held.more
          )}
        </p>
      )}
      {!held.isComplete && (
        <p>{trans.__('There is more than could be looked at.')}</p>
      )}
    </>
  );
}

function change(
  { now, before }: NonNullable<IIncident['held']>,
  trans: TranslationBundle
): string {
  const onGpu = before.allocated !== null && now.allocated !== null;
  return trans.__(
    'Let go. Tensors held %1 before, and hold %2 now.',
    formatBytes(onGpu ? (before.allocated ?? 0) : before.size),
    formatBytes(onGpu ? (now.allocated ?? 0) : now.size)
  );
}

/** What only the notebook keeps, and a button that lets go of it. */
function Kept(props: {
  held: NonNullable<IIncident['held']>;
  cellId: string;
  commands: CommandRegistry;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { held, cellId, commands, trans } = props;
  const words = keptWords(held.now, trans);
  return (
    <>
      {held.now !== held.before && <p role="status">{change(held, trans)}</p>}
      {words.length > 0 && (
        <>
          <p>{trans.__('No variable of yours holds these:')}</p>
          <ul>
            {words.map(each => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <button
            className="jp-TorchTriage-button"
            onClick={() =>
              void commands.execute(CommandIDs.releaseMemory, { cellId })
            }
          >
            {trans.__('Let go of them …')}
          </button>
        </>
      )}
    </>
  );
}

/** That the notebook itself holds what was missing, beside the cause. */
export function MemoryCause(props: {
  finding: IFinding;
  incident: IIncident;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { finding, incident, trans } = props;
  const held = incident.held?.before;
  const needed = neededOf(finding.values);
  const words = held && causeWords(held, needed, fullDevice(incident), trans);
  return words ? <p data-cause="notebook">{words}</p> : null;
}

/** Who holds the memory: by the message's figures, and by the kernel's word. */
export function MemoryView(props: {
  finding: IFinding;
  incident: IIncident;
  cellId: string;
  commands: CommandRegistry;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { finding, incident, cellId, commands, trans } = props;
  const picture = pictureOf(finding.values);
  const { held } = incident;
  if (picture === null && !held) {
    return null;
  }
  return (
    <section className="jp-TorchTriage-machine" data-facts="memory" data-memory>
      <h4>{trans.__('Who holds the memory')}</h4>
      {picture && <Picture picture={picture} trans={trans} />}
      {held && held.now.variables.length > 0 && (
        <Variables held={held.now} trans={trans} />
      )}
      {held && (
        <Kept held={held} cellId={cellId} commands={commands} trans={trans} />
      )}
    </section>
  );
}
