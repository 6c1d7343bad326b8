import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import { Signal, type ISignal } from '@lumino/signaling';

import type { IDiagnosis } from '../diagnoser/diagnoser';
import type { Action, IFix } from '../diagnosis/types';
import type { IIncident } from '../incident/types';
import { placeOf } from '../notebook/failure-location';
import { streamsOf } from '../notebook/outputs';
import type { INotebookCell } from '../notebook/types';
import type { NotebookWatcher, ReadProgram } from '../notebook/watcher';
import { runCell } from '../rerun/run/run-cell';
import { Stopped } from '../rerun/run/runner';
import { CellTexts } from './cell-texts';
import { cellsToRun } from './dependents';
import { EditFinder } from './find-edit';
import { judge } from './judge';
import { newCell } from './new-cell';
import { hasPipFailed } from './pip';
import type {
  ICellEdit,
  IDiagnosedFailure,
  IJudgement,
  Offers,
  Phase,
  Trouble,
  Verdict
} from './types';

/** What a change is made with. */
export interface IEditTools {
  readonly diagnose: (incident: IIncident) => Promise<IDiagnosis>;
  readonly readProgram: ReadProgram;
}

/** Whether a press does what is no change of code. */
function canAct(
  action: Action,
  cells: readonly INotebookCell[],
  failedId: string
): boolean {
  const cell = newCell(action, cells, failedId);
  return action.kind === 'restart'
    ? cells.some(({ id }) => id === failedId)
    : cell !== null && cell !== 'there';
}

function changesIn(edits: readonly ICellEdit[] | null): number {
  return (edits ?? []).reduce((sum, { changes }) => sum + changes.length, 0);
}

/** The fixes of a failure that can be made here. */
export function offersOf(
  watcher: NotebookWatcher,
  failure: IDiagnosedFailure,
  fixes: readonly IFix[]
): Offers {
  const cells = watcher.codeCells();
  const finder = new EditFinder(cells, failure);
  return new Map(
    fixes.flatMap(({ action, edit, editAll }, at): [number, number][] => {
      if (action) {
        return canAct(action, cells, failure.incident.cellId) ? [[at, 0]] : [];
      }
      const one = finder.find(edit);
      const all = one && finder.find(editAll);
      const hasTwins = changesIn(all) > changesIn(one);
      return one ? [[at, hasTwins && all ? all.length : 0]] : [];
    })
  );
}

/** One change of code: shown, made, tried and judged, each with a press. */
export class Editing {
  constructor(
    readonly watcher: NotebookWatcher,
    readonly failure: IDiagnosedFailure,
    readonly fix: IFix,
    private readonly _tools: IEditTools,
    /** It changes every cell that writes the same. */
    readonly isForAll = false
  ) {
    this._texts = new CellTexts(watcher);
    this._find();
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get phase(): Phase {
    return this._phase;
  }

  /** What went wrong with the last press. */
  get trouble(): Trouble | null {
    return this._trouble;
  }

  /** The cells that change, as they were and as they will be. */
  get cells(): readonly ICellEdit[] {
    return this._cells;
  }

  /** It changes a file of the user's: it is shown to be copied. */
  get isToCopy(): boolean {
    return this._cells.some(({ file }) => file !== undefined);
  }

  /** A cell was edited while this was shown, so that it is another change now. */
  get isRenewed(): boolean {
    return this._isRenewed;
  }

  get judgement(): IJudgement | null {
    return this._judgement;
  }

  /** What has to run for a judgement, in order: ids of cells. */
  get toRun(): readonly string[] {
    const { cellId } = this.failure.incident;
    const changed = this._cells.map(edit => edit.cellId);
    if (this.fix.action && this._waitsForRestart) {
      return changed;
    }
    const cells = this.watcher.codeCells();
    const end = cells.findIndex(({ id }) => id === cellId);
    // Of the twins below the failed cell its run says nothing.
    const known = this.isForAll && end >= 0 ? cells.slice(0, end + 1) : cells;
    return cellsToRun(known, new Set(changed), cellId);
  }

  /** Whether cells run next in the process that is there, or in a new one. */
  get next(): 'run' | 'restart' {
    const isReady =
      this.fix.action?.kind === 'install'
        ? this._judgement?.verdict !== 'installed'
        : !this._waitsForRestart;
    return isReady ? 'run' : 'restart';
  }

  /** Whether what the failed cell built on is still there. */
  get hasContext(): boolean {
    const { incident, findings } = this.failure;
    const isSticky = findings.some(({ entry }) => entry.sticky === true);
    const { kernelRun } = incident;
    return (
      incident.incident.kind === 'cell' &&
      !isSticky &&
      (kernelRun === 0 || kernelRun === this.watcher.kernelRun)
    );
  }

  /** Make the change, as one step of Undo. */
  apply(): void {
    if (this._phase !== 'preview' || this.isToCopy) {
      return;
    }
    this._isRenewed = false;
    const hasMoved = this._cells.some(
      ({ cellId, newAt, before }) =>
        newAt === undefined && this._texts.source(cellId) !== before
    );
    if (hasMoved || this.fix.action) {
      // A new cell has no text that people chose: its place is found anew.
      this._find();
      this._isRenewed = hasMoved && this._phase === 'preview';
    }
    if (this._phase === 'preview' && !this._isRenewed) {
      this._applyNow();
    }
    this._changed.emit();
  }

  /** Run what the change touches, and the failed cell; then judge. */
  async run(): Promise<void> {
    if (this._phase !== 'applied' && this._phase !== 'judged') {
      return;
    }
    this._phase = 'running';
    this._trouble = null;
    this._judgement = null;
    this._changed.emit();
    try {
      this._judgement = await this._tried();
      this._phase = 'judged';
    } catch (error) {
      this._phase = 'applied';
      this._trouble =
        error instanceof Stopped && error.trouble === 'interrupted'
          ? 'interrupted'
          : 'gone';
      if (!(error instanceof Stopped)) {
        console.error('torch-triage: the cell was not run.', error);
      }
    }
    this._changed.emit();
  }

  /**
   * Put the texts back as they were.
   *
   * @returns false where a cell was edited since: then it is left alone
   */
  takeBack(): boolean {
    const isOurs = this._cells.every(
      edit =>
        [edit.before, edit.after].includes(
          this._texts.source(edit.cellId) ?? ''
        ) && this._texts.mayEdit(edit)
    );
    if (!isOurs) {
      this._trouble = 'edited';
      this._changed.emit();
      return false;
    }
    this._texts.revert(
      this._cells.filter(
        ({ cellId, newAt, before }) =>
          newAt !== undefined || this._texts.source(cellId) !== before
      )
    );
    this.close();
    return true;
  }

  /** Nothing of it is shown any more. */
  close(): void {
    this._texts.mark(this._cells, false);
    Signal.clearData(this);
  }

  /** Only a new process can tell whether it helps. */
  private get _waitsForRestart(): boolean {
    const { action } = this.fix;
    return (
      !this.hasContext ||
      action?.kind === 'environment' ||
      (action?.kind === 'install' && action.isInUse === true)
    );
  }

  private _find(): void {
    const cells = this.watcher.codeCells();
    const { action } = this.fix;
    const cell = action && newCell(action, cells, this.failure.incident.cellId);
    const { edit, editAll } = this.fix;
    const found =
      typeof cell === 'object' && cell
        ? [cell]
        : new EditFinder(cells, this.failure).find(
            this.isForAll ? editAll : edit
          );
    this._cells = found ?? [];
    this._phase = found ? 'preview' : 'refused';
    this._trouble = found ? null : cell === 'there' ? 'there' : 'moved';
  }

  private _applyNow(): void {
    if (this._cells.some(edit => !this._texts.mayEdit(edit))) {
      this._trouble = 'read-only';
      return;
    }
    this._texts.apply(this._cells);
    this._phase = 'applied';
    this._texts.mark(this._cells, true);
  }

  /** Run the cells up to the first that fails. */
  private async _tried(): Promise<IJudgement> {
    const { diagnose, readProgram } = this._tools;
    const { incident: first, findings, frames } = this.failure;
    for (const cellId of this.toRun) {
      const widget = this._texts.widget(cellId);
      if (!widget) {
        throw new Stopped('cell-gone');
      }
      const { incident, executionCount } = await this._unlessGone(
        runCell(this.watcher, widget, readProgram)
      );
      if (incident) {
        const second = await diagnose(incident);
        const verdict = judge(
          {
            cellId: first.cellId,
            incident: first.incident,
            findings,
            code: placeOf(first, frames).code
          },
          {
            cellId,
            incident,
            findings: second.findings,
            code: placeOf(
              { ...first, incident, cellId, executionCount },
              second.frames
            ).code
          }
        );
        return { verdict, cellId, incident, findings: second.findings };
      }
      if (this._isInstallation(cellId) && hasPipFailed(printedBy(widget))) {
        return { ...nothing('not-installed'), cellId };
      }
    }
    return nothing(
      this.fix.action && this._waitsForRestart ? 'installed' : 'gone'
    );
  }

  private _isInstallation(cellId: string): boolean {
    return (
      this.fix.action?.kind === 'install' &&
      this._cells.some(edit => edit.cellId === cellId)
    );
  }

  /** `work`, unless the process under it ends. */
  private async _unlessGone<T>(work: Promise<T>): Promise<T> {
    const { processes } = this.watcher;
    let onGone = () => {};
    const gone = new Promise<never>((_, reject) => {
      onGone = () => reject(new Stopped('died'));
    });
    processes.replaced.connect(onGone);
    try {
      return await Promise.race([work, gone]);
    } finally {
      processes.replaced.disconnect(onGone);
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _texts: CellTexts;
  private _phase: Phase = 'preview';
  private _trouble: Trouble | null = null;
  private _cells: readonly ICellEdit[] = [];
  private _isRenewed = false;
  private _judgement: IJudgement | null = null;
}

/** A judgement of a run in which nothing failed. */
function nothing(verdict: Verdict): IJudgement {
  return { verdict, cellId: null, incident: null, findings: [] };
}

/** What a cell shows as text. */
function printedBy({ model }: Cell): string {
  const { stdout, stderr } = streamsOf(model as ICodeCellModel);
  return `${stdout}\n${stderr}`;
}
