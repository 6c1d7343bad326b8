import { readMachine } from '../companion/machine';
import type { IIncident } from '../incident/types';
import type { ICellIncident } from './types';
import type { NotebookWatcher } from './watcher';

/** Words of failures that the machine's limits may explain. */
const ABOUT_WORKERS =
  /DataLoader|ancdata|Too many open files|shared memory|\/torch_\d|paging file/;

function isAboutWorkers({
  ename,
  evalue,
  traceback,
  stderr
}: IIncident): boolean {
  return [ename, evalue, traceback, stderr].some(text =>
    ABOUT_WORKERS.test(text)
  );
}

/** Adds the facts of the machine to failures of DataLoader workers. */
export class Machines {
  /** Ask the kernel, if this is such a failure. Resolves true when it told. */
  async look(
    watcher: NotebookWatcher,
    failed: ICellIncident
  ): Promise<boolean> {
    const kernel = watcher.panel.sessionContext.session?.kernel;
    if (!kernel || !isAboutWorkers(failed.incident)) {
      return false;
    }
    try {
      const machine = await readMachine(kernel);
      this._known.set(failed.incident, {
        ...failed.incident,
        machine
      });
      return true;
    } catch {
      return false; // the finding stands without them
    }
  }

  /** The incident with what is known of its machine. */
  told(one: ICellIncident): ICellIncident {
    const incident = this._known.get(one.incident);
    return incident ? { ...one, incident } : one;
  }

  private readonly _known = new WeakMap<IIncident, IIncident>();
}
