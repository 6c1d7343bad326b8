import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal, type ISignal } from '@lumino/signaling';

import type { ICellIncident } from './types';
import { NotebookWatcher } from './watcher';

/** A failure and the notebook it happened in. */
export interface IFailure {
  readonly watcher: NotebookWatcher;
  readonly incident: ICellIncident;
}

/**
 * Watches every open notebook; tells which one is in front.
 */
export class Notebooks {
  constructor(private readonly _tracker: INotebookTracker) {
    _tracker.forEach(panel => this.watch(panel));
    _tracker.widgetAdded.connect((_, panel) => this.watch(panel));
    _tracker.currentChanged.connect(() => this._changed.emit());
  }

  /** The notebook in front changed, or its incidents did. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** A cell of any open notebook has just failed. */
  get failed(): ISignal<this, IFailure> {
    return this._failed;
  }

  /** The watcher of the notebook in front, or null. */
  get current(): NotebookWatcher | null {
    const panel = this._tracker.currentWidget;
    return (panel && this._watchers.get(panel)) ?? null;
  }

  /** The watcher of an open notebook, or null. */
  find(path: string): NotebookWatcher | null {
    const found = [...this._watchers].find(
      ([panel]) => panel.context.path === path
    );
    return found?.[1] ?? null;
  }

  /** The watcher of a notebook, made with the first call. */
  watch(panel: NotebookPanel): NotebookWatcher {
    const known = this._watchers.get(panel);
    if (known) {
      return known;
    }
    const watcher = new NotebookWatcher(panel);
    this._watchers.set(panel, watcher);
    watcher.changed.connect(() => {
      if (watcher === this.current) {
        this._changed.emit();
      }
    });
    watcher.failed.connect((_, incident) =>
      this._failed.emit({ watcher, incident })
    );
    panel.disposed.connect(() => {
      this._watchers.delete(panel);
      watcher.dispose();
      this._changed.emit();
    });
    return watcher;
  }

  private readonly _watchers = new Map<NotebookPanel, NotebookWatcher>();
  private readonly _changed = new Signal<this, void>(this);
  private readonly _failed = new Signal<this, IFailure>(this);
}
