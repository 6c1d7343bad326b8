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

/** That cell and all above: by its prompt number `own` this one began a session. */
export function runEither(
  trans: ITranslate,
  { cell = '', own }: ValuesOf<'cell' | 'own'>
): IFix[] {
  const both = [runOne(trans, cell), runAbove(trans)];
  return own !== undefined && Number(own) <= 2 ? both.reverse() : both;
}

/** Words on a cell that has to run first. */
export function runFirst(
  trans: ITranslate,
  { name = '', cell = '', own }: ValuesOf<Value>,
  cause: string
): IWords {
  return {
    title: trans.__(
      'Run cell %1, counted from the top: it defines %2',
      cell,
      name
    ),
    cause,
    fixes: runEither(trans, { cell, own })
  };
}
