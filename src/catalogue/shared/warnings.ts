import type { IFix, ITranslate } from '../../diagnosis/types';

/** The line that warns is a library's, not the user's. */
export function updateTheLibrary(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('The warning comes from a library: update the library'),
    detail: trans.__('The path before the warning names it.')
  };
}

/** When it is not this: something else has failed. */
export function stopsNoCell(trans: ITranslate): string {
  return trans.__(
    'A warning never stops a cell: if it failed, look for the exception below.'
  );
}
