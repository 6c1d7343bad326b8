import { Signal, type ISignal } from '@lumino/signaling';

import type { NotebookWatcher } from '../notebook/watcher';
import type { IRescueState } from './types';

/** The rescues of this page: at most one a notebook. */
export class Rescues {
  /** What a rescue may take. */
  limits = { seconds: 120, bytes: 8 * 2 ** 30 };

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** The latest rescue of a notebook, or null. */
  of(watcher: NotebookWatcher | null): IRescueState | null {
    return (watcher && this._states.get(watcher)) ?? null;
  }

  /** Show a rescue; with null none. What is on the disk stays there. */
  show(watcher: NotebookWatcher, state: IRescueState | null): void {
    this._states.set(watcher, state);
    this._changed.emit();
  }

  /**
   * Write the variables of a notebook's kernel to the disk, or give them to
   * the process that it has now. One that is under way is left alone.
   *
   * @param overwrite - names that may replace what is there
   */
  async start(
    watcher: NotebookWatcher,
    phase: 'rescuing' | 'restoring',
    overwrite: readonly string[] = []
  ): Promise<void> {
    // Of no use before the first rescue.
    const { work } = await import('./work');
    await work(this, watcher, phase, overwrite);
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _states = new WeakMap<
    NotebookWatcher,
    IRescueState | null
  >();
}
