import type { IFix } from '../diagnosis/types';

/** What a kind of a cause is told with. */
export type Words = readonly [
  title: string,
  cause: string,
  fixes: readonly IFix[]
];

/** A fix to be read before it is taken over. */
export function check(title: string, code: string, detail?: string): IFix {
  return {
    safety: 'check',
    title,
    ...(detail === undefined ? {} : { detail }),
    code
  };
}
