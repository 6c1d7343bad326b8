import type { ISessionContext } from '@jupyterlab/apputils';
import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import type * as nbformat from '@jupyterlab/nbformat';
import { KernelAPI, type Kernel } from '@jupyterlab/services';

import { checkOperands, type IChecked } from '../../companion/operands';
import { returnVariables } from '../../companion/rescue';
import type { IProcess } from '../../companion/process';
import type { ISeen } from '../../notebook/execution-log';
import type { NotebookWatcher, ReadProgram } from '../../notebook/watcher';
import { codeCells, isSameCell, type ICellName } from './code-cells';
import { execute } from './execute';
import { connectAnew } from '../../notebook/connect-anew';
import { firstAnswer } from './first-answer';
import type { IChosen } from '../plan/plan';
import { isSameText } from '../plan/execution-history';
import { runCell } from './run-cell';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type IStepResult,
  type Trouble,
  type Way
} from './runner';

/** A cell before the re-run, and as the re-run left it. */
interface IReplaced {
  readonly name: ICellName;
  readonly source: string;
  readonly outputs: nbformat.IOutput[];
  readonly executionCount: number | null;
  /** The text that the re-run put there. */
  readonly written: string;
  /** The run that the outputs are of; null while it lasts. */
  left: IRun | null;
}

/** A run of a cell: what it shows, and what the page saw. */
interface IRun {
  readonly executionCount: number | null;
  readonly seen: ISeen | undefined;
}

/**
 * Runs steps in the notebook's own kernel, restarted: the last run of a cell
 * in the cell itself, what no cell holds any more without one.
 */
export class NotebookRunner implements IRunner {
  readonly way: Way = 'notebook';

  constructor(
    protected readonly _watcher: NotebookWatcher,
    private readonly _listener: IRunnerListener,
    private readonly _readProgram: ReadProgram
  ) {
    this._session = _watcher.panel.sessionContext;
    this._session.statusChanged.connect(this._onStatus, this);
    _watcher.processes.replaced.connect(this._onReplaced, this);
  }

  /** Whether it replaced anything that can be put back. */
  get canRestore(): boolean {
    return this._replaced.length > 0;
  }

  /** Whether it ran a text without its cell, to leave that as it was. */
  get hasSpared(): boolean {
    return this._hasSpared;
  }

  /** Put back what it replaced and nobody has changed since. */
  restore(): void {
    const cells = codeCells(this._watcher.panel);
    for (const old of this._replaced.splice(0)) {
      const cell = cells.find(one => isSameCell(one, old.name));
      if (cell) {
        this._putBack(cell.model, old);
      }
    }
  }

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
    return this._attend(() =>
      firstAnswer(
        () => this._kernel(),
        () => connectAnew(this._kernel()),
        variables
      )
    );
  }

  /** From now on the process behind the notebook is not to be another one. */
  protected async _attend(answer: () => Promise<IProcess>): Promise<IProcess> {
    if (this._isStopped) {
      throw new Stopped('interrupted');
    }
    this._isWatching = true;
    const process = await this._unlessGone(answer());
    this._isReady = true;
    return process;
  }

  check(beside: IChecked): Promise<void> {
    return this._unlessGone(checkOperands(this._kernel(), beside));
  }

  giveBack(rescue: string, names: readonly string[]): Promise<string[]> {
    return this._unlessGone(returnVariables(this._kernel(), rescue, names));
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

  protected _kernel(): Kernel.IKernelConnection {
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
      return this._runWithoutCell(kernel, chosen);
    }
    const { content } = this._watcher.panel;
    const name = { id: cellId, nth: chosen.step.nth };
    const model = codeCells(this._watcher.panel).find(one =>
      isSameCell(one, name)
    )?.model;
    const widget = content.widgets.find(one => one.model === model);
    if (!model || !widget) {
      throw new Stopped('cell-gone');
    }
    if (!mayHold(model, chosen)) {
      this._hasSpared = true;
      return this._runWithoutCell(kernel, chosen);
    }
    kernel.pendingInput.connect(onInput);
    try {
      return await this._runCell(widget, model, name, chosen.source);
    } finally {
      kernel.pendingInput.disconnect(onInput);
    }
  }

  private _runWithoutCell(
    kernel: Kernel.IKernelConnection,
    { source }: IChosen
  ): Promise<IStepResult> {
    return execute(kernel, source, this._listener, this._readProgram);
  }

  private async _runCell(
    widget: Cell,
    model: ICodeCellModel,
    name: ICellName,
    source: string
  ): Promise<IStepResult> {
    const replaced: IReplaced = {
      name,
      source: model.sharedModel.getSource(),
      outputs: model.outputs.toJSON(),
      executionCount: model.executionCount,
      written: source,
      left: null
    };
    this._replaced.push(replaced);
    if (replaced.source !== source) {
      // One edit, which Undo takes back.
      model.sharedModel.setSource(source);
    }
    try {
      return await runCell(this._watcher, widget, this._readProgram);
    } finally {
      replaced.left = this._runOf(model);
    }
  }

  /** The run that a cell's outputs are of. */
  private _runOf({ id, executionCount }: ICodeCellModel): IRun {
    const seen = this._watcher.log.inputs
      .filter(one => one.cellId === id && one.executionCount === executionCount)
      .pop();
    return { executionCount, seen };
  }

  private _putBack(model: ICodeCellModel, old: IReplaced): void {
    const text = model.sharedModel.getSource();
    if (text === old.written && text !== old.source) {
      model.sharedModel.setSource(old.source);
    }
    const now = this._runOf(model);
    const left = old.left ?? now;
    if (now.executionCount === left.executionCount && now.seen === left.seen) {
      model.outputs.fromJSON(old.outputs);
      model.executionCount = old.executionCount;
    }
  }

  protected readonly _session: ISessionContext;
  private readonly _replaced: IReplaced[] = [];
  private _hasSpared = false;
  /** From the new process on, its end is trouble. */
  private _isWatching = false;
  /** The new process has answered: if it starts, it is another one. */
  private _isReady = false;
  private _stepKernel: Kernel.IKernelConnection | null = null;
  private _isStopped = false;
  private _trouble: Trouble | null = null;
  private _gone: ((reason: Stopped) => void) | null = null;
}

/**
 * Whether a step may run in its cell: with the text that stands there, or with
 * another where nobody has typed since the plan was made, nor says that the
 * cell is not to be edited.
 */
function mayHold(model: ICodeCellModel, { step, source }: IChosen): boolean {
  const text = model.sharedModel.getSource();
  return (
    text === source ||
    (isSameText(text, step.now ?? step.ran) &&
      model.getMetadata('editable') !== false)
  );
}
