import type { IIncident } from '../incident/types';

/** An incident of a notebook: where it was seen, and when. */
export interface ICellIncident {
  /** Unique on this page. */
  readonly key: string;
  readonly incident: IIncident;
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
}
