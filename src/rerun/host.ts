import type { IKernelFacts } from '../companion/kernel';
import type { IIncident } from '../incident/types';
import type { INature } from './nature';
import type { IChosen, IPlan } from './plan';
import type { IRunner, IRunnerListener, Way } from './runner';
import type { IVariables } from './variables';

/**
 * Where a re-run stands. `planned` waits for the user's word; `done` ran to its
 * end (a failure is an end too); `stopped` did not, see `trouble`.
 */
export type Phase =
  | 'planning'
  | 'planned'
  | 'restarting'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'stopped';

/** What a plan is made of. */
export interface IPrepared {
  readonly plan: IPlan;
  /** Of the process that failed, or of the one in its place. */
  readonly facts: IKernelFacts | null;
  /** The process that failed is gone already. */
  readonly isGone: boolean;
  /** The notebook's present process: its pid, and how many inputs it has run. */
  readonly pid: number | null;
  readonly executed: number;
  readonly variables: IVariables;
}

/** What a re-run needs of the place where the cell failed. */
export interface IRerunHost {
  readonly nature: INature;
  /** @throws Stopped when no plan can be made */
  prepare(): Promise<IPrepared>;
  runner(way: Way, listener: IRunnerListener): IRunner;
}

/** How a re-run ended. */
export interface IOutcome {
  readonly chosen: IChosen;
  /** What it failed with, null when nothing failed. */
  readonly incident: IIncident | null;
  readonly executionCount: number | null;
}
