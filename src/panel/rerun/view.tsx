import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import type { IRerunView } from '../../rerun/run/reruns';
import { Breakable } from '../breakable';
import { AnnounceContext } from '../contexts';
import { CommandIDs } from '../command-ids';
import { useFocus } from '../use-focus';
import { Action } from './action';
import { ComparisonView } from './comparison';
import { PlanView } from './plan';
import { OutputView, ProgressView } from './progress';
import { replayEnd, ReplayStart, replayTitle } from './replay';
import { anewText, cancelledText, troubleText, verdictText } from './words';

interface IRerunProps {
  readonly view: IRerunView;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

/** The two ways to go on, the one that the evidence speaks for first. */
function Ways({ view, commands, trans }: IRerunProps): JSX.Element {
  const isBeside = view.rerun.way === 'beside';
  const notebook = (
    <Action
      key="notebook"
      command={CommandIDs.startRerun}
      args={{ way: 'notebook' }}
      label={trans.__('Restart and re-run')}
      isPrimary={!isBeside}
      commands={commands}
    />
  );
  const beside = (
    <Action
      key="beside"
      command={CommandIDs.startRerun}
      args={{ way: 'beside' }}
      label={trans.__('Re-run beside')}
      isPrimary={isBeside}
      commands={commands}
    />
  );
  const sharedWith = view.rerun.prepared?.attached.sharedWith ?? [];
  return (
    <>
      {sharedWith.length > 0 && (
        <p className="jp-TorchTriage-note" data-shared-with>
          {trans.__(
            'This kernel is also that of %1: a restart takes the variables of all.',
            sharedWith.join(', ')
          )}
        </p>
      )}
      <p className="jp-TorchTriage-detail">
        {trans.__(
          'Restart and re-run: in this notebook. Its variables are lost, and outputs are replaced; they can be put back.'
        )}{' '}
        {trans.__(
          'Re-run beside: in a second kernel. The notebook and its variables stay as they are; output shows here only.'
        )}
      </p>
      {isBeside ? [beside, notebook] : [notebook, beside]}
    </>
  );
}

/** Where the re-run stands, in a sentence; `''` when more than that is shown. */
function statusText({ view, trans }: IRerunProps): string {
  const { rerun } = view;
  const isTrace = rerun.purpose === 'trace';
  switch (rerun.phase) {
    case 'done':
      return rerun.way === 'here' ? replayEnd({ rerun, trans }) : '';
    case 'planning':
      return trans.__('Reading what this kernel has run …');
    case 'restarting':
      if (rerun.way === 'here') {
        return trans.__('Waiting for the kernel …');
      }
      if (rerun.way === 'notebook') {
        return isTrace
          ? trans.__('Restarting the kernel and setting the variable …')
          : trans.__('Restarting the kernel …');
      }
      return isTrace
        ? trans.__('Starting a second kernel and setting the variable …')
        : trans.__('Starting a second kernel …');
    case 'cancelled':
      return rerun.trouble
        ? troubleText(rerun.trouble, rerun, trans)
        : cancelledText(rerun, trans);
    case 'stopped':
      return rerun.trouble ? troubleText(rerun.trouble, rerun, trans) : '';
    default:
      return '';
  }
}

/** What to say to those who do not see the panel. */
function spokenText(props: IRerunProps): string {
  const { view, trans } = props;
  const { rerun, comparison } = view;
  if (comparison) {
    const textOf = rerun.purpose === 'trace' ? verdictText : anewText;
    return textOf(comparison, trans);
  }
  switch (rerun.phase) {
    case 'planned':
      return trans._n(
        'The plan is ready: %1 cell.',
        'The plan is ready: %1 cells.',
        rerun.chosen.length
      );
    case 'running':
      return trans.__('The cells are run.');
    default:
      return statusText(props);
  }
}

/** What is left to do once it is over. */
function Aftermath({ view, commands, trans }: IRerunProps): JSX.Element {
  return (
    <>
      {view.isBlocking && (
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
      {view.hasSpared && (
        <p className="jp-TorchTriage-note">
          {trans.__(
            'Cells with a text of yours from after the plan, and cells that cannot be edited, were left as they are: what was planned ran without them.'
          )}
        </p>
      )}
      {view.canRestore && (
        <>
          <p className="jp-TorchTriage-detail">
            {trans.__(
              'Texts that you have edited since, and outputs of cells that have run since, are not put back.'
            )}
          </p>
          <Action
            command={CommandIDs.restoreOutputs}
            label={trans.__('Put texts and outputs back')}
            commands={commands}
          />
        </>
      )}
      <Action
        command={CommandIDs.dismissRerun}
        label={trans.__('Close')}
        commands={commands}
      />
    </>
  );
}

/** A re-run: its plan, how far it is, and what it showed. */
export function RerunView(props: IRerunProps): JSX.Element {
  const { view, commands, trans } = props;
  const { rerun, comparison } = view;
  const { phase, prepared } = rerun;
  const hasEnded = ['done', 'cancelled', 'stopped'].includes(phase);
  const section = React.useRef<HTMLElement>(null);
  const heading = React.useRef<HTMLHeadingElement>(null);
  useFocus(section, heading, rerun);
  const announce = React.useContext(AnnounceContext);
  const spoken = spokenText(props);
  React.useEffect(() => announce(spoken), [spoken]);
  const status = statusText(props);
  const isReplay = !rerun.isInNewProcess;
  const title = isReplay
    ? replayTitle({ rerun, trans })
    : rerun.purpose === 'trace'
      ? trans.__('Re-run with CUDA_LAUNCH_BLOCKING=1')
      : trans.__('Restart the kernel, and run the cell again');
  return (
    <section
      ref={section}
      className="jp-TorchTriage-rerun"
      aria-label={title}
      data-purpose={rerun.purpose}
      data-phase={phase}
      data-trouble={rerun.trouble ?? undefined}
      data-way={rerun.way}
      onKeyDown={event => {
        // In a list of choices it closes the list.
        const isChoosing = event.target instanceof HTMLSelectElement;
        if (event.key === 'Escape' && !hasEnded && !isChoosing) {
          event.stopPropagation();
          void commands.execute(CommandIDs.cancelRerun);
        }
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        <Breakable text={title} />
      </h3>
      {status && <p>{status}</p>}
      {phase === 'planned' && prepared && (
        <>
          <PlanView
            rerun={rerun}
            prepared={prepared}
            commands={commands}
            trans={trans}
          />
          {isReplay ? (
            <ReplayStart rerun={rerun} commands={commands} trans={trans} />
          ) : (
            <Ways {...props} />
          )}
        </>
      )}
      {phase === 'running' && <ProgressView rerun={rerun} trans={trans} />}
      {!hasEnded && (
        <Action
          command={CommandIDs.cancelRerun}
          label={trans.__('Cancel')}
          commands={commands}
        />
      )}
      {comparison && (
        <ComparisonView comparison={comparison} rerun={rerun} trans={trans} />
      )}
      <OutputView rerun={rerun} trans={trans} />
      {hasEnded && <Aftermath {...props} />}
    </section>
  );
}
