import { isCodeCellModel, type ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { IOutputAreaModel } from '@jupyterlab/outputarea';
import type { IDisposable } from '@lumino/disposable';
import { Debouncer } from '@lumino/polling';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IIncident } from '../incident/types';
import { Stretches } from '../shared/stretches';
import { CodeCells } from './code-cells';
import { ExecutionLog } from './execution-log';
import { isPythonNotebook } from './language';
import { runsProgram, showsError, shownBy } from './outputs';
import { ProcessCount } from './process-count';
import { IncidentTable } from './incident-table';
import { ScheduledCells } from './scheduled-cells';
import type { ICellIncident, INotebookCell } from './types';

/**
 * After an error output, wait so long for lines that are still on their way:
 * the kernel's stderr is read by a thread of its own (ipykernel's OutStream).
 */
const SETTLE_MS = 80;

/** What `NotebookActions.executed` tells. */
type Executed = Parameters<
  Parameters<typeof NotebookActions.executed.connect>[0]
>[1];

let nextKey = 0;

/** Reads the output of a program that a cell ran; null where none failed. */
export type ReadProgram = (incident: IIncident) => Promise<IIncident | null>;

/** What a failure shows of itself, but for lines that may still come. */
function identityOf({ traceback, program }: IIncident): string {
  return program ? `${program.ename}: ${program.evalue}` : traceback;
}

/**
 * Keeps the incidents of one notebook: exactly the failed cells that it shows.
 *
 * Reads cell models only, so that it works in every windowing mode, for cells
 * that were never rendered, and for cells executed by other clients.
 */
export class NotebookWatcher implements IDisposable {
  /** Starts watching once the notebook's file is read. */
  constructor(
    panel: NotebookPanel,
    private readonly _readProgram: ReadProgram
  ) {
    this.panel = panel;
    this.processes = new ProcessCount(panel.sessionContext);
    this.log = new ExecutionLog(panel.sessionContext, () => this.kernelRun);
    this.scheduled = new ScheduledCells(panel.content);
    this._settled = new Debouncer(() => this._reconcile(), SETTLE_MS);
    void panel.context.ready.then(() => this._start());
  }

  readonly panel: NotebookPanel;

  /** What this notebook's kernels were asked to run, and were seen to run. */
  readonly log: ExecutionLog;

  /** The cells that wait to run, by this page's wish. */
  readonly scheduled: ScheduledCells;

  /** The kernel's processes, as they are counted in the incidents. */
  readonly processes: ProcessCount;

  /** The number of the present one. */
  get kernelRun(): number {
    return this.processes.value;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** The incidents or their places changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** A cell has just failed (not: was found failed in the file). */
  get failed(): ISignal<this, ICellIncident> {
    return this._failed;
  }

  /** Newest first; those found in the file by descending prompt number. */
  get incidents(): readonly ICellIncident[] {
    return [...this._incidents.values()].sort(
      (a, b) =>
        (b.time ?? 0) - (a.time ?? 0) ||
        (b.executionCount ?? 0) - (a.executionCount ?? 0)
    );
  }

  /** Index of a cell in the notebook, from 0; -1 when it is gone. */
  indexOf(cellId: string): number {
    this._indices ??= this._indexed();
    return this._indices.get(cellId) ?? -1;
  }

  /** The code cells as they stand now, in order. */
  codeCells(): INotebookCell[] {
    // One that came just now is not followed yet.
    return [...(this.panel.model?.cells ?? [])].flatMap(cell =>
      isCodeCellModel(cell)
        ? [
            {
              id: cell.id,
              source: cell.sharedModel.getSource(),
              executionCount: cell.executionCount ?? null,
              position: this.indexOf(cell.id) + 1
            }
          ]
        : []
    );
  }

  /** Change outputs without taking errors among them for new failures. */
  restore(work: () => void): void {
    this._isRestoring = true;
    try {
      work();
    } finally {
      this._isRestoring = false;
    }
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    this.log.dispose();
    this.scheduled.dispose();
    this.processes.dispose();
    this._settled.dispose();
    this._cells.dispose();
    Signal.clearData(this);
  }

  private _start(): void {
    const { model } = this.panel;
    if (this._isDisposed || !model) {
      return;
    }
    model.cells.changed.connect(this._onStructure, this);
    model.metadataChanged.connect(this._onMetadata, this);
    this._isOurs = isPythonNotebook(this.panel);
    NotebookActions.executed.connect(this._onExecuted, this);
    void this._reconcile();
  }

  private _onStructure(): void {
    this._indices = null;
    void this._settled.invoke();
  }

  private _indexed(): ReadonlyMap<string, number> {
    const indices = new Map<string, number>();
    let at = 0;
    for (const cell of this.panel.model?.cells ?? []) {
      // Of two cells with one id the first.
      indices.set(cell.id, indices.get(cell.id) ?? at);
      at += 1;
    }
    return indices;
  }

  /** The kernel may turn out to be, or be changed to, another language's. */
  private _onMetadata(): void {
    const isOurs = isPythonNotebook(this.panel);
    if (isOurs !== this._isOurs) {
      this._isOurs = isOurs;
      for (const cell of this._cells.all) {
        this._stale.add(cell.id);
      }
      void this._settled.invoke();
    }
  }

  private _onOutputs(
    cell: ICodeCellModel,
    change: IOutputAreaModel.ChangedArgs
  ): void {
    const hasError = change.newValues?.some(showsError);
    // What is only set anew, as when a notebook is trusted, is no new failure.
    if (hasError && change.type === 'add' && !this._isRestoring) {
      this._fresh.add(cell.id);
    }
    if (hasError || this._incidents.has(cell.id)) {
      this._stale.add(cell.id);
      void this._settled.invoke();
    }
  }

  private _onState(cell: ICodeCellModel): void {
    if (this._incidents.has(cell.id) || runsProgram(cell)) {
      this._stale.add(cell.id);
      void this._settled.invoke();
    }
  }

  /** A failed run is a reason to look; what it left in the model decides. */
  private _onExecuted(
    _: unknown,
    { notebook, cell, success, error }: Executed
  ): void {
    const { model } = cell;
    // Cells that were skipped after a failure arrive without an error's name.
    const hasFailed = success
      ? isCodeCellModel(model) && runsProgram(model)
      : Boolean(error?.errorName);
    if (notebook === this.panel.content && hasFailed) {
      this._fresh.add(model.id);
      this._stale.add(model.id);
      void this._settled.invoke();
    }
  }

  /**
   * Bring the incidents in line with the notebook as it is now, in stretches.
   * What changes meanwhile is read once more.
   */
  private async _reconcile(): Promise<void> {
    if (this._isReconciling) {
      this._isOutdated = true;
      return;
    }
    this._isReconciling = true;
    try {
      do {
        this._isOutdated = false;
        await this._reconcileOnce();
      } while (this._isOutdated);
    } finally {
      this._isReconciling = false;
    }
  }

  private async _reconcileOnce(): Promise<void> {
    const model = this.panel.model;
    if (this._isDisposed || !model) {
      return;
    }
    this._cells.update(model.cells).forEach(cell => this._stale.add(cell.id));
    const cells = this._cells.all;
    const ids = new Set(cells.map(cell => cell.id));
    for (const id of [...this._incidents.keys()]) {
      if (!ids.has(id)) {
        this._incidents.delete(id);
      }
    }
    const [stale, fresh] = [this._stale, this._fresh];
    this._stale = new Set();
    this._fresh = new Set();
    const failed: ICellIncident[] = [];
    const stretches = new Stretches();
    for (const cell of cells) {
      // Cells, and the notebook itself, may go while others are read.
      if (!stale.has(cell.id) || cell.isDisposed) {
        continue;
      }
      const isFresh = fresh.has(cell.id);
      const incident = this._isOurs
        ? await this._read(cell, cells, isFresh)
        : null;
      if (this._isDisposed) {
        return;
      }
      const next = this._update(cell, incident, isFresh);
      if (next) {
        failed.push(next);
      }
      await stretches.pause();
    }
    this._changed.emit();
    failed
      .filter(one => this._incidents.get(one.cellId)?.key === one.key)
      .forEach(incident => this._failed.emit(incident));
  }

  /** What a cell shows of a failure, with what its programs and cells tell. */
  private async _read(
    cell: ICodeCellModel,
    cells: readonly ICodeCellModel[],
    isFresh: boolean
  ): Promise<IIncident | null> {
    const shown = shownBy(cell);
    const incident = shown?.isUnread
      ? await this._readProgram(shown.incident)
      : shown?.incident;
    if (!incident) {
      return null;
    }
    const { withNotebook } = await import('./around');
    const isFound = !isFresh && !this._incidents.get(cell.id)?.kernelRun;
    return withNotebook(incident, this, cells, cell, isFound);
  }

  /** Take what was read of one cell; the incident when it has just failed. */
  private _update(
    cell: ICodeCellModel,
    incident: IIncident | null,
    hasFailed: boolean
  ): ICellIncident | null {
    if (!incident) {
      this._incidents.delete(cell.id);
      return null;
    }
    const known = this._incidents.get(cell.id);
    const executionCount = cell.executionCount ?? null;
    // A new process counts from 1 again, and a cell that fails at once leaves
    // no moment without its error.
    const isOfAnother = hasFailed && known?.kernelRun !== this.kernelRun;
    // The prompt number comes with the reply, after the error.
    const isSame =
      !isOfAnother &&
      (known?.executionCount ?? executionCount) === executionCount &&
      (known === undefined ||
        identityOf(known.incident) === identityOf(incident));
    const isFresh = hasFailed && !isSame;
    if (
      !isFresh &&
      !known &&
      this._isCopy(executionCount, identityOf(incident))
    ) {
      return null;
    }
    const next: ICellIncident = {
      key: isSame && known ? known.key : `incident-${nextKey++}`,
      incident,
      cellId: cell.id,
      executionCount,
      time: isFresh ? Date.now() : isSame && known ? known.time : null,
      kernelRun: isFresh ? this.kernelRun : (known?.kernelRun ?? 0)
    };
    this._incidents.set(next);
    return isFresh ? next : null;
  }

  /** A pasted copy shows the same failure of the same execution. */
  private _isCopy(executionCount: number | null, text: string): boolean {
    return (
      executionCount !== null &&
      this._incidents
        .numbered(executionCount)
        .some(known => identityOf(known.incident) === text)
    );
  }

  private readonly _cells = new CodeCells(
    (cell, change) => this._onOutputs(cell, change),
    cell => this._onState(cell)
  );
  private readonly _incidents = new IncidentTable();
  private _indices: ReadonlyMap<string, number> | null = null;
  private _stale = new Set<string>();
  private _fresh = new Set<string>();
  private readonly _settled: Debouncer;
  private readonly _changed = new Signal<this, void>(this);
  private readonly _failed = new Signal<this, ICellIncident>(this);
  private _isOurs = true;
  private _isReconciling = false;
  private _isOutdated = false;
  private _isRestoring = false;
  private _isDisposed = false;
}
