import { Signal, type ISignal } from '@lumino/signaling';

import type { ICellIncident } from '../notebook/types';

/** The kernel deaths of one notebook: one a cell, the newest of it. */
export class DeathList {
  /** The list changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** The kernel has just died, and what can be known of it is known. */
  get failed(): ISignal<this, ICellIncident> {
    return this._failed;
  }

  /** Newest first. */
  get incidents(): readonly ICellIncident[] {
    return [...this._incidents].reverse();
  }

  /**
   * Add a death, in place of an earlier one of the same cell.
   *
   * @param isNews - whether to announce it
   */
  add(incident: ICellIncident, isNews: boolean): void {
    this._incidents = [
      ...this._incidents.filter(one => one.cellId !== incident.cellId),
      incident
    ];
    this._changed.emit();
    if (isNews) {
      this._failed.emit(incident);
    }
  }

  /** Remove those that are history; whether there were any. */
  remove(isOver: (incident: ICellIncident) => boolean): boolean {
    const left = this._incidents.filter(one => !isOver(one));
    const hasChanged = left.length < this._incidents.length;
    if (hasChanged) {
      this._incidents = left;
      this._changed.emit();
    }
    return hasChanged;
  }

  dispose(): void {
    Signal.clearData(this);
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _failed = new Signal<this, ICellIncident>(this);
  private _incidents: readonly ICellIncident[] = [];
}
