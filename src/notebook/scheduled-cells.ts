import { NotebookActions, type Notebook } from '@jupyterlab/notebook';
import type { IDisposable } from '@lumino/disposable';
import { Signal } from '@lumino/signaling';

/** What the signals of `NotebookActions` tell of one cell. */
interface ITold {
  readonly notebook: Notebook;
  readonly cell: { readonly model: { readonly id: string } };
}

/**
 * The cells of a notebook that this page wants to run and that have not run
 * yet. A server that runs cells itself may show no more than the one that runs
 * (jupyter-server-nbmodel 0.2.9): the others wait in its queue.
 */
export class ScheduledCells implements IDisposable {
  constructor(private readonly _notebook: Notebook) {
    NotebookActions.executionScheduled.connect(this._onScheduled, this);
    NotebookActions.executed.connect(this._onExecuted, this);
  }

  /** In the order of the wishes. */
  get ids(): readonly string[] {
    return [...this._ids];
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** Forget them: the process that was to run them is gone. */
  clear(): void {
    this._ids.clear();
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  private _onScheduled(_: unknown, { notebook, cell }: ITold): void {
    if (notebook === this._notebook) {
      this._ids.add(cell.model.id);
    }
  }

  private _onExecuted(_: unknown, { notebook, cell }: ITold): void {
    if (notebook === this._notebook) {
      this._ids.delete(cell.model.id);
    }
  }

  private readonly _ids = new Set<string>();
  private _isDisposed = false;
}
