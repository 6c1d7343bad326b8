import { UseSignal } from '@jupyterlab/ui-components';
import * as React from 'react';

import { unfinishedIn } from '../notebook/unfinished';
import { CommandIDs } from './command-ids';
import type { IPanelOptions } from './options';

/** Where no cell shows a failure: a word on those that show no end either. */
export function NoFailure(props: IPanelOptions): JSX.Element | null {
  const watcher = props.notebooks.current;
  return (
    watcher && (
      <UseSignal signal={watcher.panel.sessionContext.statusChanged}>
        {() => {
          const cells = unfinishedIn(watcher);
          return cells.length === 0 ? (
            <p className="jp-TorchTriage-empty">
              {props.trans.__('No cell of this notebook has failed.')}
            </p>
          ) : (
            <>
              {cells.map(({ id }) => (
                <Unfinished key={id} {...props} cellId={id} />
              ))}
            </>
          );
        }}
      </UseSignal>
    )
  );
}

function Unfinished({
  cellId,
  model,
  commands,
  trans
}: IPanelOptions & { readonly cellId: string }): JSX.Element {
  const name = model.nameOf(cellId);
  return (
    <div className="jp-TorchTriage-empty" data-unfinished-cell={cellId}>
      <p>
        {trans.__(
          'Cell %1 has no result: it was started, and no answer of the kernel is noted. The kernel may have died, or the run was ended.',
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
