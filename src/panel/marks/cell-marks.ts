import type { Cell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { Notebooks } from '../../notebooks';
import type { Reruns } from '../../rerun/run/reruns';
import type { IncidentsModel } from '../model';
import type { ILineMark } from './marks';

/** CodeMirror's marks come with the first failure. */
const loadMarks = async () => ({
  ...(await import('./marks')),
  ...(await import('./line-marks'))
});

/**
 * Marks the failed lines of the notebook in front in their cells, for people
 * whose eyes are on the code.
 */
export class CellMarks {
  constructor(
    private readonly _notebooks: Notebooks,
    private readonly _model: IncidentsModel,
    private readonly _reruns: Reruns,
    private readonly _trans: TranslationBundle
  ) {
    const update = () => void this._update();
    _model.changed.connect(update);
    // Cards are made when somebody looks; a failure is over before that.
    _notebooks.changed.connect(update);
    _reruns.changed.connect(update);
  }

  get isWanted(): boolean {
    return this._isWanted;
  }

  set isWanted(isWanted: boolean) {
    if (isWanted !== this._isWanted) {
      this._isWanted = isWanted;
      void this._update();
    }
  }

  private async _update(): Promise<void> {
    const { current, incidents } = this._notebooks;
    const keys = new Set(incidents.map(({ key }) => key));
    const cards = (this._model.cards ?? []).filter(
      ({ incident }) => this._isWanted && keys.has(incident.key)
    );
    if (!current || (cards.length === 0 && !this._marked.has(current.panel))) {
      return;
    }
    const { panel } = current;
    const { comparison } = this._reruns.of(current) ?? {};
    const { marksOf } = await loadMarks();
    const marks = marksOf(cards, comparison ?? null, this._trans);
    const ids = new Set(marks.map(mark => mark.cellId));
    const before = this._marked.get(panel) ?? new Set();
    this._marked.set(panel, ids);
    for (const cell of panel.content.widgets) {
      const { id } = cell.model;
      if (ids.has(id) || before.has(id)) {
        void this._mark(
          cell,
          marks.filter(mark => mark.cellId === id)
        );
      }
    }
  }

  /** A cell that was never in sight has no editor yet. */
  private async _mark(cell: Cell, marks: readonly ILineMark[]): Promise<void> {
    const isWaiting = this._wanted.has(cell);
    this._wanted.set(cell, marks);
    if (isWaiting) {
      return;
    }
    await cell.ready;
    const { setMarks, viewOf } = await loadMarks();
    const wanted = this._wanted.get(cell) ?? [];
    this._wanted.delete(cell);
    const view = cell.isDisposed ? null : viewOf(cell.editor);
    if (view) {
      setMarks(view, wanted);
    }
  }

  private _isWanted = true;
  /** The cells of a notebook that have marks, by their ids. */
  private readonly _marked = new WeakMap<NotebookPanel, Set<string>>();
  /** What a cell is to show once it has an editor. */
  private readonly _wanted = new WeakMap<Cell, readonly ILineMark[]>();
}
