import { UseSignal } from '@jupyterlab/ui-components';
import * as React from 'react';

import { withoutAnswer, type IWithoutAnswer } from '../notebook/unfinished';
import { CommandIDs } from './command-ids';
import type { IPanelOptions } from './options';

/** Where no cell has failed: the cell that papermill left without an answer. */
export function NoFailure(props: IPanelOptions): JSX.Element {
  const { notebooks, trans } = props;
  const none = (
    <p className="jp-TorchTriage-empty">
      {trans.__('No cell of this notebook has failed.')}
    </p>
  );
  const watcher = notebooks.current;
  if (!watcher || !withoutAnswer(watcher)) {
    return none;
  }
  const { id, sessionContext } = watcher.panel;
  // A cell that runs here changes the kernel's status, and its own run counts.
  return (
    <UseSignal key={id} signal={sessionContext.statusChanged}>
      {() => {
        const found = withoutAnswer(watcher);
        return found ? <Unanswered {...props} {...found} /> : none;
      }}
    </UseSignal>
  );
}

function Unanswered({
  cellId,
  hasEnded,
  model,
  commands,
  trans
}: IPanelOptions & IWithoutAnswer): JSX.Element {
  const name = model.nameOf(cellId);
  return (
    <div className="jp-TorchTriage-empty" data-unfinished-cell={cellId}>
      <p>
        {hasEnded
          ? trans.__(
              'Cell %1 has no result: papermill ran it, and the kernel gave no answer. It may have died, for want of memory or in a crash.',
              name
            )
          : trans.__(
              'Cell %1 has no result: papermill started it and noted no end. papermill was ended while it ran, or is still at it.',
              name
            )}
      </p>
      <button
        className="jp-TorchTriage-link"
        onClick={() => void commands.execute(CommandIDs.goToCell, { cellId })}
      >
        {trans.__('Go to Cell %1', name)}
      </button>
    </div>
  );
}
