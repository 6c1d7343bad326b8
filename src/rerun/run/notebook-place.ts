import type { ICodeCellModel } from '@jupyterlab/cells';
import type { Kernel } from '@jupyterlab/services';

import { readProcess, type IProcess } from '../../companion/process';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import { answered } from '../../notebook/answered';
import type { NotebookWatcher } from '../../notebook/watcher';
import type { IPlannableCell } from '../plan/execution-history';
import type { Purpose } from '../plan/plan';
import { codeCells } from './code-cells';
import type { NotebookRunner } from './in-notebook';
import { isAtWork } from './kernel-busy';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type Way
} from './runner';
import { notebooksWith } from './sharing';
import type { IAttached, INotebookHost, IPrepared } from './types';

/** How long a cell took, by what JupyterLab wrote into it (`recordTiming`). */
function recordedMs(model: ICodeCellModel): number | null {
  const times = model.getMetadata('execution') as
    Record<string, string> | undefined;
  const ms =
    Date.parse(times?.['shell.execute_reply'] ?? '') -
    Date.parse(times?.['iopub.execute_input'] ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** A notebook of this page, in which cells run again. */
export abstract class NotebookPlace implements INotebookHost {
  constructor(protected readonly _watcher: NotebookWatcher) {}

  abstract readonly purpose: Purpose;
  abstract readonly nature: IFailureTraits;
  abstract readonly isInLayers: boolean;

  abstract prepare(): Promise<IPrepared>;
  abstract runner(way: Way, listener: IRunnerListener): IRunner;

  async isCurrent(prepared: IPrepared, way: Way): Promise<boolean> {
    const { attached } = prepared;
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
    const process = await answered(kernel, () => readProcess(kernel));
    const { sharedWith } = await this._attachedTo(kernel);
    return (
      isAttached() &&
      this._isSame(process, prepared) &&
      sharedWith.every(path => attached.sharedWith.includes(path))
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

  /** Whether the process is the one that the plan was made for. */
  protected _isSame({ pid }: IProcess, prepared: IPrepared): boolean {
    return pid === prepared.pid;
  }

  /**
   * The notebook's kernel; null when it has none.
   *
   * @throws Stopped when it runs something
   */
  protected async _idleKernel(): Promise<Kernel.IKernelConnection | null> {
    const { isDisposed, sessionContext } = this._watcher.panel;
    if (isDisposed) {
      throw new Stopped('closed');
    }
    const kernel = sessionContext.session?.kernel ?? null;
    if (kernel && (await isAtWork(kernel))) {
      throw new Stopped('busy');
    }
    return kernel;
  }

  /** That kernel, and the other notebooks with it. */
  protected async _attachedTo(
    kernel: Kernel.IKernelConnection | null
  ): Promise<IAttached> {
    const { session } = this._watcher.panel.sessionContext;
    return {
      kernelId: kernel?.id ?? null,
      sharedWith: kernel ? await notebooksWith(kernel, session?.id ?? null) : []
    };
  }

  protected _cells(): IPlannableCell[] {
    return codeCells(this._watcher.panel).map(({ id, nth, model }) => ({
      id,
      nth,
      executionCount: model.executionCount,
      source: model.sharedModel.getSource(),
      ms: recordedMs(model)
    }));
  }

  protected _inNotebook: NotebookRunner | null = null;
}
