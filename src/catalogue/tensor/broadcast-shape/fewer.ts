/** A tensor that has more dimensions than the place that it is written into. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { partsOf } from '../../shared/call-text';
import { ownLine } from '../../shared/ran-code';

/** `X[1, 2] = y`, as far as it is one assignment to a place of a tensor. */
const ASSIGNED =
  /^(?<target>[a-z_][\w.]{0,60})\[(?<index>[^[\]]{1,60})\] ?= ?(?<value>[^=].{0,120})$/i;

/** Sizes as the message prints them. */
function sizes(text: string): string[] {
  return text === '' ? [] : text.split(', ');
}

/** The line with room for all values where it names a single element. */
export function withRoom(
  { given = '' }: ValuesOf<'given'>,
  reading: IReading
): string | undefined {
  const { target, index, value } =
    ASSIGNED.exec(ownLine(reading))?.groups ?? {};
  const [count, ...more] = sizes(given);
  const parts = partsOf(index ?? '');
  return target === undefined || parts === null || more.length > 0
    ? undefined
    : `${target}[${[...parts.slice(0, -1), `:${count}`].join(', ')}] = ${value}`;
}

/** A single element cannot take several values. */
function elementFixes(
  trans: ITranslate,
  { given = '', anew }: ValuesOf<'given' | 'anew'>
): IFix[] {
  const [count = 'n'] = sizes(given);
  return [
    check(
      trans.__('Name as many elements as there are values, not one'),
      anew ?? `x[i, :${count}] = values  # not x[i, j] = values`
    ),
    check(
      trans.__('Or make one number of the values'),
      'x[i] = values.mean()  # or values[-1]'
    )
  ];
}

/** Dimensions of size 1 too many, or rows too many. */
function rowFixes(trans: ITranslate, given: string[], place: string[]): IFix[] {
  const at = given.lastIndexOf('1');
  if (
    at > 0 &&
    given.filter((_, index) => index !== at).join() === place.join()
  ) {
    const dim = at === given.length - 1 ? -1 : at;
    return [
      check(
        trans.__('Take out the dimension of size 1'),
        `x[i] = y.squeeze(${dim})`
      )
    ];
  }
  return given.slice(1).join() === place.join()
    ? [
        check(
          trans.__('Name as many rows as there are'),
          `x[i:i + ${given[0]}] = y`
        ),
        check(trans.__('Or take one of them'), 'x[i] = y[0]')
      ]
    : [];
}

/** The words, where `given` was to be written into `place`, or expanded to it. */
export function fewerWords(
  trans: ITranslate,
  { given, place, anew }: ValuesOf<'given' | 'place' | 'anew'>,
  look: IFix
): IWords {
  if (given === undefined || place === undefined) {
    return {
      title: trans.__('The shapes of two tensors do not fit together'),
      cause: trans.__(
        'An assignment and expand() can add dimensions in front of a tensor, and never take one away.'
      ),
      fixes: [look]
    };
  }
  return {
    title:
      place === ''
        ? trans.__('[%1] values do not fit into one element', given)
        : trans.__('[%1] does not fit into [%2]', given, place),
    cause:
      place === ''
        ? trans.__(
            'The place is a single element, with no dimension, and the values have the shape [%1]. An assignment and expand() can add dimensions in front, and never take one away.',
            given
          )
        : trans.__(
            'The place has the shape [%1], the values [%2]. An assignment and expand() can add dimensions in front, and never take one away.',
            place,
            given
          ),
    fixes: [
      ...(place === ''
        ? elementFixes(trans, { given, anew })
        : rowFixes(trans, sizes(given), sizes(place))),
      look
    ]
  };
}
