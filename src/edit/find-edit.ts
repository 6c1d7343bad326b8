import { UUID } from '@lumino/coreutils';

import { changed, changesOf } from '../code/changes';
import { readCode } from '../code/code';
import type { Edit, ICode, IOperand } from '../code/types';
import type { INotebookCell } from '../notebook/types';
import { failureCode } from './failure-code';
import type { ICellEdit, IDiagnosedFailure } from './types';

/** Of a longer notebook no change is looked for: reading it takes too long. */
const MAX_TEXT = 300_000;

/** Looks for the changes that fixes of one failure make, reading each cell once. */
export class EditFinder {
  constructor(cells: readonly INotebookCell[], failure: IDiagnosedFailure) {
    this._code = failureCode(cells, failure);
    this._tensors = failure.incident.incident.tensors?.tensors ?? [];
    const length = cells.reduce((sum, { source }) => sum + source.length, 0);
    this._isTooLong = length > MAX_TEXT;
  }

  /** The cells and files that an edit changes; null where it is not sure. */
  find(edit: Edit | undefined): readonly ICellEdit[] | null {
    const { cells, files, places } = this._code;
    const sources = [
      ...cells.map(({ source }) => source),
      ...files.map(({ text }) => text)
    ];
    const tensors = this._tensors;
    const changes =
      edit && !this._isTooLong
        ? changesOf(
            edit,
            { sources, places, tensors, filesFrom: cells.length },
            text => this._read(text)
          )
        : null;
    if (!changes) {
      return null;
    }
    return sources.flatMap((before, at) => {
      const own = changes.filter(({ cell }) => cell === at);
      const after = changed(before, own);
      const place =
        at < cells.length
          ? { cellId: cells[at].id }
          : { cellId: '', file: files[at - cells.length].path };
      const above = own.flatMap(change => change.above ?? []);
      return own.length === 0
        ? []
        : [
            ...(at < cells.length
              ? above.map(text => newCellAbove(cells[at], text))
              : []),
            { ...place, before, after, changes: own }
          ];
    });
  }

  private _read(text: string): ICode | null {
    let code = this._codes.get(text);
    if (code === undefined) {
      code = readCode(text);
      this._codes.set(text, code);
    }
    return code;
  }

  private readonly _code;
  private readonly _tensors: readonly IOperand[];
  private readonly _isTooLong: boolean;
  private readonly _codes = new Map<string, ICode | null>();
}

function newCellAbove({ position }: INotebookCell, text: string): ICellEdit {
  return {
    cellId: UUID.uuid4(),
    newAt: position - 1,
    before: '',
    after: text,
    changes: []
  };
}
