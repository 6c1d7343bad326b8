import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { Signal, type ISignal } from '@lumino/signaling';

import { AskError } from '../companion/ask-error';
import { checkOperands } from '../companion/operands';
import type { NotebookWatcher } from './watcher';

/** A cell whose next run is to be checked. */
interface IWanted {
  readonly cellId: string;
  /** The first NaN or Inf is to be named, too. */
  readonly finite: boolean;
  /** What the layers of a `Sequential` got and gave is to be kept. */
  readonly layers: boolean;
  /** The kernel cannot check it. */
  readonly onFailed: (error: AskError) => void;
}

/**
 * Cells whose next run is to have its operands checked, at most one of each
 * notebook. The kernel is asked right in front of the run, so that a restart
 * until then takes nothing away, and stops checking when the run has ended.
 */
class CheckedRuns {
  constructor() {
    NotebookActions.executionScheduled.connect((_, { notebook, cell }) => {
      for (const [panel, wanted] of this._wanted) {
        if (panel.content === notebook && wanted.cellId === cell.model.id) {
          this.forget(panel);
          this._check(panel, wanted);
        }
      }
    });
  }

  /** What is to be checked changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** The id of the cell whose next run is checked, or null. */
  of(watcher: NotebookWatcher | null): string | null {
    return (watcher && this._wanted.get(watcher.panel)?.cellId) ?? null;
  }

  /** Have the next run of a cell checked. */
  want({ panel }: NotebookWatcher, wanted: IWanted): void {
    this._wanted.set(panel, wanted);
    panel.disposed.connect(this.forget, this);
    this._changed.emit();
  }

  /** Let the next run be as any other. */
  forget(panel: NotebookPanel): void {
    if (this._wanted.delete(panel)) {
      panel.disposed.disconnect(this.forget, this);
      this._changed.emit();
    }
  }

  /** Ask at once: what is sent first is done first. */
  private _check(
    { sessionContext }: NotebookPanel,
    { cellId, finite, layers, onFailed }: IWanted
  ): void {
    const kernel = sessionContext.session?.kernel;
    if (kernel) {
      checkOperands(kernel, { cell: cellId, finite, layers }).catch(
        (error: unknown) => {
          // That an answer is late says nothing: other cells may run for long.
          if (error instanceof AskError && error.isFinal) {
            onFailed(error);
          }
        }
      );
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _wanted = new Map<NotebookPanel, IWanted>();
}

/** Those of this page. */
export const checkedRuns = new CheckedRuns();
