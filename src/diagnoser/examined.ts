/** What a reading gives: apart from what reads, which the page loads late. */
import type { FindingData } from '../diagnosis/types';
import type { IFrame } from '../incident/types';

/** Where a failure was, as its traceback shows it. */
export interface IFrames {
  /** The frame of the failed cell itself. */
  readonly cell: IFrame | null;
  /** The innermost frame of the user's own code. */
  readonly own: IFrame | null;
  /** Of the exception that the failed cell shows, the outermost first. */
  readonly stack: readonly IFrame[];
}

/** What engines of ipyparallel raised for the failed cell. */
export interface IOnEngines {
  readonly ename: string;
  readonly numbers: readonly string[];
}

/** What one reading of a failure tells. Plain data. */
export interface IExamined<Finding = FindingData> {
  /** Best first; none where nothing is recognised. */
  readonly findings: readonly Finding[];
  readonly frames: IFrames;
  /** The first exception that engines raised; null where none did. */
  readonly onEngines: IOnEngines | null;
  /** The failed assertions, as printed, each once. */
  readonly assertions: readonly string[];
}

/** Nothing is known of it. */
export const NOTHING_EXAMINED: IExamined<never> = {
  findings: [],
  frames: { cell: null, own: null, stack: [] },
  onEngines: null,
  assertions: []
};
