/** What gives a name its value: to run the cells that do. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import type { Value } from './values';

/** The menu runs what lies above in order. */
export function runAbove(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Run the cells above, in order'),
    detail: trans.__(
      'Select this cell, then Run › Run All Above Selected Cell. Cells that train or write files do so again.'
    )
  };
}

/** A cell that is known. */
export function runOne(trans: ITranslate, cell: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Run cell %1, then this one again', cell),
    detail: trans.__('It is counted from the top of the notebook.')
  };
}

/** Words on a cell that has to run first. */
export function runFirst(
  trans: ITranslate,
  { name = '', cell = '' }: ValuesOf<Value>,
  cause: string
): IWords {
  return {
    title: trans.__(
      'Run cell %1, counted from the top: it defines %2',
      cell,
      name
    ),
    cause,
    fixes: [runOne(trans, cell), runAbove(trans)]
  };
}
