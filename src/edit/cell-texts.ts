import type { Cell } from '@jupyterlab/cells';

import type { NotebookWatcher } from '../notebook/watcher';
import type { ICellEdit } from './types';

/** On the cells that a change was made in, until it is kept or taken back. */
const MARK = 'jp-TorchTriage-changedCell';

/** The texts of one notebook's cells, as an edit finds and leaves them. */
export class CellTexts {
  constructor(private readonly _watcher: NotebookWatcher) {}

  widget(cellId: string): Cell | undefined {
    const { widgets } = this._watcher.panel.content;
    return widgets.find(({ model }) => model.id === cellId);
  }

  source(cellId: string): string | undefined {
    return this.widget(cellId)?.model.sharedModel.getSource();
  }

  /** Whether a cell may be edited, or one may come new. */
  mayEdit({ cellId, newAt }: ICellEdit): boolean {
    const { model } = this._watcher.panel;
    const cell = this.widget(cellId)?.model;
    return (
      model?.readOnly === false &&
      (newAt !== undefined || cell?.getMetadata('editable') !== false)
    );
  }

  /**
   * All in one step of Undo: of the notebook's, or where each cell has its own,
   * of the cell's.
   */
  apply(edits: readonly ICellEdit[]): void {
    this._inOneStep(() =>
      edits.forEach(({ cellId, newAt, after, changes }) =>
        newAt === undefined
          ? this._update(cellId, changes)
          : this._watcher.panel.model?.sharedModel.insertCell(newAt, {
              cell_type: 'code',
              id: cellId,
              source: after
            })
      )
    );
  }

  /** The way back of {@link apply}, for those that have been applied. */
  revert(edits: readonly ICellEdit[]): void {
    this._inOneStep(() =>
      edits.forEach(({ cellId, newAt, before, changes }) => {
        if (newAt === undefined) {
          this._update(cellId, inverse(before, changes));
          return;
        }
        const at = this._watcher.indexOf(cellId);
        if (at >= 0) {
          this._watcher.panel.model?.sharedModel.deleteCell(at);
        }
      })
    );
  }

  mark(edits: readonly ICellEdit[], isMarked: boolean): void {
    for (const { cellId } of edits) {
      this.widget(cellId)?.toggleClass(MARK, isMarked);
    }
  }

  private _inOneStep(work: () => void): void {
    const { model } = this._watcher.panel;
    if (model?.sharedModel.disableDocumentWideUndoRedo) {
      work();
    } else {
      model?.sharedModel.transact(work);
    }
  }

  private _update(cellId: string, changes: ICellEdit['changes']): void {
    const shared = this.widget(cellId)?.model.sharedModel;
    shared?.transact(() =>
      // The last first, as a change moves what comes behind it.
      [...changes]
        .reverse()
        .forEach(({ from, to, insert }) =>
          shared.updateSource(from, to, insert)
        )
    );
  }
}

/** The changes that lead back, in the positions of the changed text. */
function inverse(
  before: string,
  changes: ICellEdit['changes']
): ICellEdit['changes'] {
  let shift = 0;
  return changes.map(({ from, to, insert }) => {
    const at = from + shift;
    shift += insert.length - (to - from);
    return { from: at, to: at + insert.length, insert: before.slice(from, to) };
  });
}
