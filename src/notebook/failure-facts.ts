import type { Kernel } from '@jupyterlab/services';

import type { IIncident } from '../incident/types';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/** What may be asked about a failure. */
export type Facts = Pick<
  IIncident,
  | 'machine'
  | 'live'
  | 'held'
  | 'line'
  | 'tensors'
  | 'files'
  | 'stack'
  | 'weights'
> &
  Partial<Pick<IIncident, 'traceback'>>;

/** So many failures keep their facts, the newest. */
const MAX_KEPT = 100;

/** Adds to failures what their kernel knows of them and of its machine. */
export class FailureFacts {
  /** False while a setting keeps us from asking about Python's own errors. */
  asksKernel = false;

  /** Ask the kernel, if it may know more. Resolves true when there are facts. */
  async look(watcher: NotebookWatcher, one: ICellIncident): Promise<boolean> {
    const asked = this._ask(watcher, one, async kernel => {
      const { askFacts } = await import('./ask-facts');
      return askFacts(watcher, kernel, one, this.asksKernel);
    });
    this._looks.set(one.incident, asked);
    return asked;
  }

  /**
   * Ask the kernel what was at hand at the line of a failure that no entry
   * knows, unless something else came to light of it meanwhile. Resolves true
   * when there are facts.
   */
  async lookAtLine(
    watcher: NotebookWatcher,
    one: ICellIncident
  ): Promise<boolean> {
    const { incident } = one;
    if (!this.asksKernel || incident.kind !== 'cell' || incident.program) {
      return false;
    }
    await this._looks.get(incident);
    const isNews = this._facts.get(one.key)?.live !== incident.live;
    return isNews
      ? false
      : this._ask(watcher, one, async kernel => {
          const { askLine } = await import('./ask-facts');
          const line = await askLine(watcher, kernel, one);
          return line && { line };
        });
  }

  /** Know something else of a failure from now on. */
  set({ key }: ICellIncident, facts: Facts): void {
    this._facts.set(key, { ...this._facts.get(key), ...facts });
    this._complete = new WeakMap();
    const [oldest] = this._facts.keys();
    if (this._facts.size > MAX_KEPT) {
      this._facts.delete(oldest);
    }
  }

  /** Put a question, and keep what is answered. */
  private async _ask(
    watcher: NotebookWatcher,
    one: ICellIncident,
    question: (kernel: Kernel.IKernelConnection) => Promise<Facts | null>
  ): Promise<boolean> {
    const kernel = watcher.panel.sessionContext.session?.kernel;
    try {
      const { answered } = await import('./answered');
      const facts = kernel
        ? await answered(kernel, () => question(kernel))
        : null;
      if (facts) {
        this.set(one, facts);
      }
      return facts !== null;
    } catch (error) {
      // The finding stands without them.
      console.warn('torch-triage: the kernel told nothing more.', error);
      return false;
    }
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

  /** What `look` will tell, by the incident without facts. */
  private readonly _looks = new WeakMap<IIncident, Promise<boolean>>();
  /** By the incident's key. */
  private readonly _facts = new Map<string, Facts>();
  private _complete = new WeakMap<IIncident, IIncident>();
}
