import { isCodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

import { savedAround } from '../diagnosis/saved-cells';
import type { IIncident } from '../incident/types';
import { hasErrorOutput } from './outputs';

/** A failure that was found in the file, with what the cells around it show. */
export function withSaved(
  incident: IIncident,
  { model }: NotebookPanel,
  cellId: string
): IIncident {
  const cells = [...(model?.cells ?? [])].flatMap((cell, at) =>
    isCodeCellModel(cell)
      ? [
          {
            id: cell.id,
            position: at + 1,
            executionCount: cell.executionCount ?? null,
            hasFailed: hasErrorOutput(cell),
            source: cell.sharedModel.getSource()
          }
        ]
      : []
  );
  const at = cells.findIndex(({ id }) => id === cellId);
  return at < 0
    ? incident
    : { ...incident, saved: savedAround(incident, cells, at) };
}
