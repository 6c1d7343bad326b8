import { isAboutWorkers } from '../diagnosis/failure-traits';
import type { IMachine } from '../incident/machine';
import type { IIncident } from '../incident/types';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/** So many failures keep the facts of their machine, the newest. */
const MAX_KEPT = 100;

/** Adds the facts of the machine to failures of DataLoader workers. */
export class WorkerFacts {
  /** Ask the kernel, if this is such a failure. Resolves true when it answered. */
  async look(
    watcher: NotebookWatcher,
    { key, incident }: ICellIncident
  ): Promise<boolean> {
    const kernel = watcher.panel.sessionContext.session?.kernel;
    if (!kernel || !isAboutWorkers(incident)) {
      return false;
    }
    try {
      const { readMachine } = await import('../companion/machine');
      this._machines.set(key, await readMachine(kernel));
    } catch (error) {
      // The finding stands without them.
      console.warn('torch-triage: no facts of the machine.', error);
      return false;
    }
    const [oldest] = this._machines.keys();
    if (this._machines.size > MAX_KEPT) {
      this._machines.delete(oldest);
    }
    return true;
  }

  /**
   * The incident with what is known of its machine. A late line of output
   * makes the incident anew, under the same key.
   */
  addedTo(one: ICellIncident): ICellIncident {
    const machine = this._machines.get(one.key);
    if (!machine) {
      return one;
    }
    const incident = this._complete.get(one.incident) ?? {
      ...one.incident,
      machine
    };
    this._complete.set(one.incident, incident);
    return { ...one, incident };
  }

  /** By the incident's key. */
  private readonly _machines = new Map<string, IMachine>();
  private readonly _complete = new WeakMap<IIncident, IIncident>();
}
