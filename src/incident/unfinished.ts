/** Cells that began and never ended: the only trace of a kernel that died. */

/** A cell that was started, and has no answer. */
export interface IUnfinished {
  /** Index of the cell in the notebook, from 0. */
  readonly cell: number;
  readonly executionCount: number | null;
  /**
   * Where papermill ran it last: whether papermill came to the cell's end, as
   * it does when the kernel dies. Null where something else may have run it.
   */
  readonly hasPapermillEnded: boolean | null;
}

/** What of a cell tells how its run went; nothing of it is trusted. */
interface ICell {
  readonly execution_count?: unknown;
  readonly metadata?: {
    /** The times of messages, as nbclient and JupyterLab note them. */
    readonly execution?: Readonly<Record<string, unknown>> | null;
    readonly papermill?: Readonly<Record<string, unknown>> | null;
  } | null;
}

/** The cells of a notebook that were started and got no answer. */
export function unfinishedCells(cells: readonly unknown[]): IUnfinished[] {
  return cells.flatMap((value, cell): IUnfinished[] => {
    const one = (value ?? {}) as ICell;
    const count = one.execution_count;
    const executionCount = typeof count === 'number' ? count : null;
    const { execution, papermill } = one.metadata ?? {};
    const input = execution?.['iopub.execute_input'];
    // papermill itself was ended while the cell ran, and it was not run since.
    if (
      papermill?.status === 'running' &&
      typeof papermill.end_time !== 'string' &&
      executionCount === null
    ) {
      return [{ cell, executionCount, hasPapermillEnded: false }];
    }
    // A kernel that died has sent no reply; papermill calls the cell completed.
    if (
      typeof input === 'string' &&
      execution?.['shell.execute_reply'] === undefined
    ) {
      const isPapermills =
        timeOf(input) >= timeOf(papermill?.start_time) &&
        timeOf(input) <= timeOf(papermill?.end_time);
      return [
        { cell, executionCount, hasPapermillEnded: isPapermills || null }
      ];
    }
    return [];
  });
}

/** In ms; NaN, which compares with nothing, where it is no time. */
function timeOf(text: unknown): number {
  return typeof text === 'string' ? Date.parse(text) : NaN;
}
