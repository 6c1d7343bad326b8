/** Cells that began and never ended: the only trace of a kernel that died. */

/** A cell that was started, and has no answer. */
export interface IUnfinished {
  /** Index of the cell in the notebook, from 0. */
  readonly cell: number;
  readonly executionCount: number | null;
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

function isUnfinished({ metadata }: ICell): boolean {
  const { execution, papermill } = metadata ?? {};
  return (
    // A kernel that died has sent no reply; papermill calls the cell completed.
    (typeof execution?.['iopub.execute_input'] === 'string' &&
      execution['shell.execute_reply'] === undefined) ||
    // papermill itself was ended while the cell ran.
    (papermill?.status === 'running' && typeof papermill.end_time !== 'string')
  );
}

/** The cells of a notebook that were started and got no answer. */
export function unfinishedCells(cells: readonly unknown[]): IUnfinished[] {
  return cells.flatMap((value, cell) => {
    const one = (value ?? {}) as ICell;
    const count = one.execution_count;
    return isUnfinished(one)
      ? [{ cell, executionCount: typeof count === 'number' ? count : null }]
      : [];
  });
}

/** What is to be said of such a cell. */
export function unfinishedNote({ cell, executionCount }: IUnfinished): string {
  const number = executionCount === null ? '' : ` [${executionCount}]`;
  return (
    `cell ${cell + 1}${number} has no result: it was started, and no answer of ` +
    'the kernel is noted. The kernel may have died (for want of memory, in a ' +
    'crash), or the run was ended.'
  );
}
