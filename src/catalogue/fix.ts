import type { IFix, IPage } from '../diagnosis/types';

/** What a kind of a cause is told with. */
export type Words = readonly [
  title: string,
  cause: string,
  fixes: readonly IFix[]
];

/** `words` as the part of a page that they are. */
export function told([title, cause, fixes]: Words): Pick<
  IPage,
  'title' | 'cause' | 'fixes'
> {
  return { title, cause, fixes };
}

/** A fix to be read before it is taken over. */
export function check(title: string, code: string, detail?: string): IFix {
  return {
    safety: 'check',
    title,
    ...(detail === undefined ? {} : { detail }),
    code
  };
}
