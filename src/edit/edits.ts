import { Signal, type ISignal } from '@lumino/signaling';

import type { IFix } from '../diagnosis/types';
import type { NotebookWatcher } from '../notebook/watcher';
import type { Editing, IEditTools } from './editing';
import type { IDiagnosedFailure, Offers } from './types';

/** What changes code is of no use before the first failure. */
const loadEditing = () => import('./editing');

/** The changes of code of this page: at most one a notebook. */
export class Edits {
  constructor(private readonly _tools: IEditTools) {}

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** The latest change in a notebook, or null. */
  of(watcher: NotebookWatcher | null): Editing | null {
    return (watcher && this._editings.get(watcher)) ?? null;
  }

  /** The fixes of a failure that can be made here. */
  async offers(
    watcher: NotebookWatcher,
    failure: IDiagnosedFailure,
    fixes: readonly IFix[]
  ): Promise<Offers> {
    return fixes.some(({ edit, action }) => edit ?? action)
      ? (await loadEditing()).offersOf(watcher, failure, fixes)
      : new Map();
  }

  /**
   * Show what a fix changes; nothing is changed yet.
   *
   * @param isForAll - wherever the notebook writes the same
   */
  async preview(
    watcher: NotebookWatcher,
    failure: IDiagnosedFailure,
    fix: IFix,
    isForAll: boolean
  ): Promise<void> {
    if (this.of(watcher)?.phase === 'running') {
      return;
    }
    const { Editing } = await loadEditing();
    this.of(watcher)?.close();
    const editing = new Editing(watcher, failure, fix, this._tools, isForAll);
    editing.changed.connect(() => this._changed.emit());
    this._editings.set(watcher, editing);
    this._changed.emit();
  }

  /** Forget the change: what it did stays. */
  close(watcher: NotebookWatcher): void {
    this.of(watcher)?.close();
    this._editings.delete(watcher);
    this._changed.emit();
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _editings = new WeakMap<NotebookWatcher, Editing>();
}
