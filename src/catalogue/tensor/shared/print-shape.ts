import type { IFix, ITranslate } from '../../../diagnosis/types';

/** A look at the shape of what the call is given. */
export function printShape(trans: ITranslate, name = 'x'): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print the shape just before the line'),
    code: `print(${name}.shape)`
  };
}
