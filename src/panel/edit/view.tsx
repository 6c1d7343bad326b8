import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import type { Editing } from '../../edit/editing';
import { patchOf } from '../../edit/patch';
import type { IJudgement, Trouble } from '../../edit/types';
import { lastException } from '../../incident/incident';
import { Breakable } from '../breakable';
import { CommandIDs } from '../command-ids';
import { CopyButton } from '../evidence';
import { AnnounceContext } from '../contexts';
import { Action } from '../rerun/action';
import { useFocus } from '../use-focus';

/** Its library is of no use before the first preview. */
const Diff = React.lazy(() => import('./diff'));

/** At most so much of a message that is not recognised. */
const MAX_MESSAGE = 300;

interface IEditProps {
  readonly editing: Editing;
  /** `[7]`: how the cards name a cell. */
  readonly labelOf: (cellId: string) => string;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

function troubleText(trouble: Trouble, trans: TranslationBundle): string {
  switch (trouble) {
    case 'moved':
      return trans.__(
        'The cell has changed since it failed, and this edit no longer finds its place in it.'
      );
    case 'there':
      return trans.__('A cell of the notebook says so already: run it.');
    case 'read-only':
      return trans.__('This cell may not be edited: nothing was changed.');
    case 'edited':
      return trans.__(
        'A cell was edited since, so it is left as it is. Undo in the notebook takes back step by step.'
      );
    case 'interrupted':
      return trans.__('The run was interrupted: it says nothing of the edit.');
    case 'gone':
      return trans.__(
        'The kernel or a cell went away during the run: it says nothing of the edit.'
      );
  }
}

/** What failed instead, in one line. */
function failureOf(
  { incident, findings: [best] }: IJudgement,
  trans: TranslationBundle
): string {
  if (best) {
    return best.entry.page(trans, best.values).title;
  }
  const { ename, evalue } = incident
    ? lastException(incident)
    : { ename: '', evalue: '' };
  return `${ename}: ${evalue}`.slice(0, MAX_MESSAGE);
}

function judgementText({
  judgement,
  labelOf,
  trans
}: Omit<IEditProps, 'editing' | 'commands'> & {
  readonly judgement: IJudgement;
}): string {
  const { verdict, cellId } = judgement;
  switch (verdict) {
    case 'gone':
      return trans.__('The error is gone.');
    case 'same':
      return trans.__('The same error stays.');
    case 'not-installed':
      return trans.__(
        'pip reports an error, and installed nothing. What it says stands under cell %1.',
        labelOf(cellId ?? '')
      );
    case 'installed':
      return trans.__(
        'Installed. What the kernel has imported stays as it was until a restart.'
      );
    case 'other':
      return trans.__(
        'Another error came, in cell %1: %2',
        labelOf(cellId ?? ''),
        failureOf(judgement, trans)
      );
  }
}

function appliedText(
  { fix, hasContext, next }: Editing,
  trans: TranslationBundle
): string {
  if (next === 'run') {
    return trans.__('Applied. Nothing has run yet.');
  }
  return fix.action && hasContext
    ? trans.__('Applied. It counts in a new process: nothing has run yet.')
    : trans.__(
        'Applied. The process that failed is gone or broken: only a new one can tell whether it helps.'
      );
}

/** Where the change stands, in a sentence; also said to those who do not see it. */
function statusText({ editing, labelOf, trans }: IEditProps): string {
  const { phase, trouble, judgement, isRenewed } = editing;
  if (trouble) {
    return troubleText(trouble, trans);
  }
  if (judgement) {
    return judgementText({ judgement, labelOf, trans });
  }
  switch (phase) {
    case 'running':
      return trans.__('The cells are run …');
    case 'applied':
      return appliedText(editing, trans);
    case 'preview':
      return editing.isToCopy
        ? trans.__(
            'This is in a file of yours, which is left alone: copy the patch, or write it there. A kernel takes a changed file after a restart.'
          )
        : isRenewed
          ? trans.__(
              'The cell has changed meanwhile: this is the edit of it now.'
            )
          : '';
    default:
      return '';
  }
}

/** What the next press does, and what else can be done. */
function Choices({ editing, commands, trans }: IEditProps): JSX.Element | null {
  const { phase, judgement, next } = editing;
  const action = (command: string, label: string, isPrimary = false) => (
    <Action
      command={command}
      label={label}
      isPrimary={isPrimary}
      commands={commands}
    />
  );
  const isGone = judgement?.verdict === 'gone';
  switch (phase) {
    case 'preview':
      return (
        <>
          {editing.isToCopy ? (
            <CopyButton
              text={editing.cells.map(patchOf).join('')}
              trans={trans}
            />
          ) : (
            action(CommandIDs.applyEdit, trans.__('Apply'), true)
          )}
          {action(CommandIDs.closeEdit, trans.__('Discard'))}
        </>
      );
    case 'refused':
      return action(CommandIDs.closeEdit, trans.__('Close'));
    case 'running':
      return null;
    default:
      return (
        <>
          {(phase === 'applied' || next === 'restart') &&
            action(
              CommandIDs.judgeEdit,
              next === 'run'
                ? trans.__('Run and judge')
                : trans.__('Plan a restart'),
              true
            )}
          {action(CommandIDs.closeEdit, trans.__('Keep'), isGone)}
          {action(
            CommandIDs.takeEditBack,
            trans.__('Take back'),
            judgement !== null && !isGone && next === 'run'
          )}
        </>
      );
  }
}

/** A change of code: what it does, and what the next run says of it. */
export function EditView(props: IEditProps): JSX.Element {
  const { editing, labelOf, trans } = props;
  const { phase, cells, fix, judgement, toRun } = editing;
  const section = React.useRef<HTMLElement>(null);
  const heading = React.useRef<HTMLHeadingElement>(null);
  useFocus(section, heading, editing);
  const announce = React.useContext(AnnounceContext);
  const status = statusText(props);
  React.useEffect(() => announce(status), [status]);
  return (
    <section
      ref={section}
      className="jp-TorchTriage-edit"
      aria-label={trans.__('Edit')}
      data-edit-phase={phase}
    >
      <h3 ref={heading} tabIndex={-1}>
        <Breakable text={fix.title} />
      </h3>
      {cells.map(({ cellId, file, newAt, before, after }) => (
        <React.Fragment key={file ?? cellId}>
          <p className="jp-TorchTriage-detail">
            <Breakable
              text={
                file ??
                (newAt === undefined
                  ? trans.__('Cell %1', labelOf(cellId))
                  : trans.__(
                      'A new cell, as number %1 from the top',
                      newAt + 1
                    ))
              }
            />
          </p>
          <React.Suspense
            fallback={
              <p className="jp-TorchTriage-empty">{trans.__('Reading …')}</p>
            }
          >
            <Diff
              before={before}
              after={after}
              label={
                file !== undefined
                  ? trans.__('%1 after the edit', file)
                  : newAt === undefined
                    ? trans.__('Cell %1 after the edit', labelOf(cellId))
                    : trans.__('The new cell')
              }
            />
          </React.Suspense>
        </React.Fragment>
      ))}
      {status && (
        <p
          className="jp-TorchTriage-judgement"
          data-judgement={judgement?.verdict}
        >
          <Breakable text={status} />
        </p>
      )}
      {phase === 'applied' && editing.next === 'run' && toRun.length > 1 && (
        <p className="jp-TorchTriage-detail">
          {trans.__('Runs the cells %1.', toRun.map(labelOf).join(', '))}
        </p>
      )}
      <Choices {...props} />
    </section>
  );
}
