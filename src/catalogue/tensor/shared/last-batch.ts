import type { IFix } from '../../../diagnosis/types';
import { check } from '../../fix';
import { withDropLast } from '../../shared/edits/loader';

/**
 * A loader that leaves out its last batch where that is shorter than the others.
 *
 * @param batchSize - in samples
 */
export function lastLeftOut(title: string, batchSize = 16): IFix {
  return {
    ...check(
      title,
      `loader = DataLoader(dataset, batch_size=${batchSize}, shuffle=True, drop_last=True)`
    ),
    edit: withDropLast
  };
}
