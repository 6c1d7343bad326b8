import { Dialog, ReactWidget, showDialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { IHeld } from '../../incident/held';
import { keptWords } from './words';

/** Show what would go; resolves true when the user wants it. */
export async function confirmRelease(
  held: IHeld,
  trans: TranslationBundle
): Promise<boolean> {
  const words = keptWords(held, trans);
  const { button } = await showDialog({
    title: trans.__('Let go of this memory?'),
    body: ReactWidget.create(
      words.length === 0 ? (
        <p>{trans.__('There is nothing that only the notebook holds.')}</p>
      ) : (
        <div>
          <ul>
            {words.map(each => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <p>
            {trans.__(
              'Your variables stay. These results can no longer be had by their number, and %debug cannot look into the failed calls.'
            )}
          </p>
        </div>
      )
    ),
    buttons: [
      Dialog.cancelButton({ label: trans.__('Cancel') }),
      ...(words.length === 0
        ? []
        : [Dialog.okButton({ label: trans.__('Let go') })])
    ]
  });
  return button.accept && words.length > 0;
}
