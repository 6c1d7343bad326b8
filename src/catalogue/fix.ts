import type { IFix } from '../diagnosis/types';

/** A fix to be read before it is taken over. */
export function check(title: string, code: string, detail?: string): IFix {
  return {
    safety: 'check',
    title,
    ...(detail === undefined ? {} : { detail }),
    code
  };
}

/**
 * A line of `%pip` that a press can run: it names distributions that are sure to
 * be the right ones.
 *
 * @param fix - `isInUse`: the kernel may have imported what it replaces
 */
export function pip({
  title,
  line,
  detail,
  isInUse = false
}: {
  readonly title: string;
  readonly line: string;
  readonly detail?: string;
  readonly isInUse?: boolean;
}): IFix {
  return {
    ...check(title, line, detail),
    action: { kind: 'install', line, isInUse }
  };
}
