import type { ISessionContext } from '@jupyterlab/apputils';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import { Signal, type ISignal } from '@lumino/signaling';

import { readExecuted, readProcess, setEnvironment } from '../companion/kernel';
import { incidentOf } from '../notebook/outputs';
import type { ICellIncident } from '../notebook/types';
import type { NotebookWatcher } from '../notebook/watcher';
import type { IIncident } from '../incident/types';
import { planOf, type IPlan, type IPlannableCell } from './plan';

/** What a blocking re-run puts into the new process. */
export const BLOCKING: Readonly<Record<string, string>> = {
  CUDA_LAUNCH_BLOCKING: '1'
};

/**
 * Where a re-run stands. `planned` waits for the user's word; `done` ran to its
 * end (a failure is an end too); `stopped` did not, see `trouble`.
 */
export type Phase =
  | 'planning'
  | 'planned'
  | 'restarting'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'stopped';

/** Why a re-run stopped before its end. */
export type Trouble =
  | 'no-kernel'
  | 'busy'
  | 'no-answer'
  | 'same-process'
  | 'not-set'
  | 'cell-gone'
  | 'closed';

/** How a re-run ended. */
export interface IOutcome {
  /** The step that ran last, from 0. */
  readonly step: number;
  /** What it failed with, null when nothing failed. */
  readonly incident: IIncident | null;
  readonly executionCount: number | null;
}

/** How long the notebook may take to show a failed cell's output, in ms. */
const OUTPUT_MS = 3000;

class Cancelled extends Error {}

class Stopped extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble);
  }
}

/**
 * One re-run of a failed cell in a fresh process of the same kernel: plan,
 * ask, restart, set, verify, run. Nothing happens before `start`.
 */
export class Rerun {
  constructor(
    readonly watcher: NotebookWatcher,
    readonly first: ICellIncident
  ) {
    this._panel = watcher.panel;
    this._panel.disposed.connect(() => {
      this._cancelled = true;
    });
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get phase(): Phase {
    return this._phase;
  }

  get trouble(): Trouble | null {
    return this._trouble;
  }

  get plan(): IPlan | null {
    return this._plan;
  }

  /** The step under way, from 0. */
  get step(): number {
    return this._step;
  }

  get outcome(): IOutcome | null {
    return this._outcome;
  }

  /** Whether the notebook's kernel was left with the variable set. */
  get isBlocking(): boolean {
    return this._isBlocking;
  }

  /** Read the kernel's record and make the plan. */
  async prepare(): Promise<void> {
    await this._guard(async () => {
      const kernel = this._kernel();
      if (kernel.status === 'busy') {
        throw new Stopped('busy');
      }
      const executed = await readExecuted(kernel);
      this._pid = (await readProcess(kernel)).pid;
      this._plan = planOf(executed, this._cells(), this.first.cellId);
      if (this._plan.steps.length === 0) {
        throw new Stopped('cell-gone');
      }
      this._to('planned');
    });
  }

  /** Carry the plan out. Resolves at its end, however it ends. */
  async start(): Promise<void> {
    if (this._phase !== 'planned') {
      return;
    }
    await this._guard(async () => {
      this._to('restarting');
      await this._restart();
      this._to('running');
      await this._run();
      this._to('done');
    });
  }

  /** Stop as soon as possible; the cell under way is interrupted. */
  async cancel(): Promise<void> {
    const phase = this._phase;
    if (phase === 'done' || phase === 'stopped' || phase === 'cancelled') {
      return;
    }
    this._cancelled = true;
    this._to('cancelled');
    if (phase === 'running') {
      await this._session.session?.kernel?.interrupt();
    }
  }

  private get _session(): ISessionContext {
    return this._panel.sessionContext;
  }

  private _kernel(): Kernel.IKernelConnection {
    const kernel = this._session.session?.kernel;
    if (!kernel || this._panel.isDisposed) {
      throw new Stopped(this._panel.isDisposed ? 'closed' : 'no-kernel');
    }
    return kernel;
  }

  private _cells(): IPlannableCell[] {
    return this._panel.content.widgets
      .map(widget => widget.model)
      .filter(model => model.type === 'code')
      .map(model => ({
        id: model.id,
        executionCount: (model as ICodeCellModel).executionCount,
        source: model.sharedModel.getSource()
      }));
  }

  private async _restart(): Promise<void> {
    this._check();
    // Resolves even when the restart failed: what counts is the new process.
    await this._session.restartKernel();
    this._check();
    const process = await setEnvironment(this._kernel(), BLOCKING);
    this._isBlocking = true;
    if (process.pid === this._pid) {
      throw new Stopped('same-process');
    }
    const isSet = Object.entries(BLOCKING).every(
      ([name, value]) => process.environment[name] === value
    );
    if (!isSet) {
      throw new Stopped('not-set');
    }
  }

  private async _run(): Promise<void> {
    const steps = this._plan?.steps ?? [];
    for (let step = 0; step < steps.length; step++) {
      this._check();
      this._step = step;
      this._changed.emit();
      const widget = this._panel.content.widgets.find(
        one => one.model.id === steps[step].cellId
      );
      if (!widget) {
        throw new Stopped('cell-gone');
      }
      const passed = await NotebookActions.runCells(
        this._panel.content,
        [widget],
        this._session
      );
      this._check();
      const model = widget.model as ICodeCellModel;
      this._outcome = {
        step,
        incident: passed ? null : await this._settledIncident(model),
        executionCount: model.executionCount
      };
      if (!passed) {
        return;
      }
    }
  }

  /** The failed cell's incident once its late lines have arrived. */
  private async _settledIncident(
    model: ICodeCellModel
  ): Promise<IIncident | null> {
    const { watcher } = this;
    const known = (): ICellIncident | undefined =>
      watcher.incidents.find(
        one =>
          one.cellId === model.id && one.executionCount === model.executionCount
      );
    await new Promise<void>(resolve => {
      const done = () => {
        if (known()) {
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
    return known()?.incident ?? incidentOf(model);
  }

  private _check(): void {
    if (this._cancelled) {
      throw new Cancelled();
    }
  }

  private async _guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Cancelled || this._cancelled) {
        this._to('cancelled');
      } else {
        this._trouble = error instanceof Stopped ? error.trouble : 'no-answer';
        this._to('stopped');
      }
    }
  }

  private _to(phase: Phase): void {
    if (this._phase === 'cancelled') {
      return;
    }
    this._phase = phase;
    this._changed.emit();
  }

  private readonly _panel: NotebookPanel;
  private readonly _changed = new Signal<this, void>(this);
  private _phase: Phase = 'planning';
  private _trouble: Trouble | null = null;
  private _plan: IPlan | null = null;
  private _pid = 0;
  private _step = 0;
  private _outcome: IOutcome | null = null;
  private _isBlocking = false;
  private _cancelled = false;
}
