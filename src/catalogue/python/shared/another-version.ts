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
      'That shows the installed release and all others. The project’s requirements name one, or it is the last before the code was written: %pip install "%1==…", then restart.',
      name
    ),
    code: `%pip index versions ${name}`
  };
}
