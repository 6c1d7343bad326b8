import { readProcess, type IProcess } from '../../companion/process';
import { untilHeard } from '../../kernel-death/wait-for-iopub';
import { NotebookRunner } from './in-notebook';
import type { Way } from './runner';

/** Runs steps in the notebook's kernel as it is. */
export class PresentRunner extends NotebookRunner {
  readonly way: Way = 'here';

  async start(): Promise<IProcess> {
    if (this._session.hasNoKernel) {
      await this._session.startKernel();
    }
    await untilHeard(this._kernel());
    return this._attend(() => readProcess(this._kernel()));
  }
}
