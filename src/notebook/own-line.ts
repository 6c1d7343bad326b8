import { lineIn } from '../incident/traceback/cell-lines';
import type { IFrame } from '../incident/types';
import { memoize } from '../shared/memoize';
import type { INotebookCell } from './types';
import { cellHash, hashIn } from '../incident/traceback/cell-hash';

/** A line of the user's own in a cell of the notebook. */
export interface IOwnLine {
  readonly cellId: string;
  readonly executionCount: number | null;
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly func: string;
  /** The cell's text, in which the line was found. */
  readonly source: string;
}

/** Finds the cells of a notebook in which frames of a traceback lie. */
export class OwnLines {
  /** @param cells - the code cells, asked for once, when they are needed */
  constructor(private readonly _cells: () => readonly INotebookCell[]) {}

  /**
   * The line of a frame in the cell that holds it. The file's name proves the
   * cell, or its number and the quoted text do; a cell that was edited since is
   * not found, and of several none is.
   */
  find(frame: IFrame | null): IOwnLine | null {
    if (frame?.place !== 'cell' || frame.line === 0) {
      return null;
    }
    const hash = hashIn(frame.file);
    this._known ??= this._cells();
    const found = this._known.flatMap(cell => {
      const { id, source, executionCount } = cell;
      const isIt =
        hash !== null
          ? this._hashOf(cell) === hash
          : frame.executionCount === undefined ||
            frame.executionCount === executionCount;
      const isQuoted = frame.code !== '';
      const line = isIt && (isQuoted || hash !== null) && lineIn(frame, source);
      if (!line) {
        return [];
      }
      const code = source.split('\n')[line - 1];
      const { func } = frame;
      return [{ cellId: id, executionCount, line, code, func, source }];
    });
    return found.length === 1 ? found[0] : null;
  }

  private readonly _hashOf = memoize((cell: INotebookCell) =>
    cellHash(cell.source)
  );
  private _known: readonly INotebookCell[] | null = null;
}
