import { alreadyThere } from './already-there';
import { Needs, type IRan, type IVerdict, type Reason } from './needs/needs';
import {
  choicesOf,
  isFixed,
  isTarget,
  type IChoice,
  type IPlan,
  type IStep
} from './plan';
import { withReturns, type IRescued, type IReturning } from './rescued';

/** Which cells are proposed: those that are needed, or all that ran. */
export type Scope = 'needed' | 'all';

/** Why a step is in or out; `rescued`: what others need of it comes back. */
export type StepReason =
  Reason | { readonly kind: 'rescued'; readonly names: readonly string[] };

/** Whether a step is needed, and why or why not. */
export interface IStepVerdict {
  readonly isNeeded: boolean;
  readonly reason: StepReason;
}

/** What runs, and why. */
export interface ISelection {
  readonly choices: ReadonlyMap<string, IChoice>;
  /** By the step's key. */
  readonly verdicts: ReadonlyMap<string, IStepVerdict>;
  /** The rescued variables that the steps rely on, in order. */
  readonly returns: readonly IReturning[];
}

/**
 * What to run of a plan.
 *
 * What {@link choicesOf} leaves out stays out, needed or not, until the user
 * takes it in. What the user takes in brings what it needs itself.
 *
 * @param asked - what the user chose, by the step's key
 * Of what is needed, what the process has run already is left out, too.
 *
 * @param isLate - the failure may be of what an earlier cell did on a GPU
 * @param rescued - variables that come back, so that their cells need not run
 */
export function selectionOf(
  plan: IPlan,
  scope: Scope,
  asked: ReadonlyMap<string, Partial<IChoice>>,
  isLate: boolean,
  rescued: readonly IRescued[] = []
): ISelection {
  const { steps } = plan;
  const offered = choicesOf(plan);
  const isOffered = ({ key }: IStep) => offered.get(key)?.isIncluded === true;
  const wish = (step: IStep) => asked.get(step.key)?.isIncluded;
  const textOf = ({ key }: IStep) =>
    asked.get(key)?.text ?? offered.get(key)?.text ?? 'ran';
  const ran = steps.map((step): IRan => ({
    source: textOf(step) === 'now' ? (step.now ?? step.ran) : step.ran,
    mayNotRun: step.hasFailed || !(wish(step) ?? isOffered(step))
  }));
  const targets = steps.flatMap((step, at) =>
    isTarget(plan, step) || wish(step) === true ? [at] : []
  );
  const plain = new Needs(ran).verdicts(targets, isLate);
  for (const at of alreadyThere(plan.present, ran, plain)) {
    plain[at] = { isNeeded: false, reason: { kind: 'there' } };
  }
  const { found, returns } =
    scope === 'needed' && rescued.length > 0
      ? verdictsWith(rescued, ran, targets, isLate, plain)
      : { found: plain, returns: [] };
  const choices = new Map<string, IChoice>();
  const verdicts = new Map<string, IStepVerdict>();
  steps.forEach((step, at) => {
    const isProposed = scope === 'all' || found[at].isNeeded;
    choices.set(step.key, {
      text: textOf(step),
      isIncluded:
        isFixed(plan, step) || (wish(step) ?? (isProposed && isOffered(step)))
    });
    verdicts.set(step.key, found[at]);
  });
  return { choices, verdicts, returns };
}

/**
 * What is needed of what ran, and of the rescued variables.
 *
 * @param plain - what is needed without these
 */
function verdictsWith(
  rescued: readonly IRescued[],
  ran: readonly IRan[],
  targets: readonly number[],
  isLate: boolean,
  plain: readonly IVerdict[]
): { found: IStepVerdict[]; returns: IReturning[] } {
  const all = withReturns(ran, rescued);
  const told = new Needs(all.ran).verdicts(
    targets.map(at => all.steps.indexOf(at)),
    isLate
  );
  const returns = [...all.returns].flatMap(([at, one]) =>
    told[at].isNeeded ? [one] : []
  );
  const names = returns.flatMap(one => one.names);
  const found = ran.map((_, at): IStepVerdict => {
    const { isNeeded, reason } = told[all.steps.indexOf(at)];
    if (!isNeeded && plain[at].isNeeded) {
      return { isNeeded, reason: { kind: 'rescued', names } };
    }
    if (reason.kind !== 'need') {
      return { isNeeded, reason };
    }
    const by = all.steps[reason.by];
    return by === null ? plain[at] : { isNeeded, reason: { ...reason, by } };
  });
  return { found, returns };
}
