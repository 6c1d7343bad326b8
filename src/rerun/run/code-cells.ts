import type { ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

/** Which cell of a notebook: ids are unique in a file, not for certain at run time. */
export interface ICellName {
  readonly id: string;
  /** Of several cells with this id the nth, from 0. */
  readonly nth: number;
}

/** A code cell under its name. */
export interface INamedCell extends ICellName {
  readonly model: ICodeCellModel;
}

/** The notebook's code cells, in order. */
export function codeCells({ content }: NotebookPanel): INamedCell[] {
  const counts = new Map<string, number>();
  const cells: INamedCell[] = [];
  for (const { model } of content.widgets) {
    if (model.type === 'code') {
      const { id } = model;
      const nth = counts.get(id) ?? 0;
      counts.set(id, nth + 1);
      cells.push({ id, nth, model: model as ICodeCellModel });
    }
  }
  return cells;
}

/** Whether two names are of one cell. */
export function isSameCell(one: ICellName, other: ICellName): boolean {
  return one.id === other.id && one.nth === other.nth;
}
