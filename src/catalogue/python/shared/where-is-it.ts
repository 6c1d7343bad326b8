import type { IFix, ITranslate } from '../../../diagnosis/types';

/** Print the folder in which the kernel works, and what lies there. */
export function whereIsIt(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See where the kernel works, and what lies there'),
    code: 'import os\nprint(os.getcwd(), os.listdir())'
  };
}
