import type { TranslationBundle } from '@jupyterlab/translation';

import { sumOf, type IHeld } from '../../incident/held';
import { formatBytes } from '../../shared/format-bytes';

/**
 * That the results which only the notebook keeps would have been enough, where
 * it is so. What the failed calls hold, they needed.
 *
 * @param needed - how much more was needed than was free, in bytes
 * @param device - `cuda` or `cpu`
 */
export function causeWords(
  { outputsSizes }: IHeld,
  needed: number | null,
  device: string,
  trans: TranslationBundle
): string | null {
  const kept = sumOf(outputsSizes, device);
  return needed === null || needed === 0 || kept < needed
    ? null
    : trans.__(
        'The notebook itself holds what was missing: %1 in results of cells, which no variable of yours holds. %2 more were needed.',
        formatBytes(kept),
        formatBytes(needed)
      );
}

/** What only the notebook keeps in memory, a sentence for each reason. */
export function keptWords(held: IHeld, trans: TranslationBundle): string[] {
  const { outputs, outputsSizes, failed, failedSizes } = held;
  return [
    ...(outputs.length > 0
      ? [
          trans.__(
            '%1 in results of cells: %2',
            formatBytes(sumOf(outputsSizes)),
            outputs.map(({ key }) => `Out[${key}]`).join(', ')
          )
        ]
      : []),
    ...(failed.length > 0
      ? [
          trans.__(
            '%1 in variables of the failed calls: %2',
            formatBytes(sumOf(failedSizes)),
            failed.map(({ key }) => key).join(', ')
          )
        ]
      : [])
  ];
}
