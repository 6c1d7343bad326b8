import type { IChecked } from '../../companion/operands';
import type { IProcess } from '../../companion/process';
import { ownValue } from '../../shared/own-value';
import type { IIncident } from '../../incident/types';
import type { IChosen } from '../plan/plan';

/**
 * Where cells run again: in the notebook's kernel, restarted; in a kernel
 * beside it; or in the notebook's process as it is.
 */
export type Way = 'notebook' | 'beside' | 'here';

/**
 * Why a re-run stopped before its end:
 *
 * - `no-kernel`: the notebook has none;
 * - `busy`: its kernel runs something, so it cannot tell what it ran;
 * - `no-answer`: a kernel did not answer, or did not start;
 * - `same-process`: no new process came;
 * - `not-set`: a variable is not in force in the new process;
 * - `not-first`: something ran in the new process before we could set it;
 * - `too-late`: CUDA had started in the new process before that;
 * - `not-returned`: a rescued variable did not come back;
 * - `died`: the process ended on the way;
 * - `restarted`: somebody restarted the kernel on the way;
 * - `interrupted`: somebody interrupted a cell;
 * - `cell-gone`: a cell of the plan is no longer in the notebook;
 * - `closed`: the notebook was closed.
 */
export type Trouble =
  | 'no-kernel'
  | 'busy'
  | 'no-answer'
  | 'same-process'
  | 'not-set'
  | 'not-first'
  | 'too-late'
  | 'not-returned'
  | 'died'
  | 'restarted'
  | 'interrupted'
  | 'cell-gone'
  | 'closed';

/** A re-run stopped; `trouble` says why. */
export class Stopped extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble);
  }
}

/** What one step printed and how it ended. */
export interface IStepResult {
  /** What it failed with, null when it passed. */
  readonly incident: IIncident | null;
  /** Its prompt number in the new process. */
  readonly executionCount: number | null;
}

/** A question of `input()` that waits for an answer. */
export interface IQuestion {
  readonly prompt: string;
  readonly isPassword: boolean;
  /** Null where the question is to be answered in the notebook. */
  readonly answer: ((text: string) => void) | null;
}

/** What a runner tells while it runs. */
export interface IRunnerListener {
  /** A step printed something; text without colours, bounded. */
  printed(text: string): void;
  /** A step waits for input; null when it goes on. */
  waiting(question: IQuestion | null): void;
}

/** Runs steps in a new process. Every promise rejects with `Stopped`. */
export interface IRunner {
  readonly way: Way;
  /**
   * Get a new process with `variables` in it before any user code; here, where
   * there is one, wait until it can be heard.
   *
   * @returns the process as it tells itself
   */
  start(variables: Readonly<Record<string, string>>): Promise<IProcess>;
  /**
   * Have the next step's operands checked; rejects with `AskError` where the
   * process cannot.
   */
  check(beside: IChecked): Promise<void>;
  /**
   * Give rescued variables back, in place of any of their names.
   *
   * @param rescue - its name
   * @returns the names that came back
   */
  giveBack(rescue: string, names: readonly string[]): Promise<string[]>;
  run(chosen: IChosen): Promise<IStepResult>;
  /** Stop what is under way; the promises of `start` and `run` still settle. */
  stop(): Promise<void>;
  /** Leave what must not outlive the re-run. */
  end(): Promise<void>;
}

/**
 * Refuse a process that does not fulfil what a re-run promises.
 *
 * @param before - the pid of the process that failed, null when unknown
 * @throws Stopped
 */
export function verify(
  process: IProcess,
  variables: Readonly<Record<string, string>>,
  before: number | null
): void {
  if (process.pid === before) {
    throw new Stopped('same-process');
  }
  if (process.executed > 0) {
    throw new Stopped('not-first');
  }
  if (process.started) {
    throw new Stopped('too-late');
  }
  const isSet = Object.entries(variables).every(
    ([name, value]) => ownValue(process.environment, name) === value
  );
  if (!isSet) {
    throw new Stopped('not-set');
  }
}
