import type { IIncident } from '../incident/types';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/** What may be asked about a failure. */
export type Facts = Pick<IIncident, 'machine' | 'live' | 'held' | 'tensors'>;

/** So many failures keep their facts, the newest. */
const MAX_KEPT = 100;

/** Adds to failures what their kernel knows of them and of its machine. */
export class FailureFacts {
  /** False while a setting keeps us from asking about Python's own errors. */
  asksKernel = false;

  /** Ask the kernel, if it may know more. Resolves true when there are facts. */
  async look(watcher: NotebookWatcher, one: ICellIncident): Promise<boolean> {
    const kernel = watcher.panel.sessionContext.session?.kernel;
    if (!kernel) {
      return false;
    }
    try {
      const { askFacts } = await import('./ask-facts');
      const facts = await askFacts(watcher, kernel, one, this.asksKernel);
      if (facts) {
        this._facts.set(one.key, facts);
      }
    } catch (error) {
      // The finding stands without them.
      console.warn('torch-triage: the kernel told nothing more.', error);
    }
    const [oldest] = this._facts.keys();
    if (this._facts.size > MAX_KEPT) {
      this._facts.delete(oldest);
    }
    return this._facts.has(one.key);
  }

  /** Know something else of a failure from now on. */
  set({ key }: ICellIncident, facts: Facts): void {
    this._facts.set(key, facts);
    this._complete = new WeakMap();
  }

  /**
   * The incident with its facts. A late line of output makes the incident
   * anew, under the same key.
   */
  addedTo(one: ICellIncident): ICellIncident {
    const facts = this._facts.get(one.key);
    if (!facts) {
      return one;
    }
    const incident = this._complete.get(one.incident) ?? {
      ...one.incident,
      ...facts
    };
    this._complete.set(one.incident, incident);
    return { ...one, incident };
  }

  /** By the incident's key. */
  private readonly _facts = new Map<string, Facts>();
  private _complete = new WeakMap<IIncident, IIncident>();
}
