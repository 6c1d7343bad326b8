import {
  isCodeCellModel,
  type ICellModel,
  type ICodeCellModel
} from '@jupyterlab/cells';
import type { IOutputAreaModel } from '@jupyterlab/outputarea';
import { Signal } from '@lumino/signaling';

/** Follows the code cells of one notebook as they come and go. */
export class CodeCells {
  /**
   * @param _onOutputs - the outputs of a cell changed
   * @param _onState - a cell's prompt number or another part of it changed
   */
  constructor(
    private readonly _onOutputs: (
      cell: ICodeCellModel,
      change: IOutputAreaModel.ChangedArgs
    ) => void,
    private readonly _onState: (cell: ICodeCellModel) => void
  ) {}

  /** In the order of the notebook, as of the last update. */
  get all(): readonly ICodeCellModel[] {
    return [...this._cells.values()];
  }

  /**
   * Bring the connections in line with the notebook.
   *
   * @returns the cells that came. One whose output model was replaced is new.
   */
  update(cells: Iterable<ICellModel>): readonly ICodeCellModel[] {
    const known = this._cells;
    this._cells = new Map();
    const added: ICodeCellModel[] = [];
    for (const cell of cells) {
      if (isCodeCellModel(cell)) {
        this._cells.set(cell.outputs, cell);
        if (!known.delete(cell.outputs)) {
          added.push(cell);
        }
      }
    }
    for (const [outputs, cell] of known) {
      outputs.changed.disconnect(this._outputsChanged, this);
      cell.stateChanged.disconnect(this._stateChanged, this);
    }
    for (const cell of added) {
      cell.outputs.changed.connect(this._outputsChanged, this);
      cell.stateChanged.connect(this._stateChanged, this);
    }
    return added;
  }

  /** Let go of all. */
  dispose(): void {
    Signal.clearData(this);
    this._cells.clear();
  }

  private _outputsChanged(
    outputs: IOutputAreaModel,
    change: IOutputAreaModel.ChangedArgs
  ): void {
    const cell = this._cells.get(outputs);
    if (cell) {
      this._onOutputs(cell, change);
    }
  }

  private _stateChanged(cell: ICellModel): void {
    this._onState(cell as ICodeCellModel);
  }

  private _cells = new Map<IOutputAreaModel, ICodeCellModel>();
}
