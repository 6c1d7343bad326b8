import type { ISeen } from '../../notebook/execution-log';
import type { IKernelFacts } from '../../companion/record';
import type { IIncident } from '../../incident/types';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import type { IChosen, IPlan, Purpose } from '../plan/plan';
import type { IRunner, IRunnerListener, Way } from './runner';
import type { IVariables } from '../plan/variables';

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

/** The kernel that a plan was made for. */
export interface IAttached {
  /** Null when the notebook had none. */
  readonly kernelId: string | null;
  /** Paths of the other notebooks with this kernel. */
  readonly sharedWith: readonly string[];
}

/** What a plan is made of. */
export interface IPrepared {
  readonly plan: IPlan;
  /** Of the process that failed, or of the one in its place. */
  readonly facts: IKernelFacts | null;
  /** The process that failed is gone already. */
  readonly isGone: boolean;
  readonly attached: IAttached;
  /** The notebook's present process: its pid, and how many inputs it has run. */
  readonly pid: number | null;
  readonly executed: number;
  /** What the process ran after the failed cell, as far as the page saw it. */
  readonly later: readonly ISeen[];
  readonly variables: IVariables;
}

/** What a re-run needs of the place where the cell failed. */
export interface IRerunHost {
  readonly purpose: Purpose;
  readonly nature: IFailureTraits;
  /** Whether it failed in a layer or a replica, whose operands a checked run keeps. */
  readonly isInLayers: boolean;
  /** @throws Stopped when no plan can be made */
  prepare(): Promise<IPrepared>;
  /**
   * Whether the notebook's kernel is still as it was when the plan was made.
   *
   * @throws Stopped when it runs something
   */
  isCurrent(prepared: IPrepared, way: Way): Promise<boolean>;
  runner(way: Way, listener: IRunnerListener): IRunner;
}

/** A host whose notebook a re-run can change. */
export interface INotebookHost extends IRerunHost {
  /** Whether the re-run replaced anything that can be put back. */
  readonly canRestore: boolean;
  /** Whether steps ran without their cells, which were left as they were. */
  readonly hasSpared: boolean;
  /** Put back what the re-run replaced and nobody has changed since. */
  restore(): void;
}

/** How a re-run ended. */
export interface IOutcome {
  readonly chosen: IChosen;
  /** What it failed with, null when nothing failed. */
  readonly incident: IIncident | null;
  readonly executionCount: number | null;
}
