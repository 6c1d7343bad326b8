import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import type { IComparison, ISide } from '../rerun/compare';
import type { IPlan } from '../rerun/plan';
import type { Rerun, Trouble } from '../rerun/rerun';
import type { IRerunView } from '../rerun/reruns';
import { CommandIDs } from './commands';
import { FindingView } from './finding';

interface IRerunProps {
  readonly view: IRerunView;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

function firstLine(source: string): string {
  return (
    source
      .split('\n')
      .find(line => line.trim() !== '')
      ?.slice(0, 120) ?? ''
  );
}

function PlanList(props: {
  plan: IPlan;
  rerun: Rerun;
  trans: TranslationBundle;
}): JSX.Element {
  const { plan, rerun, trans } = props;
  const isUnderWay = rerun.phase === 'running';
  return (
    <ol className="jp-TorchTriage-plan">
      {plan.steps.map((step, at) => (
        <li
          key={step.cellId}
          aria-current={isUnderWay && at === rerun.step ? 'step' : undefined}
        >
          <span className="jp-TorchTriage-cell">
            {trans.__('Cell [%1]', step.executionCount)}
          </span>{' '}
          {step.isEdited && (
            <em>{trans.__('edited since it ran: its new text is run')}</em>
          )}
          <pre tabIndex={0}>{firstLine(step.source)}</pre>
        </li>
      ))}
    </ol>
  );
}

function Action(props: {
  command: string;
  label: string;
  isPrimary?: boolean;
  commands: CommandRegistry;
}): JSX.Element {
  const { command, label, isPrimary, commands } = props;
  return (
    <button
      className={`jp-TorchTriage-button${isPrimary ? ' jp-mod-primary' : ''}`}
      onClick={() => void commands.execute(command)}
    >
      {label}
    </button>
  );
}

function troubleText(trouble: Trouble, trans: TranslationBundle): string {
  switch (trouble) {
    case 'no-kernel':
      return trans.__('The notebook has no kernel. Nothing was run.');
    case 'busy':
      return trans.__(
        'The kernel is busy. Wait until it is idle or interrupt it, then press again.'
      );
    case 'no-answer':
      return trans.__('The kernel did not answer. No cell was run after that.');
    case 'same-process':
      return trans.__(
        'The kernel did not start anew, so the variable could not take effect. No cell was run.'
      );
    case 'not-set':
      return trans.__(
        'The variable is not set in the new kernel. No cell was run.'
      );
    case 'cell-gone':
      return trans.__('A cell of the plan is no longer in the notebook.');
    case 'closed':
      return trans.__('The notebook was closed.');
  }
}

function verdictText(
  { verdict, first, second }: IComparison,
  trans: TranslationBundle
): string {
  const reported = first.place.line ?? '?';
  const actual = second?.place.line ?? '?';
  switch (verdict) {
    case 'moved':
      return trans.__(
        'Reported at line %1, fails at line %2.',
        reported,
        actual
      );
    case 'same':
      return trans.__(
        'Fails at the same line with blocking launches: line %1.',
        actual
      );
    case 'earlier':
      return trans.__(
        'An earlier cell fails now: cell [%1], line %2.',
        second?.incident.executionCount ?? '?',
        actual
      );
    case 'passed':
      return trans.__(
        'No failure this time. Blocking launches can hide a race: the error is not mended, it depends on timing.'
      );
  }
}

function SideView(props: {
  side: ISide;
  heading: string;
  trans: TranslationBundle;
}): JSX.Element {
  const { side, heading, trans } = props;
  const line = side.place.line;
  return (
    <div className="jp-TorchTriage-side">
      <h4>{heading}</h4>
      <p>{line === null ? trans.__('no line') : trans.__('line %1', line)}</p>
      <pre tabIndex={0}>{side.place.code.trim()}</pre>
    </div>
  );
}

function ComparisonView(props: {
  comparison: IComparison;
  trans: TranslationBundle;
}): JSX.Element {
  const { comparison, trans } = props;
  const { first, second, verdict } = comparison;
  const best = second?.findings[0];
  const isSameCell = verdict === 'moved' || verdict === 'same';
  return (
    <div
      data-comparison={verdict}
      data-reported-line={first.place.line ?? undefined}
      data-true-line={
        isSameCell ? (second?.place.line ?? undefined) : undefined
      }
    >
      <p className="jp-TorchTriage-cause">{verdictText(comparison, trans)}</p>
      <div className="jp-TorchTriage-sides">
        <SideView side={first} heading={trans.__('Reported')} trans={trans} />
        {second && (
          <SideView
            side={second}
            heading={trans.__('With blocking launches')}
            trans={trans}
          />
        )}
      </div>
      {second && best && (
        <FindingView
          finding={best}
          attributes={{
            'data-incident-kind': second.incident.incident.kind,
            'data-cell-id': second.incident.cellId
          }}
          trans={trans}
        />
      )}
      {second && !best && (
        <pre tabIndex={0}>
          {`${second.incident.incident.ename}: ${second.incident.incident.evalue.slice(0, 1000)}`}
        </pre>
      )}
    </div>
  );
}

function Planned(props: IRerunProps & { plan: IPlan }): JSX.Element {
  const { view, plan, commands, trans } = props;
  return (
    <>
      <p>
        {trans._n(
          'The kernel is restarted, so its variables are lost. Then this cell is run, and its outputs are replaced:',
          'The kernel is restarted, so its variables are lost. Then these %1 cells are run in this order, up to the first failure, and their outputs are replaced:',
          plan.steps.length
        )}
      </p>
      <PlanList plan={plan} rerun={view.rerun} trans={trans} />
      {plan.lost > 0 && (
        <p className="jp-TorchTriage-note">
          {trans._n(
            '%1 input that this kernel ran is in no cell any more and is left out.',
            '%1 inputs that this kernel ran are in no cell any more and are left out.',
            plan.lost
          )}
        </p>
      )}
      <Action
        command={CommandIDs.startRerun}
        label={trans.__('Restart and re-run')}
        isPrimary
        commands={commands}
      />
      <Action
        command={CommandIDs.cancelRerun}
        label={trans.__('Cancel')}
        commands={commands}
      />
    </>
  );
}

function StatusLine({ view, trans }: IRerunProps): JSX.Element | null {
  const { rerun } = view;
  switch (rerun.phase) {
    case 'planning':
      return <p>{trans.__('Reading what this kernel has run …')}</p>;
    case 'restarting':
      return (
        <p>{trans.__('Restarting the kernel and setting the variable …')}</p>
      );
    case 'running':
      return (
        <p>
          {trans.__(
            'Running cell %1 of %2 …',
            rerun.step + 1,
            rerun.plan?.steps.length ?? 0
          )}
        </p>
      );
    case 'cancelled':
      return <p>{trans.__('Cancelled.')}</p>;
    case 'stopped':
      return <p>{rerun.trouble && troubleText(rerun.trouble, trans)}</p>;
    default:
      return null;
  }
}

/** A re-run: its plan, how far it is, and what it told. */
export function RerunView(props: IRerunProps): JSX.Element {
  const { view, commands, trans } = props;
  const { rerun, comparison } = view;
  const { phase } = rerun;
  const isUnderWay = ['planning', 'restarting', 'running'].includes(phase);
  const hasEnded = ['done', 'cancelled', 'stopped'].includes(phase);
  return (
    <section
      className="jp-TorchTriage-rerun"
      aria-label={trans.__('Re-run with CUDA_LAUNCH_BLOCKING=1')}
      data-phase={phase}
    >
      <h3>{trans.__('Re-run with CUDA_LAUNCH_BLOCKING=1')}</h3>
      <StatusLine {...props} />
      {phase === 'planned' && rerun.plan && (
        <Planned {...props} plan={rerun.plan} />
      )}
      {phase === 'running' && rerun.plan && (
        <PlanList plan={rerun.plan} rerun={rerun} trans={trans} />
      )}
      {isUnderWay && (
        <Action
          command={CommandIDs.cancelRerun}
          label={trans.__('Cancel')}
          commands={commands}
        />
      )}
      {comparison && <ComparisonView comparison={comparison} trans={trans} />}
      {hasEnded && rerun.isBlocking && (
        <>
          <p className="jp-TorchTriage-note">
            {trans.__(
              'This kernel still runs with CUDA_LAUNCH_BLOCKING=1, which is slow. A restart ends it.'
            )}
          </p>
          <Action
            command={CommandIDs.restartNormally}
            label={trans.__('Restart normally')}
            commands={commands}
          />
        </>
      )}
      {hasEnded && (
        <Action
          command={CommandIDs.dismissRerun}
          label={trans.__('Close')}
          commands={commands}
        />
      )}
    </section>
  );
}
