import { bound } from '../../incident/text/truncate';
import { answered } from '../../notebook/answered';
import type { ICellIncident } from '../../notebook/types';
import type { NotebookWatcher, ReadProgram } from '../../notebook/watcher';
import { SecondKernelRunner } from './second-kernel';
import type { IAim } from './reruns';
import type { IPrepared } from './types';
import { NotebookRunner } from './in-notebook';
import { NotebookPlace } from './notebook-place';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import { isInLayers } from '../../diagnosis/python-words';
import type { OwnKernels } from './own-kernels';
import { prepare } from '../plan/prepare';
import { failedCell, type IFailed } from '../plan/execution-history';
import type { IRunner, IRunnerListener, Way } from './runner';
import { variablesOf, type IVariables } from '../plan/variables';

/** A failed cell in a notebook of this page. */
export class NotebookHost extends NotebookPlace {
  constructor(
    watcher: NotebookWatcher,
    private readonly _first: ICellIncident,
    readonly nature: IFailureTraits,
    private readonly _kernels: OwnKernels,
    private readonly _readProgram: ReadProgram,
    private readonly _aim: IAim
  ) {
    super(watcher);
    this.purpose = _aim.anew ? 'anew' : 'trace';
  }

  readonly purpose: 'trace' | 'anew';

  get isInLayers(): boolean {
    return isInLayers(this._first.incident);
  }

  async prepare(): Promise<IPrepared> {
    const { log, kernelRun } = this._watcher;
    const kernel = await this._idleKernel();
    const attached = await this._attachedTo(kernel);
    return answered(kernel, () =>
      prepare({
        purpose: this.purpose,
        kernel,
        attached,
        cells: this._cells(),
        failed: this._failed(),
        seen: log.inputs,
        kernelRun,
        variables: this._variables()
      })
    );
  }

  runner(way: Way, listener: IRunnerListener): IRunner {
    if (way === 'notebook') {
      this._inNotebook = new NotebookRunner(
        this._watcher,
        listener,
        this._readProgram
      );
      return this._inNotebook;
    }
    const { panel } = this._watcher;
    const { session, kernelPreference } = panel.sessionContext;
    const name = session?.kernel?.name ?? kernelPreference.name ?? '';
    return new SecondKernelRunner(
      () => this._kernels.start(name, panel.context.path),
      listener,
      this._readProgram
    );
  }

  private _variables(): IVariables {
    const { anew, environment } = this._aim;
    return anew ? { accepted: anew, refused: [] } : variablesOf(environment());
  }

  /** The failed cell as it ran: its text may have been edited since. */
  private _failed(): IFailed {
    const { cellId, executionCount, incident, time } = this._first;
    // Nobody saw it fail: it stood in the file, or was put back by a re-run.
    const kernelRun = time === null ? 0 : this._first.kernelRun;
    const seen = this._watcher.log.inputs.filter(
      one =>
        one.run === kernelRun &&
        (executionCount === null
          ? one.cellId === cellId
          : one.executionCount === executionCount)
    );
    const text = failedCell(this._cells(), this._first)?.source ?? '';
    // An incident keeps a long text with its middle cut out.
    const shown = bound(text) === incident.source ? text : incident.source;
    const source = seen[seen.length - 1]?.source ?? shown;
    return { cellId, executionCount, source, kernelRun };
  }
}
