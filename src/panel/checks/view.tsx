import type { TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import { checkedRuns } from '../../notebook/checked-runs';
import type { Notebooks } from '../../notebooks';
import { CommandIDs } from '../command-ids';
import { checksText } from './words';

interface IChecksProps {
  readonly cellId: string;
  /** Whether CUDA's context is lost until a restart. */
  readonly isSticky: boolean;
  readonly notebooks: Notebooks;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

/** Has the next run of the failed cell name the value, or takes that back. */
export function ChecksView(props: IChecksProps): JSX.Element {
  const { cellId, isSticky, notebooks, commands, trans } = props;
  return (
    <UseSignal signal={checkedRuns.changed}>
      {() => {
        const isWanted = checkedRuns.of(notebooks.current) === cellId;
        return (
          <section
            className="jp-TorchTriage-machine"
            data-checks={isWanted ? 'wanted' : ''}
          >
            <h4>{trans.__('Which value it is')}</h4>
            <p>{checksText(trans)}</p>
            <p role="status">
              {isWanted &&
                (isSticky
                  ? trans.__(
                      'The next run of this cell is checked. Restart the kernel first, and run what the cell needs.'
                    )
                  : trans.__('The next run of this cell is checked.'))}
            </p>
            <button
              className="jp-TorchTriage-button"
              onClick={() =>
                void commands.execute(CommandIDs.checkOperands, {
                  cellId,
                  wanted: !isWanted
                })
              }
            >
              {isWanted ? trans.__('Do not check') : trans.__('Check operands')}
            </button>
          </section>
        );
      }}
    </UseSignal>
  );
}
