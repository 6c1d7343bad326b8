import type {
  IRescue,
  IRescuedVariable,
  IReturnedVariable
} from '../incident/rescue';

/** Where a rescue stands. */
export type Phase =
  'rescuing' | 'rescued' | 'restoring' | 'restored' | 'failed';

/**
 * Why there is no rescue, or nothing came back:
 *
 * - `no-kernel`: the notebook has none;
 * - `no-place`: the kernel's machine has no folder of this user's alone;
 * - `nothing`: no rescue of this kernel is there, or all of it is back;
 * - `same-process`: the process is still the one that was rescued;
 * - `no-answer`: the kernel did not answer in time.
 */
export type Trouble =
  'no-kernel' | 'no-place' | 'nothing' | 'same-process' | 'no-answer';

/** A variable that came back, or not, and the cell that makes it. */
export interface IReturn extends IReturnedVariable {
  /** Null where no cell of the notebook is known to make it. */
  readonly cellId: string | null;
}

/** A variable that a rescue left behind, and the cell that makes it. */
export interface ILeft extends IRescuedVariable {
  readonly cellId: string | null;
}

/** The rescue of a notebook's variables. */
export interface IRescueState {
  readonly phase: Phase;
  readonly trouble: Trouble | null;
  /** Null until it is there, and where an earlier page made it. */
  readonly rescue: IRescue | null;
  readonly returned: readonly IReturn[];
  /** What was not kept, once the rest is back. */
  readonly left: readonly ILeft[];
}
