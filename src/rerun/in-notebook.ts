import type { ISessionContext } from '@jupyterlab/apputils';
import type { ICodeCellModel } from '@jupyterlab/cells';
import type * as nbformat from '@jupyterlab/nbformat';
import { NotebookActions } from '@jupyterlab/notebook';
import { KernelAPI, type Kernel } from '@jupyterlab/services';

import { setEnvironment, type IProcess } from '../companion/kernel';
import type { IIncident } from '../incident/types';
import { incidentOf, isExpectedToFail } from '../notebook/outputs';
import type { NotebookWatcher } from '../notebook/watcher';
import { execute } from './execute';
import type { IChosen } from './plan';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type IStepResult,
  type Trouble,
  type Way
} from './runner';

/** How long the notebook may take to show a failed cell's output, in ms. */
const OUTPUT_MS = 3000;

/** A cell as it was before the re-run. */
export interface IBefore {
  readonly source: string;
  readonly outputs: nbformat.IOutput[];
  readonly executionCount: number | null;
}

/**
 * Runs steps in the notebook's own kernel, restarted: the last run of a cell
 * in the cell itself, what no cell holds any more without one.
 */
export class NotebookRunner implements IRunner {
  readonly way: Way = 'notebook';

  constructor(
    private readonly _watcher: NotebookWatcher,
    private readonly _listener: IRunnerListener
  ) {
    this._session = _watcher.panel.sessionContext;
    this._session.statusChanged.connect(this._onStatus, this);
    _watcher.processes.replaced.connect(this._onReplaced, this);
  }

  /** The cells that were run, as they were before. */
  readonly before = new Map<string, IBefore>();

  async start(variables: Readonly<Record<string, string>>): Promise<IProcess> {
    if (this._session.hasNoKernel) {
      await this._session.startKernel();
    } else {
      // Resolves even when it failed: what counts is the new process.
      await this._session.restartKernel();
      const kernel = this._session.session?.kernel;
      if (kernel?.status === 'restarting') {
        // It failed, and its connection waits for a process that never comes.
        await kernel.reconnect();
      }
    }
    if (this._isStopped) {
      throw new Stopped('interrupted');
    }
    this._isWatching = true;
    const process = await this._unlessGone(
      setEnvironment(this._kernel(), variables)
    );
    this._isReady = true;
    return process;
  }

  async run(chosen: IChosen): Promise<IStepResult> {
    if (this._trouble) {
      throw new Stopped(this._trouble);
    }
    this._stepKernel = this._kernel();
    try {
      return await this._unlessGone(this._runStep(chosen));
    } finally {
      this._stepKernel = null;
    }
  }

  async stop(): Promise<void> {
    this._isStopped = true;
    const kernel = this._stepKernel;
    // A process that is still starting would die of an interrupt.
    if (kernel) {
      // By its id: the connection is gone when the notebook was closed. When
      // the process is gone too, there is nothing to stop.
      await KernelAPI.interruptKernel(kernel.id, kernel.serverSettings).catch(
        () => undefined
      );
    }
  }

  async end(): Promise<void> {
    this._isWatching = false;
    this._session.statusChanged.disconnect(this._onStatus, this);
    this._watcher.processes.replaced.disconnect(this._onReplaced, this);
  }

  private _kernel(): Kernel.IKernelConnection {
    const kernel = this._session.session?.kernel;
    if (!kernel || this._watcher.panel.isDisposed) {
      throw new Stopped(
        this._watcher.panel.isDisposed ? 'closed' : 'no-kernel'
      );
    }
    return kernel;
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (this._isWatching) {
      const isElsewhere = this._isReady && status === 'starting';
      const trouble: Trouble | null =
        status === 'autorestarting' || status === 'dead'
          ? 'died'
          : isElsewhere || this._session.isRestarting
            ? 'restarted'
            : null;
      if (trouble) {
        this._lose(trouble);
      }
    }
  }

  /** The new process has answered, and now another one does. */
  private _onReplaced(): void {
    if (this._isWatching && this._isReady) {
      this._lose('restarted');
    }
  }

  /** The process is gone, under a step or between two. */
  private _lose(trouble: Trouble): void {
    this._trouble ??= trouble;
    this._gone?.(new Stopped(trouble));
  }

  /** `work`, or the reason why the process under it is gone. */
  private async _unlessGone<T>(work: Promise<T>): Promise<T> {
    const gone = new Promise<never>((_, reject) => (this._gone = reject));
    try {
      return await Promise.race([work, gone]);
    } finally {
      this._gone = null;
    }
  }

  private async _runStep(chosen: IChosen): Promise<IStepResult> {
    const { cellId, isRepeated } = chosen.step;
    const kernel = this._kernel();
    const onInput = (_: unknown, isPending: boolean) =>
      this._listener.waiting(
        isPending ? { prompt: '', isPassword: false, answer: null } : null
      );
    if (cellId === null || isRepeated) {
      return execute(kernel, chosen.source, this._listener);
    }
    kernel.pendingInput.connect(onInput);
    try {
      return await this._runCell(cellId, chosen.source);
    } finally {
      kernel.pendingInput.disconnect(onInput);
    }
  }

  private async _runCell(cellId: string, source: string): Promise<IStepResult> {
    const { content } = this._watcher.panel;
    const widget = content.widgets.find(one => one.model.id === cellId);
    if (!widget) {
      throw new Stopped('cell-gone');
    }
    const model = widget.model as ICodeCellModel;
    this._remember(model);
    if (model.sharedModel.getSource() !== source) {
      // One edit, which Undo takes back.
      model.sharedModel.setSource(source);
    }
    const first = this._incidentOf(model);
    const passed = await NotebookActions.runCells(
      content,
      [widget],
      this._session
    );
    if (model.isDisposed) {
      throw new Stopped('cell-gone');
    }
    const incident = passed
      ? incidentOf(model)
      : await this._settledIncident(model, first);
    if (!passed && !incident && !isExpectedToFail(model)) {
      throw new Stopped('interrupted');
    }
    return { incident, executionCount: model.executionCount };
  }

  private _remember(model: ICodeCellModel): void {
    if (!this.before.has(model.id)) {
      this.before.set(model.id, {
        source: model.sharedModel.getSource(),
        outputs: model.outputs.toJSON(),
        executionCount: model.executionCount
      });
    }
  }

  private _incidentOf({ id }: ICodeCellModel): IIncident | undefined {
    return this._watcher.incidents.find(one => one.cellId === id)?.incident;
  }

  /**
   * The failed cell's incident once its late lines have arrived: the watcher
   * waits for them. Until it has looked it still holds that of the first
   * failure, whose prompt number may be the same.
   */
  private async _settledIncident(
    model: ICodeCellModel,
    first: IIncident | undefined
  ): Promise<IIncident | null> {
    const watcher = this._watcher;
    const hasLooked = (): boolean => {
      const seen = this._incidentOf(model);
      const shown = incidentOf(model);
      return !shown || (seen !== first && seen?.traceback === shown.traceback);
    };
    await new Promise<void>(resolve => {
      const done = () => {
        if (hasLooked()) {
          clearTimeout(timer);
          watcher.changed.disconnect(done);
          resolve();
        }
      };
      const timer = setTimeout(() => {
        watcher.changed.disconnect(done);
        resolve();
      }, OUTPUT_MS);
      watcher.changed.connect(done);
      done();
    });
    return incidentOf(model);
  }

  private readonly _session: ISessionContext;
  /** From the new process on, its end is trouble. */
  private _isWatching = false;
  /** The new process has answered: if it starts, it is another one. */
  private _isReady = false;
  private _stepKernel: Kernel.IKernelConnection | null = null;
  private _isStopped = false;
  private _trouble: Trouble | null = null;
  private _gone: ((reason: Stopped) => void) | null = null;
}
