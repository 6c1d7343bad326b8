import type { IFix, ITranslate } from '../../../diagnosis/types';

/** The code fits another version of a package than the installed one. */
export function anotherVersion(
  trans: ITranslate,
  title: string,
  name: string
): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__(
      'Its requirements or its release notes name one. Restart the kernel after you installed it.'
    ),
    code: `%pip install "${name}==VERSION"`
  };
}
