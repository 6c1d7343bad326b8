import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import type { IRescuedVariable } from '../../incident/rescue';
import type { ILeft, IRescueState, IReturn } from '../../rescue/types';
import { formatBytes } from '../../shared/format-bytes';
import { Breakable } from '../breakable';
import { CommandIDs } from '../command-ids';
import { AnnounceContext } from '../contexts';
import { Action } from '../rerun/action';
import { useFocus } from '../use-focus';
import {
  keptReason,
  lostText,
  noteText,
  returnReason,
  statusText
} from './words';

interface IRescueProps {
  readonly state: IRescueState;
  /** What a rescue may take. */
  readonly limits: { readonly seconds: number; readonly bytes: number };
  /** `[7]`: how the cards name a cell. */
  readonly labelOf: (cellId: string) => string;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

/** A row of the table: a variable, and sentences on what became of it. */
function Row(props: {
  name: string;
  type: string;
  size: string;
  kept: string;
  says: readonly string[];
  children?: React.ReactNode;
}): JSX.Element {
  const { name, type, size, kept, says, children } = props;
  return (
    <tr data-variable={name} data-kept={kept}>
      <th scope="row">
        <Breakable text={name} />
      </th>
      <td>
        <Breakable text={type} />
      </td>
      <td>{size}</td>
      <td>
        {says.map(each => (
          <div key={each}>
            <Breakable text={each} />
          </div>
        ))}
        {children}
      </td>
    </tr>
  );
}

function Rescued(props: {
  variable: IRescuedVariable;
  trans: TranslationBundle;
}): JSX.Element {
  const { variable, trans } = props;
  const { name, type, size, lost, notes, reason } = variable;
  const says = reason
    ? [keptReason(reason, trans)]
    : [
        lost.length > 0 ? trans.__('kept in part') : trans.__('kept'),
        ...notes.map(note => noteText(note, trans)),
        ...lost.map(one => lostText(one, trans))
      ];
  return (
    <Row
      name={name}
      type={type}
      size={reason ? '' : formatBytes(size)}
      kept={reason ? 'no' : lost.length > 0 ? 'part' : 'yes'}
      says={says}
    />
  );
}

/** A way to the cell that makes a variable. */
function Maker(
  props: { cellId: string | null } & Omit<IRescueProps, 'state' | 'limits'>
): JSX.Element | null {
  const { cellId, labelOf, commands, trans } = props;
  return cellId === null ? null : (
    <button
      className="jp-TorchTriage-link"
      onClick={() => void commands.execute(CommandIDs.goToCell, { cellId })}
    >
      {trans.__('Cell %1 makes it', labelOf(cellId))}
    </button>
  );
}

function Returned(
  props: { variable: IReturn } & Omit<IRescueProps, 'state'>
): JSX.Element {
  const { variable, trans } = props;
  const { name, type, lost, state, reason, cellId } = variable;
  const says = reason
    ? [returnReason(reason, trans)]
    : state === 'exists'
      ? [trans.__('this kernel has one of this name, which stays')]
      : [trans.__('came back'), ...lost.map(one => lostText(one, trans))];
  const isWhole = state === 'back' && lost.length === 0;
  return (
    <Row
      name={name}
      type={type}
      size=""
      kept={isWhole ? 'yes' : state === 'back' ? 'part' : 'no'}
      says={says}
    >
      {!isWhole && <Maker {...props} cellId={cellId} />}
    </Row>
  );
}

function Left(
  props: { variable: ILeft } & Omit<IRescueProps, 'state'>
): JSX.Element {
  const { variable, trans } = props;
  const { name, type, reason, cellId } = variable;
  return (
    <Row
      name={name}
      type={type}
      size=""
      kept="no"
      says={reason ? [keptReason(reason, trans)] : []}
    >
      <Maker {...props} cellId={cellId} />
    </Row>
  );
}

function Table(props: IRescueProps): JSX.Element {
  const { state, limits, trans } = props;
  const isBack = state.phase === 'restored';
  return (
    <table className="jp-TorchTriage-table" data-rescue={state.phase}>
      <caption>
        {isBack
          ? trans.__('Rescued variables in this kernel')
          : trans.__(
              'Variables on the disk, within %1 s and %2',
              limits.seconds,
              formatBytes(limits.bytes)
            )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{trans.__('Variable')}</th>
          <th scope="col">{trans.__('Type')}</th>
          <th scope="col">{trans.__('Size')}</th>
          <th scope="col">{trans.__('What became of it')}</th>
        </tr>
      </thead>
      <tbody>
        {isBack
          ? state.returned.map(variable => (
              <Returned key={variable.name} {...props} variable={variable} />
            ))
          : state.rescue?.variables.map(variable => (
              <Rescued key={variable.name} variable={variable} trans={trans} />
            ))}
        {state.left.map(variable => (
          <Left key={variable.name} {...props} variable={variable} />
        ))}
      </tbody>
    </table>
  );
}

/** What can be done next. */
function Choices({ state, commands, trans }: IRescueProps): JSX.Element {
  const { phase, trouble, returned } = state;
  const overwrite = returned
    .filter(one => one.state === 'exists')
    .map(({ name }) => name);
  const hasFailed = returned.some(one => one.state === 'failed');
  return (
    <>
      {(phase === 'rescued' || hasFailed || trouble === 'same-process') && (
        <Action
          command={CommandIDs.restoreVariables}
          label={trans.__('Restore')}
          isPrimary
          commands={commands}
        />
      )}
      {overwrite.length > 0 && (
        <Action
          command={CommandIDs.restoreVariables}
          args={{ overwrite: overwrite.join(' ') }}
          label={trans.__('Replace %1', overwrite.join(', '))}
          commands={commands}
        />
      )}
      <Action
        command={CommandIDs.closeRescue}
        label={trans.__('Close')}
        commands={commands}
      />
    </>
  );
}

/** Variables that outlive a restart: what was kept, and what came back. */
export function RescueView(props: IRescueProps): JSX.Element {
  const { state, trans } = props;
  const { phase, rescue, returned } = state;
  const isUnderWay = phase === 'rescuing' || phase === 'restoring';
  const section = React.useRef<HTMLElement>(null);
  const heading = React.useRef<HTMLHeadingElement>(null);
  useFocus(section, heading, rescue);
  const announce = React.useContext(AnnounceContext);
  const status = statusText(state, trans);
  React.useEffect(() => announce(status), [status]);
  return (
    <section
      ref={section}
      className="jp-TorchTriage-edit"
      aria-label={trans.__('Rescue variables')}
      data-rescue-phase={phase}
      data-trouble={state.trouble ?? undefined}
    >
      <h3 ref={heading} tabIndex={-1}>
        {trans.__('Rescue variables')}
      </h3>
      <p>{status}</p>
      {!isUnderWay && (rescue || returned.length > 0) && <Table {...props} />}
      {!isUnderWay && <Choices {...props} />}
    </section>
  );
}
