import type { ICodeCellModel } from '@jupyterlab/cells';
import type { Kernel } from '@jupyterlab/services';

import { readProcess } from '../../companion/process';
import { bound } from '../../incident/text/truncate';
import type { ICellIncident } from '../../notebook/types';
import type { NotebookWatcher, ReadProgram } from '../../notebook/watcher';
import { SecondKernelRunner } from './second-kernel';
import { codeCells } from './code-cells';
import type { IPrepared, INotebookHost } from './types';
import { NotebookRunner } from './in-notebook';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import type { OwnKernels } from './own-kernels';
import { prepare } from '../plan/prepare';
import {
  failedCell,
  type IFailed,
  type IPlannableCell
} from '../plan/execution-history';
import { isAtWork } from './kernel-busy';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type Way
} from './runner';
import { notebooksWith } from './sharing';
import type { IVariables } from '../plan/variables';

/** How long a cell took, by what JupyterLab wrote into it (`recordTiming`). */
function recordedMs(model: ICodeCellModel): number | null {
  const times = model.getMetadata('execution') as
    Record<string, string> | undefined;
  const ms =
    Date.parse(times?.['shell.execute_reply'] ?? '') -
    Date.parse(times?.['iopub.execute_input'] ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** A failed cell in a notebook of this page. */
export class NotebookHost implements INotebookHost {
  constructor(
    private readonly _watcher: NotebookWatcher,
    private readonly _first: ICellIncident,
    readonly nature: IFailureTraits,
    private readonly _kernels: OwnKernels,
    private readonly _readProgram: ReadProgram,
    private readonly _variables: () => IVariables
  ) {}

  async prepare(): Promise<IPrepared> {
    const { panel, log, kernelRun } = this._watcher;
    const { sessionContext } = panel;
    if (panel.isDisposed) {
      throw new Stopped('closed');
    }
    const kernel = sessionContext.session?.kernel ?? null;
    if (kernel && (await isAtWork(kernel))) {
      throw new Stopped('busy');
    }
    return prepare({
      kernel,
      attached: {
        kernelId: kernel?.id ?? null,
        sharedWith: await this._sharers(kernel)
      },
      cells: this._cells(),
      failed: this._failed(),
      seen: log.inputs,
      kernelRun,
      variables: this._variables()
    });
  }

  async isCurrent({ attached, pid }: IPrepared, way: Way): Promise<boolean> {
    const { sessionContext } = this._watcher.panel;
    const kernel = sessionContext.session?.kernel ?? null;
    const isAttached = () =>
      (sessionContext.session?.kernel?.id ?? null) === attached.kernelId;
    if (!kernel || !isAttached() || way === 'beside') {
      return isAttached();
    }
    if (await isAtWork(kernel)) {
      throw new Stopped('busy');
    }
    const process = await readProcess(kernel);
    const sharers = await this._sharers(kernel);
    return (
      isAttached() &&
      process.pid === pid &&
      sharers.every(path => attached.sharedWith.includes(path))
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

  get canRestore(): boolean {
    return this._inNotebook?.canRestore === true;
  }

  get hasSpared(): boolean {
    return this._inNotebook?.hasSpared === true;
  }

  restore(): void {
    this._watcher.restore(() => this._inNotebook?.restore());
  }

  /** The other notebooks with this kernel. */
  private async _sharers(
    kernel: Kernel.IKernelConnection | null
  ): Promise<string[]> {
    const { session } = this._watcher.panel.sessionContext;
    return kernel ? notebooksWith(kernel, session?.id ?? null) : [];
  }

  private _cells(): IPlannableCell[] {
    return codeCells(this._watcher.panel).map(({ id, nth, model }) => ({
      id,
      nth,
      executionCount: model.executionCount,
      source: model.sharedModel.getSource(),
      ms: recordedMs(model)
    }));
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

  private _inNotebook: NotebookRunner | null = null;
}
