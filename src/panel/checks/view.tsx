import type { TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import { checkedRuns } from '../../notebook/checked-runs';
import type { Notebooks } from '../../notebooks';
import { CommandIDs } from '../command-ids';
import { checkedText, checksText, layersText } from './words';

interface IChecksProps {
  readonly cellId: string;
  /** Whether the first NaN or Inf is looked for, unless that is taken back. */
  readonly findsNotFinite: boolean;
  /** Whether what each layer of a model gets and gives is told. */
  readonly tellsLayers: boolean;
  /** Whether CUDA's context is lost until a restart. */
  readonly isSticky: boolean;
  readonly notebooks: Notebooks;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

/** Whether the first NaN or Inf is looked for, too. */
export function FiniteChoice(props: {
  readonly isChosen: boolean;
  readonly isFixed: boolean;
  readonly onChosen: (isChosen: boolean) => void;
  readonly trans: TranslationBundle;
}): JSX.Element {
  const { isChosen, isFixed, onChosen, trans } = props;
  return (
    <label className="jp-TorchTriage-choice">
      <input
        type="checkbox"
        data-check-finite
        checked={isChosen}
        disabled={isFixed}
        onChange={event => onChosen(event.target.checked)}
      />{' '}
      {trans.__('Find the first NaN or Inf, too')}
    </label>
  );
}

/** Has the next run of the failed cell name the value, or takes that back. */
export function ChecksView(props: IChecksProps): JSX.Element {
  const { cellId, isSticky, notebooks, commands, trans } = props;
  const [finite, setFinite] = React.useState(props.findsNotFinite);
  return (
    <UseSignal signal={checkedRuns.changed}>
      {() => {
        const isWanted = checkedRuns.of(notebooks.current) === cellId;
        return (
          <section
            className="jp-TorchTriage-machine"
            data-checks={isWanted ? 'wanted' : ''}
          >
            <h4>
              {props.findsNotFinite
                ? trans.__('Where the first NaN or Inf comes from')
                : props.tellsLayers
                  ? trans.__('What each layer gets and gives')
                  : trans.__('Which value it is')}
            </h4>
            {props.tellsLayers && <p>{layersText(trans)}</p>}
            <p>{checksText(finite, trans)}</p>
            <FiniteChoice
              isChosen={finite}
              isFixed={isWanted}
              onChosen={setFinite}
              trans={trans}
            />
            <p role="status">
              {isWanted && checkedText(finite, trans)}
              {isWanted &&
                isSticky &&
                ` ${trans.__('Restart the kernel first, and run what the cell needs.')}`}
            </p>
            <button
              className="jp-TorchTriage-button"
              onClick={() =>
                void commands.execute(CommandIDs.checkOperands, {
                  cellId,
                  wanted: !isWanted,
                  finite
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
