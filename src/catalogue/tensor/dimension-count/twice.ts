/** A dimension that a call names twice. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IKind, ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { printShape } from '../shared/print-shape';

type Value = 'names' | 'argument';

function causeOf(
  trans: ITranslate,
  { names, argument }: ValuesOf<Value>
): string {
  switch (argument) {
    case 'source':
    case 'destination':
      return trans.__(
        'movedim() was given [%1] as %2, and two of them are the same dimension: a negative number counts from the end.',
        names,
        argument
      );
    case 'diagonal':
      return trans.__(
        'A diagonal lies between two different dimensions, and both are dimension %1. A negative number counts from the end, so the two may be written differently.',
        names
      );
    case 'list':
      return trans.__(
        'Dimension %1 stands in the list of dimensions twice. A negative number counts from the end, so the two may be written differently.',
        names
      );
    default:
      return trans.__(
        'Each dimension may be named once only. A negative number counts from the end, so that in 3 dimensions 2 and -1 are the same.'
      );
  }
}

function fixOf(trans: ITranslate, argument: string | undefined): IFix {
  switch (argument) {
    case 'source':
    case 'destination':
      return check(
        trans.__('Name each dimension once'),
        'x = x.movedim((0, 1), (1, 2))'
      );
    case 'diagonal':
      return check(
        trans.__('Matrices in a batch: the last two dimensions'),
        'd = torch.diagonal(x, dim1=-2, dim2=-1)  # diag_embed(row) makes such matrices'
      );
    case 'list':
      return check(
        trans.__('Count them from the front, each once'),
        'dims = sorted({d % x.dim() for d in dims})'
      );
    default:
      return check(
        trans.__('Name each dimension once'),
        'x = x.permute(0, 2, 1)'
      );
  }
}

export const TWICE: IKind<Value> = {
  signs: [
    ...messageOrLog(
      /\bdim (?<names>-?\d{1,2}) appears multiple times in the list of dims/,
      { read: ({ names }) => ({ names, argument: 'list' }) }
    ),
    ...messageOrLog(
      /\bmovedim: repeated dim in `(?<argument>source|destination)` \(\[(?<names>[-\d, ]{1,40})\]/
    ),
    ...messageOrLog(
      /diagonal dimensions cannot be identical (?<names>-?\d{1,3}), -?\d{1,3}/,
      { read: ({ names }) => ({ names, argument: 'diagonal' }) }
    ),
    ...messageOrLog(
      /repeated dim in permute|\bpermute\(\): duplicate dims are not allowed|\bmovedim: repeated dim in `|diagonal dimensions cannot be identical/
    )
  ],
  words: (trans, { names, argument }) => ({
    title: trans.__('A dimension is named twice'),
    cause: causeOf(trans, { names, argument }),
    fixes: [fixOf(trans, argument), printShape(trans)]
  })
};
