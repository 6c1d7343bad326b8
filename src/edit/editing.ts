import type { Cell } from '@jupyterlab/cells';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IDiagnosis } from '../diagnoser/diagnoser';
import type { IFix } from '../diagnosis/types';
import type { IIncident } from '../incident/types';
import { placeOf } from '../notebook/failure-location';
import type { NotebookWatcher, ReadProgram } from '../notebook/watcher';
import { runCell } from '../rerun/run/run-cell';
import { Stopped } from '../rerun/run/runner';
import { cellsToRun } from './dependents';
import { EditFinder } from './find-edit';
import { judge } from './judge';
import type {
  ICellEdit,
  IDiagnosedFailure,
  IJudgement,
  Phase,
  Trouble
} from './types';

/** On the cells that a change was made in, until it is kept or taken back. */
const MARK = 'jp-TorchTriage-changedCell';

/** What a change is made with. */
export interface IEditTools {
  readonly diagnose: (incident: IIncident) => Promise<IDiagnosis>;
  readonly readProgram: ReadProgram;
}

/** The fixes of a failure that can be made here, by their place. */
export function offersOf(
  watcher: NotebookWatcher,
  failure: IDiagnosedFailure,
  fixes: readonly IFix[]
): ReadonlySet<number> {
  const finder = new EditFinder(watcher.codeCells(), failure);
  return new Set(fixes.flatMap((fix, at) => (finder.find(fix) ? [at] : [])));
}

/** One change of code: shown, made, tried and judged, each with a press. */
export class Editing {
  constructor(
    readonly watcher: NotebookWatcher,
    readonly failure: IDiagnosedFailure,
    readonly fix: IFix,
    private readonly _tools: IEditTools
  ) {
    this._find();
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get phase(): Phase {
    return this._phase;
  }

  /** What went wrong with the last press. */
  get trouble(): Trouble | null {
    return this._trouble;
  }

  /** The cells that change, as they were and as they will be. */
  get cells(): readonly ICellEdit[] {
    return this._cells;
  }

  /** A cell was edited while this was shown, so that it is another change now. */
  get isRenewed(): boolean {
    return this._isRenewed;
  }

  get judgement(): IJudgement | null {
    return this._judgement;
  }

  /** What has to run for a judgement, in order: ids of cells. */
  get toRun(): readonly string[] {
    return cellsToRun(
      this.watcher.codeCells(),
      new Set(this._cells.map(({ cellId }) => cellId)),
      this.failure.incident.cellId
    );
  }

  /** Whether what the failed cell built on is still there. */
  get hasContext(): boolean {
    const { incident, findings } = this.failure;
    const isSticky = findings.some(({ entry }) => entry.sticky === true);
    const { kernelRun } = incident;
    return (
      incident.incident.kind === 'cell' &&
      !isSticky &&
      (kernelRun === 0 || kernelRun === this.watcher.kernelRun)
    );
  }

  /** Make the change, as one step of Undo. */
  apply(): void {
    if (this._phase !== 'preview') {
      return;
    }
    this._isRenewed = false;
    if (
      this._cells.some(({ cellId, before }) => this._source(cellId) !== before)
    ) {
      this._find();
      this._isRenewed = this._phase === 'preview';
    } else if (this._cells.some(({ cellId }) => !this._mayEdit(cellId))) {
      this._trouble = 'read-only';
    } else {
      this._change(({ changes }) => changes);
      this._phase = 'applied';
      this._mark(true);
    }
    this._changed.emit();
  }

  /** Run what the change touches, and the failed cell; then judge. */
  async run(): Promise<void> {
    if (this._phase !== 'applied' && this._phase !== 'judged') {
      return;
    }
    this._phase = 'running';
    this._trouble = null;
    this._judgement = null;
    this._changed.emit();
    try {
      this._judgement = await this._tried();
      this._phase = 'judged';
    } catch (error) {
      this._phase = 'applied';
      this._trouble =
        error instanceof Stopped && error.trouble === 'interrupted'
          ? 'interrupted'
          : 'gone';
      if (!(error instanceof Stopped)) {
        console.error('torch-triage: the cell was not run.', error);
      }
    }
    this._changed.emit();
  }

  /**
   * Put the texts back as they were.
   *
   * @returns false where a cell was edited since: then it is left alone
   */
  takeBack(): boolean {
    const isOurs = this._cells.every(
      ({ cellId, before, after }) =>
        [before, after].includes(this._source(cellId) ?? '') &&
        this._mayEdit(cellId)
    );
    if (!isOurs) {
      this._trouble = 'edited';
      this._changed.emit();
      return false;
    }
    this._change(({ cellId, before, changes }) =>
      this._source(cellId) === before ? [] : inverse(before, changes)
    );
    this.close();
    return true;
  }

  /** Nothing of it is shown any more. */
  close(): void {
    this._mark(false);
    Signal.clearData(this);
  }

  private _find(): void {
    const finder = new EditFinder(this.watcher.codeCells(), this.failure);
    const found = finder.find(this.fix);
    this._cells = found ?? [];
    this._phase = found ? 'preview' : 'refused';
    this._trouble = found ? null : 'moved';
  }

  /**
   * All in one step of Undo: of the notebook's, or where each cell has its own,
   * of the cell's.
   */
  private _change(changesOf: (cell: ICellEdit) => ICellEdit['changes']): void {
    const { model } = this.watcher.panel;
    const changeAll = (): void =>
      this._cells.forEach(cell => {
        const shared = this._widget(cell.cellId)?.model.sharedModel;
        // The last first, as a change moves what comes behind it.
        const changes = [...changesOf(cell)].reverse();
        shared?.transact(() =>
          changes.forEach(({ from, to, insert }) =>
            shared.updateSource(from, to, insert)
          )
        );
      });
    if (model?.sharedModel.disableDocumentWideUndoRedo) {
      changeAll();
    } else {
      model?.sharedModel.transact(changeAll);
    }
  }

  /** Run the cells up to the first that fails. */
  private async _tried(): Promise<IJudgement> {
    const { diagnose, readProgram } = this._tools;
    const { incident: first, findings, frames } = this.failure;
    for (const cellId of this.toRun) {
      const widget = this._widget(cellId);
      if (!widget) {
        throw new Stopped('cell-gone');
      }
      const { incident, executionCount } = await this._unlessGone(
        runCell(this.watcher, widget, readProgram)
      );
      if (incident) {
        const second = await diagnose(incident);
        const verdict = judge(
          {
            cellId: first.cellId,
            incident: first.incident,
            findings,
            code: placeOf(first, frames).code
          },
          {
            cellId,
            incident,
            findings: second.findings,
            code: placeOf(
              { ...first, incident, cellId, executionCount },
              second.frames
            ).code
          }
        );
        return { verdict, cellId, incident, findings: second.findings };
      }
    }
    return { verdict: 'gone', cellId: null, incident: null, findings: [] };
  }

  /** `work`, unless the process under it ends. */
  private async _unlessGone<T>(work: Promise<T>): Promise<T> {
    const { processes } = this.watcher;
    let onGone = () => {};
    const gone = new Promise<never>((_, reject) => {
      onGone = () => reject(new Stopped('died'));
    });
    processes.replaced.connect(onGone);
    try {
      return await Promise.race([work, gone]);
    } finally {
      processes.replaced.disconnect(onGone);
    }
  }

  private _widget(cellId: string): Cell | undefined {
    const { widgets } = this.watcher.panel.content;
    return widgets.find(({ model }) => model.id === cellId);
  }

  private _source(cellId: string): string | undefined {
    return this._widget(cellId)?.model.sharedModel.getSource();
  }

  private _mayEdit(cellId: string): boolean {
    const { panel } = this.watcher;
    return (
      panel.model?.readOnly === false &&
      this._widget(cellId)?.model.getMetadata('editable') !== false
    );
  }

  private _mark(isMarked: boolean): void {
    for (const { cellId } of this._cells) {
      this._widget(cellId)?.toggleClass(MARK, isMarked);
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private _phase: Phase = 'preview';
  private _trouble: Trouble | null = null;
  private _cells: readonly ICellEdit[] = [];
  private _isRenewed = false;
  private _judgement: IJudgement | null = null;
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
