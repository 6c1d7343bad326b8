import type { Cell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { ICellIncident } from '../../notebook/types';
import type { Notebooks } from '../../notebooks';
import type { IComparison } from '../../rerun/compare/compare';
import type { Reruns } from '../../rerun/run/reruns';
import type { ICard, IncidentsModel } from '../model';
import type { ILineMark } from './marks';

/** What the marks of a notebook were made from, and the cells that have some. */
interface IShown {
  readonly cards: readonly ICard[];
  readonly comparison: IComparison | null;
  ids: ReadonlySet<string>;
}

const NOTHING: IShown = { cards: [], comparison: null, ids: new Set() };

/**
 * The cards of these incidents. The model makes those of the notebook in front
 * only when somebody looks: until then the ones shown before still hold.
 */
function cardsOf(
  incidents: readonly ICellIncident[],
  made: readonly ICard[],
  before: readonly ICard[]
): readonly ICard[] {
  const keys = new Set(incidents.map(({ key }) => key));
  const ofThese = ({ incident }: ICard): boolean => keys.has(incident.key);
  const current = made.filter(ofThese);
  return current.length > 0 ? current : before.filter(ofThese);
}

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
    if (!current) {
      return;
    }
    const { panel } = current;
    const before = this._shown.get(panel) ?? NOTHING;
    const cards = this._isWanted
      ? cardsOf(incidents, this._model.cards ?? [], before.cards)
      : [];
    const view = this._reruns.of(current);
    const isTraced = view?.rerun.purpose === 'trace';
    const comparison = isTraced ? view.comparison : null;
    // The model keeps a card of which nothing has changed.
    const isSame =
      comparison === before.comparison &&
      cards.length === before.cards.length &&
      cards.every((card, at) => card === before.cards[at]);
    if (isSame) {
      return;
    }
    const shown: IShown = { cards, comparison, ids: before.ids };
    this._shown.set(panel, shown);
    const { marksOf } = await loadMarks();
    if (this._shown.get(panel) !== shown) {
      return; // there is a later one
    }
    const marks = marksOf(cards, comparison, this._trans);
    shown.ids = new Set(marks.map(mark => mark.cellId));
    for (const cell of panel.content.widgets) {
      const { id } = cell.model;
      if (shown.ids.has(id) || before.ids.has(id)) {
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
  private readonly _shown = new WeakMap<NotebookPanel, IShown>();
  /** What a cell is to show once it has an editor. */
  private readonly _wanted = new WeakMap<Cell, readonly ILineMark[]>();
}
