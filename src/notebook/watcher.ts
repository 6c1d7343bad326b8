import { isCodeCellModel, type ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { IOutputAreaModel } from '@jupyterlab/outputarea';
import type { IDisposable } from '@lumino/disposable';
import { Debouncer } from '@lumino/polling';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IIncident } from '../incident/types';
import { CodeCells } from './code-cells';
import { isPythonNotebook } from './language';
import { incidentOf, runsProgram } from './outputs';
import { ProcessCount } from './process-count';
import { RunLog } from './run-log';
import type { ICellIncident } from './types';

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

/** What a failure shows of itself, but for lines that may still come. */
function told({ traceback, program }: IIncident): string {
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
  constructor(panel: NotebookPanel) {
    this.panel = panel;
    this.processes = new ProcessCount(panel.sessionContext);
    this.log = new RunLog(panel.sessionContext, () => this.kernelRun);
    this._settled = new Debouncer(() => this._reconcile(), SETTLE_MS);
    void panel.context.ready.then(() => this._start());
  }

  readonly panel: NotebookPanel;

  /** What this notebook's kernels were seen to run. */
  readonly log: RunLog;

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
    const cells = this.panel.model?.cells;
    for (let at = 0; at < (cells?.length ?? 0); at++) {
      if (cells?.get(at).id === cellId) {
        return at;
      }
    }
    return -1;
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
    this._reconcile();
  }

  private _onStructure(): void {
    void this._settled.invoke();
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
    const showsError = change.newValues?.some(
      output => output.type === 'error'
    );
    // What is only set anew, as when a notebook is trusted, is no new failure.
    if (showsError && change.type === 'add' && !this._isRestoring) {
      this._fresh.add(cell.id);
    }
    if (showsError || this._incidents.has(cell.id)) {
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

  /** Bring the incidents in line with the notebook as it is now. */
  private _reconcile(): void {
    const model = this.panel.model;
    if (this._isDisposed || !model) {
      return;
    }
    this._cells.update(model.cells).forEach(cell => this._stale.add(cell.id));
    const ids = new Set(this._cells.all.map(cell => cell.id));
    for (const id of [...this._incidents.keys()]) {
      if (!ids.has(id)) {
        this._incidents.delete(id);
      }
    }
    const failed: ICellIncident[] = [];
    for (const cell of this._cells.all) {
      if (this._stale.has(cell.id)) {
        const fresh = this._update(cell);
        if (fresh) {
          failed.push(fresh);
        }
      }
    }
    this._stale.clear();
    this._fresh.clear();
    this._changed.emit();
    failed.forEach(incident => this._failed.emit(incident));
  }

  /** Read one cell anew; the incident when it has just failed. */
  private _update(cell: ICodeCellModel): ICellIncident | null {
    const incident = this._isOurs ? incidentOf(cell) : null;
    if (!incident) {
      this._incidents.delete(cell.id);
      return null;
    }
    const known = this._incidents.get(cell.id);
    const executionCount = cell.executionCount ?? null;
    const hasFailed = this._fresh.has(cell.id);
    // A new process counts from 1 again, and a cell that fails at once leaves
    // no moment without its error.
    const isOfAnother = hasFailed && known?.kernelRun !== this.kernelRun;
    // The prompt number comes with the reply, after the error.
    const isSame =
      !isOfAnother &&
      (known?.executionCount ?? executionCount) === executionCount &&
      (known === undefined || told(known.incident) === told(incident));
    const isFresh = hasFailed && !isSame;
    if (!isFresh && !known && this._isCopy(executionCount, told(incident))) {
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
    this._incidents.set(cell.id, next);
    return isFresh ? next : null;
  }

  /** A pasted copy shows the same failure of the same execution. */
  private _isCopy(executionCount: number | null, text: string): boolean {
    return (
      executionCount !== null &&
      [...this._incidents.values()].some(
        known =>
          known.executionCount === executionCount &&
          told(known.incident) === text
      )
    );
  }

  private readonly _cells = new CodeCells(
    (cell, change) => this._onOutputs(cell, change),
    cell => this._onState(cell)
  );
  private readonly _incidents = new Map<string, ICellIncident>();
  private readonly _stale = new Set<string>();
  private readonly _fresh = new Set<string>();
  private readonly _settled: Debouncer;
  private readonly _changed = new Signal<this, void>(this);
  private readonly _failed = new Signal<this, ICellIncident>(this);
  private _isOurs = true;
  private _isRestoring = false;
  private _isDisposed = false;
}
