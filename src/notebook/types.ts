import type { IIncident } from '../incident/types';

/** An incident of a notebook: where it was seen, and when. */
export interface ICellIncident {
  /** Unique on this page. */
  readonly key: string;
  readonly incident: IIncident;
  /** `''` for a kernel that died while no cell ran. */
  readonly cellId: string;
  /** The prompt number of the failed execution, null when it has none. */
  readonly executionCount: number | null;
  /** Milliseconds since 1970; null when it was there when the notebook opened. */
  readonly time: number | null;
  /**
   * Counts the kernel processes this page has seen behind the notebook: a
   * broken CUDA context ends with its process. Errors found in the file have 0.
   */
  readonly kernelRun: number;
  /** For a kernel's death: what went with it. */
  readonly lost?: ILost;
}

/** A code cell as it stands in the notebook. */
export interface INotebookCell {
  readonly id: string;
  readonly source: string;
  readonly executionCount: number | null;
  /** Its place among all cells, from 1. */
  readonly position: number;
}

/** Cells whose results or runs a kernel's death took, in order. */
export interface ILost {
  /** Had run in the process that died. */
  readonly earlier: readonly string[];
  /** Waited behind the cell that was running. */
  readonly queued: readonly string[];
}
