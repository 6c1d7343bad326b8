import type { ICodeCellModel } from '@jupyterlab/cells';

import type { ICellIncident } from '../notebook/types';
import type { NotebookWatcher } from '../notebook/watcher';
import { BesideRunner } from './beside';
import type { IPrepared, IRerunHost } from './host';
import { NotebookRunner } from './in-notebook';
import type { INature } from './nature';
import type { OwnKernels } from './own-kernels';
import { prepare } from './prepare';
import type { IFailed, IPlannableCell } from './record';
import { isAtWork } from './rest';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type Way
} from './runner';
import type { IVariables } from './variables';

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
export class NotebookHost implements IRerunHost {
  constructor(
    private readonly _watcher: NotebookWatcher,
    private readonly _first: ICellIncident,
    readonly nature: INature,
    private readonly _kernels: OwnKernels,
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
      cells: this._cells(),
      failed: this._failed(),
      seen: log.inputs,
      kernelRun,
      variables: this._variables()
    });
  }

  runner(way: Way, listener: IRunnerListener): IRunner {
    if (way === 'notebook') {
      this._inNotebook = new NotebookRunner(this._watcher, listener);
      return this._inNotebook;
    }
    const { panel } = this._watcher;
    const { session, kernelPreference } = panel.sessionContext;
    const name = session?.kernel?.name ?? kernelPreference.name ?? '';
    return new BesideRunner(
      () => this._kernels.start(name, panel.context.path),
      listener
    );
  }

  /** Whether the re-run replaced anything that can be put back. */
  get canRestore(): boolean {
    return (this._inNotebook?.before.size ?? 0) > 0;
  }

  /** Put the texts and outputs back that the re-run replaced. */
  restore(): void {
    const before = this._inNotebook?.before ?? new Map();
    this._watcher.restore(() => {
      for (const model of this._models()) {
        const old = before.get(model.id);
        if (old) {
          if (model.sharedModel.getSource() !== old.source) {
            model.sharedModel.setSource(old.source);
          }
          model.outputs.fromJSON(old.outputs);
          model.executionCount = old.executionCount;
        }
      }
    });
    before.clear();
  }

  private _models(): ICodeCellModel[] {
    return this._watcher.panel.content.widgets
      .map(widget => widget.model)
      .filter((model): model is ICodeCellModel => model.type === 'code');
  }

  private _cells(): IPlannableCell[] {
    return this._models().map(model => ({
      id: model.id,
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
    const source = seen[seen.length - 1]?.source ?? incident.source;
    return { cellId, executionCount, source, kernelRun };
  }

  private _inNotebook: NotebookRunner | null = null;
}
