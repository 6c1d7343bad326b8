import { Signal, type ISignal } from '@lumino/signaling';

import type { IDiagnosis } from '../../diagnoser/diagnoser';
import type { IRescue } from '../../incident/rescue';
import type { IIncident } from '../../incident/types';
import type { ICellIncident } from '../../notebook/types';
import type { NotebookWatcher } from '../../notebook/watcher';
import { BlockingState } from './blocking';
import type { IComparison } from '../compare/compare';
import type { INotebookHost } from './types';
import {
  failureTraits,
  type IFailureTraits
} from '../../diagnosis/failure-traits';
import type { ILostCells } from '../plan/lost';
import type { Rerun } from './rerun';

/** A re-run of a notebook's cell and, once it has ended, what it tells. */
export interface IRerunView {
  readonly rerun: Rerun;
  readonly first: ICellIncident;
  readonly comparison: IComparison | null;
  /** Whether texts and outputs can be put back as they were. */
  readonly canRestore: boolean;
  /** Whether steps ran without their cells, which were left as they were. */
  readonly hasSpared: boolean;
  /** Whether the notebook's kernel launches blocking now. */
  readonly isBlocking: boolean;
}

interface IRerunEntry {
  readonly rerun: Rerun;
  readonly host: INotebookHost;
  readonly first: ICellIncident;
  comparison: IComparison | null;
}

/** What a failed cell runs again for. */
export interface IAim {
  /**
   * To see whether it still fails: the variables to set for that. Null where its
   * failure is traced.
   */
  readonly anew: Readonly<Record<string, string>> | null;
  /** What the user wants to be set while it is traced. */
  readonly environment: () => Readonly<Record<string, unknown>>;
}

/** Makes the places where cells run again. */
export interface IHosts {
  /** From where a cell failed. */
  failed(
    watcher: NotebookWatcher,
    first: ICellIncident,
    nature: IFailureTraits,
    aim: IAim
  ): Promise<INotebookHost>;
  /** From the cells that lost what they need. */
  lost(watcher: NotebookWatcher, lost: ILostCells): Promise<INotebookHost>;
  /** The latest rescue in a notebook, or null. */
  rescued(watcher: NotebookWatcher): IRescue | null;
}

/** The re-runs of this page: at most one a notebook. */
export class Reruns {
  constructor(
    private readonly _diagnose: (incident: IIncident) => Promise<IDiagnosis>,
    private readonly _hosts: IHosts
  ) {}

  /** Variables that the user wants besides, by name. */
  environment: Readonly<Record<string, unknown>> = {};

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Whether the process behind a notebook launches blocking. */
  blockingOf(watcher: NotebookWatcher): BlockingState {
    let state = this._blocking.get(watcher);
    if (!state) {
      state = new BlockingState(watcher);
      state.changed.connect(() => this._changed.emit());
      this._blocking.set(watcher, state);
    }
    return state;
  }

  /** The latest re-run of a notebook, or null. */
  of(watcher: NotebookWatcher | null): IRerunView | null {
    const entry = watcher && this._entries.get(watcher);
    return entry
      ? {
          rerun: entry.rerun,
          first: entry.first,
          comparison: entry.comparison,
          canRestore: entry.host.canRestore,
          hasSpared: entry.host.hasSpared,
          isBlocking: this.blockingOf(watcher).isBlocking
        }
      : null;
  }

  /**
   * Plan a re-run. One that is under way is left alone: a second press shows
   * it, it does not start another.
   *
   * @param anew - not to trace the failure, but to see whether it still comes:
   * the variables to set for that
   */
  plan(
    watcher: NotebookWatcher,
    first: ICellIncident,
    anew: IAim['anew'] = null
  ): Promise<void> {
    return this._begin(watcher, first, async isOvertaken => {
      const { findings } = await this._diagnose(first.incident);
      const nature = failureTraits(first.incident, findings);
      return isOvertaken()
        ? null
        : this._hosts.failed(watcher, first, nature, {
            anew,
            environment: () => this.environment
          });
    });
  }

  /**
   * Plan to run what cells need that lost it, then those cells.
   *
   * @param first - the failure that tells of it
   */
  bringBack(
    watcher: NotebookWatcher,
    first: ICellIncident,
    lost: ILostCells
  ): Promise<void> {
    return this._begin(watcher, first, () => this._hosts.lost(watcher, lost));
  }

  /** Put back what the latest re-run of a notebook replaced. */
  restore(watcher: NotebookWatcher): void {
    this._entries.get(watcher)?.host.restore();
    this._changed.emit();
  }

  /** Forget a re-run that is not under way. */
  dismiss(watcher: NotebookWatcher): void {
    const current = this._entries.get(watcher)?.rerun;
    if (current && !isUnderWay(current)) {
      void current.cancel();
      this._entries.delete(watcher);
      this._changed.emit();
    }
  }

  private async _begin(
    watcher: NotebookWatcher,
    first: ICellIncident,
    makeHost: (isOvertaken: () => boolean) => Promise<INotebookHost | null>
  ): Promise<void> {
    const current = this._entries.get(watcher)?.rerun;
    if (current && isUnderWay(current)) {
      this._changed.emit();
      return;
    }
    const press = {};
    this._presses.set(watcher, press);
    await current?.cancel();
    const isOvertaken = () => this._presses.get(watcher) !== press;
    const host = await makeHost(isOvertaken);
    // Most pages never re-run a cell.
    const { Rerun } = await import('./rerun');
    if (!host || isOvertaken()) {
      return;
    }
    const rerun = new Rerun(host, () => this._hosts.rescued(watcher));
    const entry = { rerun, host, first, comparison: null };
    this._entries.set(watcher, entry);
    rerun.changed.connect(() => void this._onChanged(watcher, entry));
    watcher.panel.disposed.connect(() => rerun.close());
    this._changed.emit();
    await rerun.prepare();
  }

  private async _onChanged(
    watcher: NotebookWatcher,
    entry: IRerunEntry
  ): Promise<void> {
    this._changed.emit();
    const { rerun, first } = entry;
    const { outcome, phase, way } = rerun;
    const isOver = ['done', 'cancelled', 'stopped'].includes(phase);
    if (
      way === 'notebook' &&
      phase === 'running' &&
      rerun.purpose === 'trace'
    ) {
      this.blockingOf(watcher).mark();
    }
    if (way === 'notebook' && isOver) {
      this.blockingOf(watcher).refresh();
    }
    const isTold = !rerun.isInNewProcess || entry.comparison !== null;
    if (phase !== 'done' || !outcome || isTold) {
      return;
    }
    const { compare, secondIncident } = await import('../compare/compare');
    entry.comparison = await compare(
      first,
      secondIncident(first, outcome),
      rerun.numbers,
      this._diagnose
    );
    this._changed.emit();
  }

  private readonly _changed = new Signal<this, void>(this);
  /** The last press in each notebook: an earlier one makes no plan any more. */
  private readonly _presses = new WeakMap<NotebookWatcher, object>();
  private readonly _entries = new WeakMap<NotebookWatcher, IRerunEntry>();
  private readonly _blocking = new WeakMap<NotebookWatcher, BlockingState>();
}

/** Whether a re-run's process is there, or on its way. */
function isUnderWay({ phase }: Rerun): boolean {
  return phase === 'restarting' || phase === 'running';
}
