import { Signal, type ISignal } from '@lumino/signaling';

import type { IFinding } from '../diagnosis/types';
import type { IIncident } from '../incident/types';
import type { ICellIncident } from '../notebook/types';
import type { NotebookWatcher } from '../notebook/watcher';
import { compare, secondIncident, type IComparison } from './compare';
import { Rerun } from './rerun';

/** A re-run and, once it has ended, what it tells. */
export interface IRerunView {
  readonly rerun: Rerun;
  readonly comparison: IComparison | null;
}

/** The re-runs of this page: at most one a notebook. */
export class Reruns {
  constructor(
    private readonly _diagnose: (
      incident: IIncident
    ) => Promise<readonly IFinding[]>
  ) {}

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** The latest re-run of a notebook, or null. */
  of(watcher: NotebookWatcher | null): IRerunView | null {
    return (watcher && this._views.get(watcher)) ?? null;
  }

  /**
   * Plan a re-run. One that is under way is left alone: a second press shows
   * it, it does not start another.
   */
  async plan(watcher: NotebookWatcher, first: ICellIncident): Promise<void> {
    const current = this._views.get(watcher)?.rerun;
    if (current?.phase === 'restarting' || current?.phase === 'running') {
      this._changed.emit();
      return;
    }
    await current?.cancel();
    const rerun = new Rerun(watcher, first);
    this._views.set(watcher, { rerun, comparison: null });
    rerun.changed.connect(() => void this._onChanged(watcher, rerun));
    this._changed.emit();
    await rerun.prepare();
  }

  /** Forget a re-run that is not under way. */
  dismiss(watcher: NotebookWatcher): void {
    this._views.delete(watcher);
    this._changed.emit();
  }

  private async _onChanged(
    watcher: NotebookWatcher,
    rerun: Rerun
  ): Promise<void> {
    this._changed.emit();
    const { outcome, plan } = rerun;
    if (rerun.phase !== 'done' || !outcome || !plan) {
      return;
    }
    const { cellId } = plan.steps[outcome.step];
    const comparison = await compare(
      rerun.first,
      secondIncident(rerun.first, outcome, cellId),
      this._diagnose
    );
    if (this._views.get(watcher)?.rerun === rerun) {
      this._views.set(watcher, { rerun, comparison });
      this._changed.emit();
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _views = new WeakMap<NotebookWatcher, IRerunView>();
}
