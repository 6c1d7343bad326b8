import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import { costOf } from '../../rerun/plan/cost';
import type { IPrepared } from '../../rerun/run/types';
import { isFixed, isTarget, LONG_MS, type IStep } from '../../rerun/plan/plan';
import type { Rerun } from '../../rerun/run/rerun';
import { CommandIDs } from '../command-ids';
import {
  adviceText,
  basisText,
  costText,
  dangerText,
  refusalText,
  timeText
} from './words';
import { FiniteChoice } from '../checks/view';
import { checksText } from '../checks/words';
import { reasonText, targetText } from './reasons';

interface IPlanProps {
  readonly rerun: Rerun;
  readonly commands: CommandRegistry;
  readonly prepared: IPrepared;
  readonly trans: TranslationBundle;
}

interface IStepProps extends IPlanProps {
  readonly step: IStep;
}

/** The first line of a cell that says anything. */
export function firstLine(source: string): string {
  const lines = source.split('\n').filter(line => line.trim() !== '');
  const line = lines[0]?.slice(0, 120) ?? '';
  return lines.length > 1 ? `${line} …` : line;
}

/** A step's name: its prompt number in the kernel that failed. */
export function stepLabel(step: IStep, trans: TranslationBundle): string {
  return step.cellId === null
    ? trans.__('Input [%1], in no cell', step.executionCount ?? ' ')
    : trans.__('Cell [%1]', step.executionCount ?? ' ');
}

function notesOf(step: IStep, trans: TranslationBundle): string[] {
  const notes: string[] = [];
  if (step.cellId === null) {
    notes.push(
      trans.__(
        'Left out unless you take it in: no cell of the notebook holds it.'
      )
    );
  }
  if (step.dangers.length > 0) {
    const what = step.dangers.map(danger => dangerText(danger, trans));
    notes.push(trans.__('Dangerous to repeat: %1.', what.join(', ')));
  }
  if (step.ms !== null && step.ms > LONG_MS) {
    notes.push(trans.__('Took long: %1.', timeText(step.ms, trans)));
  }
  if (step.hasFailed) {
    notes.push(trans.__('Failed last time too.'));
  }
  if (step.isRepeated) {
    notes.push(trans.__('An earlier run of a cell that comes again below.'));
  }
  return notes;
}

/** Which text of an edited cell to run. */
function TextChoice({ rerun, step, trans }: IStepProps): JSX.Element {
  const text = rerun.choices.get(step.key)?.text ?? 'ran';
  return (
    <label className="jp-TorchTriage-choice">
      {trans.__('Edited since it ran. Run it')}{' '}
      <select
        value={text}
        onChange={event =>
          rerun.choose(step.key, {
            text: event.target.value === 'now' ? 'now' : 'ran'
          })
        }
      >
        <option value="ran">{trans.__('as it ran')}</option>
        <option value="now">{trans.__('as it stands now')}</option>
      </select>
    </label>
  );
}

function StepView(props: IStepProps): JSX.Element {
  const { rerun, prepared, step, trans } = props;
  const choice = rerun.choices.get(step.key);
  const verdict = rerun.verdicts.get(step.key);
  const isWanted = isTarget(prepared.plan, step);
  const source = choice?.text === 'now' ? (step.now ?? step.ran) : step.ran;
  return (
    <li
      data-step-cell={step.cellId ?? ''}
      data-plan-cell={step.cellId ?? ''}
      data-included={choice?.isIncluded ?? true}
      data-dangers={step.dangers.join(' ')}
      data-edited={step.now !== null}
    >
      <label>
        <input
          type="checkbox"
          checked={choice?.isIncluded ?? true}
          disabled={isFixed(prepared.plan, step)}
          onChange={event =>
            rerun.choose(step.key, { isIncluded: event.target.checked })
          }
        />{' '}
        <span className="jp-TorchTriage-cell">
          {stepLabel(step, trans)}
          {isWanted && ` · ${targetText(prepared.plan, step, trans)}`}
          {step.ms !== null && ` · ${timeText(step.ms, trans)}`}
        </span>
      </label>
      {verdict && !isWanted && (
        <p className="jp-TorchTriage-note" data-reason={verdict.reason.kind}>
          {reasonText(verdict.reason, prepared.plan, trans)}
        </p>
      )}
      {notesOf(step, trans).map(note => (
        <p key={note} className="jp-TorchTriage-note">
          {note}
        </p>
      ))}
      {step.now !== null && <TextChoice {...props} />}
      <pre tabIndex={0} title={source.slice(0, 2000)}>
        {firstLine(source)}
      </pre>
    </li>
  );
}

/** Whether operands are checked, and what the checks cannot see. */
function ChecksChoice({
  rerun,
  trans
}: Pick<IPlanProps, 'rerun' | 'trans'>): JSX.Element {
  return (
    <>
      <label className="jp-TorchTriage-choice">
        <input
          type="checkbox"
          data-check-operands
          checked={rerun.checksOperands}
          onChange={event => rerun.chooseChecks(event.target.checked)}
        />{' '}
        {trans.__('Check operands, to name the value')}
      </label>
      <FiniteChoice
        isChosen={rerun.findsNotFinite}
        isFixed={!rerun.checksOperands}
        onChosen={isWanted => rerun.chooseNotFinite(isWanted)}
        trans={trans}
      />
      <p className="jp-TorchTriage-detail">
        {checksText(rerun.findsNotFinite, trans)}
      </p>
    </>
  );
}

/** Whether rescued variables come back; the way to a rescue where none was made. */
function RescueChoice({
  rerun,
  commands,
  trans
}: Omit<IPlanProps, 'prepared'>): JSX.Element | null {
  const { rescued, canRescue, isRescueLate, usesRescue } = rerun;
  const late = isRescueLate ? (
    <p className="jp-TorchTriage-detail" data-late-rescue>
      {trans.__(
        'Cells that ran between the failure and the rescue may have changed some of what was kept: the cells that make it run again.'
      )}
    </p>
  ) : null;
  if (rescued.length > 0) {
    return (
      <>
        <label className="jp-TorchTriage-choice">
          <input
            type="checkbox"
            data-use-rescue
            checked={usesRescue}
            onChange={event => rerun.chooseRescue(event.target.checked)}
          />{' '}
          {trans.__(
            'Give rescued variables back in place of the cells that make them'
          )}
        </label>
        {late}
      </>
    );
  }
  if (late) {
    return late;
  }
  return canRescue ? (
    <p>
      {trans.__('What the CPU holds need not be computed again:')}{' '}
      <button
        className="jp-TorchTriage-link"
        onClick={() => void commands.execute(CommandIDs.rescueVariables)}
      >
        {trans.__('Rescue variables')}
      </button>
    </p>
  ) : null;
}

/** What is set in the new process before anything runs there. */
function Variables(props: {
  set: IPrepared['variables']['accepted'];
  trans: TranslationBundle;
}): JSX.Element | null {
  const { set, trans } = props;
  const words = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  return words.length === 0 ? null : (
    <p data-set-variables>
      {trans.__('Set first in the new process: %1.', words.join(', '))}
    </p>
  );
}

/** How many cells are in, and the way to the others. */
function ScopeView({ rerun, prepared, trans }: IPlanProps): JSX.Element {
  const isNeeded = rerun.scope === 'needed';
  const words = isNeeded
    ? trans.__(
        'Of the %1 cells that ran, these %2 are in: what the failed cell needs, and what cannot be told.',
        prepared.plan.steps.length,
        rerun.chosen.length
      )
    : rerun.nature.isExhausted
      ? trans.__(
          'All that ran is in: each cell may have taken of what ran out.'
        )
      : trans.__('All that ran is in.');
  return (
    <p data-plan-scope={rerun.scope}>
      {words}{' '}
      <button
        className="jp-TorchTriage-link"
        onClick={() => rerun.propose(isNeeded ? 'all' : 'needed')}
      >
        {isNeeded
          ? trans.__('Take in all cells that ran')
          : trans.__('Take in only what is needed')}
      </button>
    </p>
  );
}

/** The plan with all there is to decide. */
export function PlanView(props: IPlanProps): JSX.Element {
  const { rerun, prepared, trans } = props;
  const basis = basisText(prepared.plan, trans);
  return (
    <>
      {rerun.advice.map(advice => (
        <p key={advice} className="jp-TorchTriage-note" data-advice={advice}>
          {adviceText(advice, prepared, trans)}
        </p>
      ))}
      {prepared.variables.refused.map(refused => (
        <p key={refused[0]} className="jp-TorchTriage-note">
          {refusalText(refused, trans)}
        </p>
      ))}
      {prepared.plan.purpose === 'anew' && (
        <Variables set={prepared.variables.accepted} trans={trans} />
      )}
      <p>
        {trans.__(
          'These cells are run in this order, up to the first failure. Leave out what need not be repeated.'
        )}
      </p>
      {prepared.plan.steps.length > 1 && prepared.plan.targets > 0 && (
        <ScopeView {...props} />
      )}
      {prepared.plan.steps.length > 1 && <RescueChoice {...props} />}
      {rerun.isReplanned && (
        <p className="jp-TorchTriage-note" data-replanned>
          {trans.__(
            'Nothing was run: the notebook’s kernel has been changed or restarted, or another notebook uses it too, since the plan was made. This is the plan for the kernel as it is now.'
          )}
        </p>
      )}
      {basis && <p className="jp-TorchTriage-note">{basis}</p>}
      <ol
        className="jp-TorchTriage-plan"
        aria-label={trans.__('Cells to run')}
        data-basis={prepared.plan.basis}
      >
        {prepared.plan.steps.map(step => (
          <StepView key={step.key} {...props} step={step} />
        ))}
      </ol>
      <p>{costText(costOf(rerun.chosen), trans)}</p>
      {rerun.purpose === 'trace' && (
        <ChecksChoice rerun={rerun} trans={trans} />
      )}
    </>
  );
}
