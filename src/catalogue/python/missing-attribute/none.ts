/** How something became None: sentences with the line, and its cell if it is another. */
import type { ITranslate } from '../../../diagnosis/types';
import type { ValuesOf } from '../../define';

type Read = ValuesOf<'made' | 'held' | 'name' | 'line' | 'input'>;

/** By a function that returns nothing. */
export function returned(
  trans: ITranslate,
  { made = '', name = '', line = '', input }: Read
): string {
  return input
    ? trans.__(
        'Line %1 of cell [%2] called %3, which has no return with a value, so it gave None. And None has no %4.',
        line,
        input,
        made,
        name
      )
    : trans.__(
        'Line %1 called %2, which has no return with a value, so it gave None. And None has no %3.',
        line,
        made,
        name
      );
}

/** By a method that changes its object in place. */
export function changedInPlace(
  trans: ITranslate,
  { made = '', name = '', line = '', input }: Read
): string {
  return input
    ? trans.__(
        'Line %1 of cell [%2] kept what %3() gives: it changes its object and gives None. And None has no %4.',
        line,
        input,
        made,
        name
      )
    : trans.__(
        'Line %1 kept what %2() gives: it changes its object and gives None. And None has no %3.',
        line,
        made,
        name
      );
}

/** By another call. */
export function called(
  trans: ITranslate,
  { made = '', name = '', line = '', input }: Read
): string {
  return input
    ? trans.__(
        'On line %1 of cell [%2] the call of %3() gave None. And None has no %4.',
        line,
        input,
        made,
        name
      )
    : trans.__(
        'On line %1 the call of %2() gave None. And None has no %3.',
        line,
        made,
        name
      );
}

/** By an assignment. */
export function assigned(
  trans: ITranslate,
  { held = '', name = '', line = '', input }: Read
): string {
  return input
    ? trans.__(
        'Line %1 of cell [%2] set %3 to None, and nothing has given it another value since. None has no %4.',
        line,
        input,
        held,
        name
      )
    : trans.__(
        'Line %1 set %2 to None, and nothing has given it another value since. None has no %3.',
        line,
        held,
        name
      );
}
