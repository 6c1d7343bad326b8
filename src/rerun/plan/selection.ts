import { Needs, type IRan, type IVerdict } from './needs/needs';
import { alreadyThere } from './already-there';
import {
  choicesOf,
  isFixed,
  isTarget,
  type IChoice,
  type IPlan,
  type IStep
} from './plan';

/** Which cells are proposed: those that are needed, or all that ran. */
export type Scope = 'needed' | 'all';

/** What runs, and why. */
export interface ISelection {
  readonly choices: ReadonlyMap<string, IChoice>;
  /** By the step's key. */
  readonly verdicts: ReadonlyMap<string, IVerdict>;
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
 */
export function selectionOf(
  plan: IPlan,
  scope: Scope,
  asked: ReadonlyMap<string, Partial<IChoice>>,
  isLate: boolean
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
  const found = new Needs(ran).verdicts(targets, isLate);
  for (const at of alreadyThere(plan.present, ran, found)) {
    found[at] = { isNeeded: false, reason: { kind: 'there' } };
  }
  const choices = new Map<string, IChoice>();
  const verdicts = new Map<string, IVerdict>();
  steps.forEach((step, at) => {
    const isProposed = scope === 'all' || found[at].isNeeded;
    choices.set(step.key, {
      text: textOf(step),
      isIncluded:
        isFixed(plan, step) || (wish(step) ?? (isProposed && isOffered(step)))
    });
    verdicts.set(step.key, found[at]);
  });
  return { choices, verdicts };
}
