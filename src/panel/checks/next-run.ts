import { Notification } from '@jupyterlab/apputils';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';

import { checkedRuns } from '../../notebook/checked-runs';
import type { ICommandContext } from '../command-context';
import { checksText } from './words';

/** Have the next run of a cell checked: of the active one, unless one is named. */
export function checkNextRun(
  { notebooks, tracker, trans }: ICommandContext,
  { cellId, wanted }: ReadonlyPartialJSONObject
): void {
  const { current } = notebooks;
  const id = typeof cellId === 'string' ? cellId : tracker.activeCell?.model.id;
  const cell = current?.codeCells().find(one => one.id === id);
  if (!current || !cell) {
    return;
  }
  if (wanted === false) {
    checkedRuns.forget(current.panel);
    return;
  }
  checkedRuns.want(current, {
    cellId: cell.id,
    onFailed: error => {
      Notification.warning(
        trans.__('The kernel could not check the operands of this run.')
      );
      console.warn('torch-triage: the operands were not checked.', error);
    }
  });
  if (typeof cellId !== 'string') {
    // There may be no card that says so.
    Notification.info(
      `${trans.__('The next run of this cell is checked.')} ${checksText(trans)}`
    );
  }
}
