import type { IChosen } from './plan';

/** How long steps will take, going by last time. */
export interface ICost {
  /** Of the steps whose time is known. */
  readonly ms: number;
  /** How many steps' time is not known: then `ms` is a lower bound. */
  readonly unknown: number;
}

/**
 * The cost of some steps.
 *
 * @param steps - in the order they run
 * @param from - the step under way, the earlier ones are done
 * @param elapsed - how long that step has been running, in ms
 */
export function costOf(
  steps: readonly IChosen[],
  from = 0,
  elapsed = 0
): ICost {
  const times = steps.slice(from).map(({ step }) => step.ms);
  const spent = Math.min(elapsed, times[0] ?? 0);
  return {
    ms: times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0) - spent,
    unknown: times.filter(ms => ms === null).length
  };
}
