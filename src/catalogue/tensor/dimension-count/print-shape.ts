import type { IFix, ITranslate } from '../../../diagnosis/types';

/** The last fix of every kind. */
export function printShape(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Print the shape just before the line'),
    code: 'print(x.shape)'
  };
}
