import { Dialog, ReactWidget, showDialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import { risksOf } from '../rerun/plan/side-effects';
import { firstLine } from './rerun/plan';
import { dangerText } from './rerun/words';

/** A cell that may be run again. */
export interface ILostCell {
  readonly id: string;
  /** Its place in the notebook, from 1. */
  readonly position: number;
  readonly source: string;
}

/** The cells in the order they will run, each with what it would do again. */
function LostCells(props: {
  cells: readonly ILostCell[];
  trans: TranslationBundle;
}): JSX.Element {
  const { cells, trans } = props;
  const risks = risksOf(cells.map(({ source }) => source));
  return (
    <div className="jp-TorchTriage-lost-dialog">
      <p>
        {trans.__(
          'They run as they stand now, in this order, up to the first failure:'
        )}
      </p>
      <ol>
        {cells.map(({ id, position, source }, at) => {
          const { dangers } = risks[at];
          const what = dangers.map(danger => dangerText(danger, trans));
          return (
            <li key={id} data-lost-cell={id}>
              {trans.__('Cell %1', position)} <code>{firstLine(source)}</code>
              {what.length > 0 && (
                <p className="jp-TorchTriage-note">
                  {trans.__('Dangerous to repeat: %1.', what.join(', '))}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Show which cells would run again; resolves true when the user wants it. */
export async function confirmLostCells(
  cells: readonly ILostCell[],
  trans: TranslationBundle
): Promise<boolean> {
  const { button } = await showDialog({
    title: trans._n(
      'Run the lost cell again?',
      'Run %1 lost cells again?',
      cells.length
    ),
    body: ReactWidget.create(<LostCells cells={cells} trans={trans} />),
    buttons: [
      Dialog.cancelButton({ label: trans.__('Cancel') }),
      Dialog.okButton({ label: trans.__('Run') })
    ]
  });
  return button.accept;
}
