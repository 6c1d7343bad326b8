import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IHeld } from './incident/held';
import type { KernelExits } from './kernel-death/exit-events';
import { KernelWatcher } from './kernel-death/kernel-watcher';
import { FailureFacts } from './notebook/failure-facts';
import type { ICellIncident } from './notebook/types';
import { NotebookWatcher, type ReadProgram } from './notebook/watcher';

/** A failure and the notebook it happened in. */
export interface IFailure {
  readonly watcher: NotebookWatcher;
  readonly incident: ICellIncident;
}

/** What watches one notebook: its cells and its kernel. */
interface IWatched {
  readonly cells: NotebookWatcher;
  readonly kernel: KernelWatcher;
}

/**
 * Watches every open notebook; tells which one is in front.
 */
export class Notebooks {
  constructor(
    private readonly _tracker: INotebookTracker,
    private readonly _exits: KernelExits,
    private readonly _readProgram: ReadProgram
  ) {
    _tracker.forEach(panel => this.watch(panel));
    _tracker.widgetAdded.connect((_, panel) => this.watch(panel));
    _tracker.currentChanged.connect(() => this._changed.emit());
  }

  /** The notebook in front changed, or its incidents did. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** A cell of any open notebook, or its kernel, has just failed. */
  get failed(): ISignal<this, IFailure> {
    return this._failed;
  }

  /** A kernel told more of a cell that has just failed. */
  get learned(): ISignal<this, IFailure> {
    return this._learned;
  }

  /** The watcher of the notebook in front, or null. */
  get current(): NotebookWatcher | null {
    return this._front?.cells ?? null;
  }

  /** The incidents of the notebook in front, kernel deaths among them. */
  get incidents(): readonly ICellIncident[] {
    const front = this._front;
    if (!front) {
      return [];
    }
    // A death whose cell was deleted has nothing to point at.
    const deaths = front.kernel.deaths.incidents.filter(
      ({ cellId }) => cellId === '' || front.cells.indexOf(cellId) >= 0
    );
    return [
      ...deaths,
      ...front.cells.incidents.map(one => this._facts.addedTo(one))
    ].sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
  }

  /** Whether kernels get a black box; unknown until the settings are read. */
  set blackBox(isWanted: boolean) {
    this._blackBox = isWanted;
    this._ask();
    for (const { kernel } of this._watched.values()) {
      kernel.arming.isWanted = isWanted;
    }
  }

  /** Whether kernels are asked about failures in them; not without the box. */
  set asksKernel(isWanted: boolean) {
    this._asksKernel = isWanted;
    this._ask();
  }

  /** Ask what was at hand at the line of a failure that no entry knows. */
  async lookAtLine({ watcher, incident }: IFailure): Promise<void> {
    const hasFacts = await this._facts.lookAtLine(watcher, incident);
    if (hasFacts && watcher === this.current) {
      this._changed.emit();
    }
  }

  /**
   * Who holds memory where a cell failed; null where its kernel is not the one
   * that it failed in.
   *
   * @throws AskError when the kernel does not answer
   */
  async held(failure: ICellIncident): Promise<IHeld | null> {
    const { askHeld } = await import('./notebook/held-memory');
    const at = this._placeOf(failure);
    return at && askHeld(at.watcher, at.kernel, failure);
  }

  /**
   * Let go of what only that notebook holds, and know of the failure what is
   * held from now on.
   *
   * @param before - what was held until now
   * @throws AskError when the kernel does not answer
   */
  async releaseHeld(failure: ICellIncident, before: IHeld): Promise<void> {
    const { releaseMemory } = await import('./notebook/held-memory');
    const at = this._placeOf(failure);
    const now = at && (await releaseMemory(at.watcher, at.kernel, failure));
    if (now) {
      this._facts.set(failure, { held: { now, before } });
      this._changed.emit();
    }
  }

  private _placeOf({ key }: ICellIncident) {
    const watcher = [...this._watched.values()]
      .map(({ cells }) => cells)
      .find(({ incidents }) => incidents.some(one => one.key === key));
    const kernel = watcher?.panel.sessionContext.session?.kernel;
    return watcher && kernel ? { watcher, kernel } : null;
  }

  private _ask(): void {
    this._facts.asksKernel = this._asksKernel && this._blackBox === true;
  }

  private get _front(): IWatched | null {
    const panel = this._tracker.currentWidget;
    return (panel && this._watched.get(panel)) ?? null;
  }

  /** The watcher of an open notebook, or null. */
  find(path: string): NotebookWatcher | null {
    const found = [...this._watched].find(
      ([panel]) => panel.context.path === path
    );
    return found?.[1].cells ?? null;
  }

  /** The watcher of a notebook, made with the first call. */
  watch(panel: NotebookPanel): NotebookWatcher {
    const known = this._watched.get(panel);
    if (known) {
      return known.cells;
    }
    const cells = new NotebookWatcher(panel, this._readProgram);
    const kernel = new KernelWatcher(
      panel,
      cells.processes,
      cells.log,
      cells.scheduled,
      this._exits
    );
    this._watched.set(panel, { cells, kernel });
    if (this._blackBox !== null) {
      kernel.arming.isWanted = this._blackBox;
    }
    const onChanged = () => {
      if (cells === this.current) {
        this._changed.emit();
      }
    };
    cells.changed.connect(onChanged);
    kernel.deaths.changed.connect(onChanged);
    kernel.deaths.failed.connect((_, incident) =>
      this._failed.emit({ watcher: cells, incident })
    );
    cells.failed.connect((_, incident) => {
      this._failed.emit({ watcher: cells, incident });
      void this._facts.look(cells, incident).then(hasFacts => {
        if (hasFacts) {
          onChanged();
          this._learned.emit({
            watcher: cells,
            incident: this._facts.addedTo(incident)
          });
        }
      });
    });
    panel.disposed.connect(() => {
      this._watched.delete(panel);
      cells.dispose();
      kernel.dispose();
      this._changed.emit();
    });
    return cells;
  }

  private readonly _watched = new Map<NotebookPanel, IWatched>();
  private readonly _facts = new FailureFacts();
  private readonly _changed = new Signal<this, void>(this);
  private readonly _failed = new Signal<this, IFailure>(this);
  private readonly _learned = new Signal<this, IFailure>(this);
  private _asksKernel = false;
  private _blackBox: boolean | null = null;
}
