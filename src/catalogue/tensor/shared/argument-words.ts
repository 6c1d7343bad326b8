import type { ITranslate, Values } from '../../../diagnosis/types';
import { givenOf } from './argument-fixes';

const MAX_TITLE = 60;

/** Why such a value stands there, as far as it is usual. */
function reason(trans: ITranslate, values: Values): string {
  switch (givenOf(values)) {
    case 'tensors':
      return trans.__(
        'The tensors must come in one list; one after another they are taken for other arguments.'
      );
    case 'dtype':
      return trans.__(
        'Number types are objects of torch such as torch.float32; texts and NumPy’s types are not taken.'
      );
    case 'fraction':
      return trans.__(
        'In Python 3 the division / gives a float even where it goes out even; // gives an int.'
      );
    case 'none':
      return trans.__(
        'None usually comes from an option left out, or from a function without return.'
      );
    case 'tensor':
      return trans.__(
        'A plain number is wanted here, and a tensor stays a tensor even with one number in it.'
      );
    case 'text':
      return trans.__(
        'What is read from a file, a form or the command line is a text until it is converted.'
      );
    case 'function':
      return trans.__(
        'Usually the brackets of a call are missing: x.size is a function, x.size() its result.'
      );
    case 'many':
      return trans.__('One value is wanted, and several were given at once.');
    case 'dimensions':
      return trans.__(
        'Older versions take one dimension at a time here; newer ones take several for most functions.'
      );
    case 'named':
      return trans.__(
        'Types and devices are taken by name only: dtype=torch.float32, device=x.device.'
      );
    case 'other':
      return trans.__(
        'Nothing is converted on the way into a function of torch.'
      );
  }
}

/** What was called, as the first word of a sentence or inside of one. */
function callOf(
  trans: ITranslate,
  func: string | undefined
): readonly [first: string, inside: string] {
  return func
    ? [`${func}()`, `${func}()`]
    : [trans.__('The function'), trans.__('the function')];
}

/** The title of `tensor/argument-type`, of at most 60 characters. */
export function argumentTitle(trans: ITranslate, values: Values): string {
  const { kind, func, argument, wanted, type, names } = values;
  const [call] = callOf(trans, func);
  const generic = trans.__('An argument is not of the type that it must be');
  const title =
    kind === 'missing'
      ? trans.__('%1 was not given %2', call, names ?? trans.__('all it needs'))
      : kind === 'keyword'
        ? trans.__('%1 has no argument “%2” here', call, argument ?? '')
        : argument && wanted && type
          ? kind === 'element'
            ? trans.__('“%1” must be %2, and holds %3', argument, wanted, type)
            : trans.__('“%1” must be %2, not %3', argument, wanted, type)
          : generic;
  return title.length <= MAX_TITLE ? title : generic;
}

/** Its cause. */
export function argumentCause(trans: ITranslate, values: Values): string {
  const { kind, func, argument, wanted, type, names } = values;
  const [call, inside] = callOf(trans, func);
  switch (kind) {
    case 'missing':
      return trans.__(
        '%1 cannot do without %2. As a method of a tensor the tensor itself counts as the first argument.',
        call,
        names ?? trans.__('one of its arguments')
      );
    case 'keyword':
      return trans.__(
        'No form of %1 takes “%2” together with the other arguments. Names differ from NumPy and from other versions of torch.',
        inside,
        argument ?? ''
      );
    case 'inside':
      return trans.__(
        'From outside all types fit %1, so it is an element inside of a tuple or list: usually a float, a None or another tuple among the sizes.',
        inside
      );
  }
  if (!argument || !wanted || !type) {
    return trans.__(
      'The number or the types of the arguments fit no form of %1. The message lists the forms; what does not fit stands between exclamation marks (!float!).',
      inside
    );
  }
  return kind === 'element'
    ? trans.__(
        '%1 needs %2 for “%3”, and one element is %4. %5',
        call,
        wanted,
        argument,
        type,
        reason(trans, values)
      )
    : trans.__(
        '%1 needs %2 for “%3” and was given %4. %5',
        call,
        wanted,
        argument,
        type,
        reason(trans, values)
      );
}
