import type { ICellIncident } from './types';

/** The incidents of a notebook: at most one a cell. */
export class IncidentTable {
  has(cellId: string): boolean {
    return this._byCell.has(cellId);
  }

  get(cellId: string): ICellIncident | undefined {
    return this._byCell.get(cellId);
  }

  keys(): IterableIterator<string> {
    return this._byCell.keys();
  }

  values(): IterableIterator<ICellIncident> {
    return this._byCell.values();
  }

  /** Those of one prompt number. */
  numbered(executionCount: number): ICellIncident[] {
    return [...(this._byNumber.get(executionCount)?.values() ?? [])];
  }

  set(incident: ICellIncident): void {
    const { cellId, executionCount } = incident;
    this.delete(cellId);
    this._byCell.set(cellId, incident);
    if (executionCount !== null) {
      const numbered = this._byNumber.get(executionCount) ?? new Map();
      this._byNumber.set(executionCount, numbered.set(cellId, incident));
    }
  }

  delete(cellId: string): void {
    const known = this._byCell.get(cellId);
    this._byCell.delete(cellId);
    if (known && known.executionCount !== null) {
      this._byNumber.get(known.executionCount)?.delete(cellId);
    }
  }

  private readonly _byCell = new Map<string, ICellIncident>();
  /** 10,000 failed cells are compared with few others each. */
  private readonly _byNumber = new Map<number, Map<string, ICellIncident>>();
}
