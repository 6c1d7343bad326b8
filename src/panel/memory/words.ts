import type { TranslationBundle } from '@jupyterlab/translation';

import type { IHeld } from '../../incident/held';
import { formatBytes } from '../../shared/format-bytes';

/** What only the notebook keeps in memory, a sentence for each reason. */
export function keptWords(held: IHeld, trans: TranslationBundle): string[] {
  const { outputs, outputsSize, failed, failedSize } = held;
  return [
    ...(outputs.length > 0
      ? [
          trans.__(
            '%1 in results of cells: %2',
            formatBytes(outputsSize),
            outputs.map(({ key }) => `Out[${key}]`).join(', ')
          )
        ]
      : []),
    ...(failed.length > 0
      ? [
          trans.__(
            '%1 in variables of the failed calls: %2',
            formatBytes(failedSize),
            failed.map(({ key }) => key).join(', ')
          )
        ]
      : [])
  ];
}
