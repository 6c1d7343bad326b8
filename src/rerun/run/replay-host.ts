import type { IProcess } from '../../companion/process';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import { untilHeard } from '../../kernel-death/wait-for-iopub';
import { answered } from '../../notebook/answered';
import type { NotebookWatcher, ReadProgram } from '../../notebook/watcher';
import type { ILostCells } from '../plan/lost';
import { prepareReplay } from '../plan/replay';
import { PresentRunner } from './in-present';
import { NotebookPlace } from './notebook-place';
import type { IRunner, IRunnerListener, Way } from './runner';
import type { IPrepared } from './types';

/** Cells of a notebook of this page that lost what they need. */
export class ReplayHost extends NotebookPlace {
  constructor(
    watcher: NotebookWatcher,
    private readonly _lost: ILostCells,
    private readonly _readProgram: ReadProgram
  ) {
    super(watcher);
    this.purpose = _lost.purpose;
  }

  readonly purpose: ILostCells['purpose'];

  /** No failure is to be repeated. */
  readonly nature: IFailureTraits = {
    isLate: false,
    isSticky: false,
    isExhausted: false
  };
  readonly isInLayers = false;

  async prepare(): Promise<IPrepared> {
    const kernel = await this._idleKernel();
    // Its answer tells, too, whether the process is a new one.
    await (kernel && untilHeard(kernel));
    const { log, kernelRun } = this._watcher;
    const attached = await this._attachedTo(kernel);
    return answered(kernel, () =>
      prepareReplay({
        kernel,
        attached,
        cells: this._cells(),
        lost: this._lost,
        seen: log.inputs,
        kernelRun
      })
    );
  }

  runner(_: Way, listener: IRunnerListener): IRunner {
    this._inNotebook = new PresentRunner(
      this._watcher,
      listener,
      this._readProgram
    );
    return this._inNotebook;
  }

  /** What ran since the plan was made may have changed what it is for. */
  protected _isSame(process: IProcess, prepared: IPrepared): boolean {
    return (
      super._isSame(process, prepared) && process.executed === prepared.executed
    );
  }
}
