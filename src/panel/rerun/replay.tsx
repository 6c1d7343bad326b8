import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import type { Rerun } from '../../rerun/run/rerun';
import { CommandIDs } from '../command-ids';
import { Action } from './action';

interface IReplayProps {
  readonly rerun: Rerun;
  readonly trans: TranslationBundle;
}

/** What brings lost cells back, in one press, and what it does not. */
export function ReplayStart({
  rerun,
  commands,
  trans
}: IReplayProps & { readonly commands: CommandRegistry }): JSX.Element {
  const executed = rerun.prepared?.executed ?? 0;
  return (
    <>
      <p className="jp-TorchTriage-detail">
        {trans.__(
          'They run in this notebook’s kernel as it is. Nothing is restarted; outputs are replaced, and can be put back.'
        )}{' '}
        {executed > 0 &&
          trans._n(
            'It has run %1 cell since it started, which stays as it is.',
            'It has run %1 cells since it started, which stay as they are.',
            executed
          )}
      </p>
      <Action
        command={CommandIDs.startRerun}
        label={trans._n(
          'Run this cell',
          'Run these %1 cells',
          rerun.chosen.length
        )}
        isPrimary
        commands={commands}
      />
    </>
  );
}

/** What it is about, as a heading. */
export function replayTitle({ rerun, trans }: IReplayProps): string {
  return rerun.purpose === 'lost'
    ? trans.__('Run again what the kernel’s end took')
    : trans.__('Run what the cell needs, then the cell');
}

/** How it ended, in a sentence. */
export function replayEnd({ rerun, trans }: IReplayProps): string {
  const count = rerun.chosen.length;
  return rerun.outcome?.incident
    ? trans.__(
        'Cell %1 of %2 failed; what comes after it did not run.',
        rerun.step + 1,
        count
      )
    : trans._n('The cell has run.', 'All %1 cells have run.', count);
}
