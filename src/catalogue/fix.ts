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
