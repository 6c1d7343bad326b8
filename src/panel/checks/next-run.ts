import { Notification } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';

import { isInLayers } from '../../diagnosis/python-words';
import { checkedRuns } from '../../notebook/checked-runs';
import type { ICommandContext } from '../command-context';
import { checkedText, checksText } from './words';

/** The arguments of the command. */
export function describe(trans: TranslationBundle) {
  return {
    args: {
      type: 'object',
      properties: {
        cellId: {
          type: 'string',
          description: trans.__(
            'The id of the cell; the active cell when left out.'
          )
        },
        wanted: {
          type: 'boolean',
          description: trans.__('False takes it back.')
        },
        finite: {
          type: 'boolean',
          description: trans.__('Name the first NaN or Inf, too.')
        }
      }
    }
  };
}

/** Have the next run of a cell checked: of the active one, unless one is named. */
export function checkNextRun(
  { notebooks, tracker, trans }: ICommandContext,
  { cellId, wanted, finite }: ReadonlyPartialJSONObject
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
  const failed = current.incidents.find(one => one.cellId === cell.id);
  checkedRuns.want(current, {
    cellId: cell.id,
    finite: finite === true,
    layers: failed !== undefined && isInLayers(failed.incident),
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
      `${checkedText(finite === true, trans)} ${checksText(finite === true, trans)}`
    );
  }
}
