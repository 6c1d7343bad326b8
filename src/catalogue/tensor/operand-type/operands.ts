/** A tensor and another operand of `+`, `<` and the like. */
import { check } from '../../fix';
import type { IWords } from '../../define';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

const MAX_TITLE = 60;

const TENSOR = String.raw`(?:Tensor|Parameter|torch\.(?:cuda\.)?\w{1,12}Tensor)`;

const ANY = String.raw`[\w.]{1,60}`;

/** Python's words for two operands, one of them a tensor. */
function operands(before: string): RegExp[] {
  const pair = (left: string, right: string): RegExp =>
    new RegExp(
      String.raw`${before}["'](?<left>${left})["'] and ["'](?<right>${right})["']`
    );
  return [pair(TENSOR, ANY), pair(ANY, TENSOR)];
}

/** Python's words for arithmetic and for a comparison. */
export const COMBINED: readonly RegExp[] = [
  ...operands(
    String.raw`unsupported operand type\(s\) for (?<operator>[^:"']{1,14}): `
  ),
  ...operands(
    String.raw`["'](?<operator>[<>=]{1,2})["'] not supported between instances of `
  )
];

function reason(trans: ITranslate, other: string): string {
  switch (other) {
    case 'NoneType':
      return trans.__(
        'None usually comes from a forward() without return, from an option left out, or from .grad before backward().'
      );
    case 'numpy.ndarray':
      return trans.__(
        'An array on the left makes NumPy convert the tensor, which it cannot do for one on the GPU or with gradients.'
      );
    case 'str':
      return trans.__('A text is no number until it is converted.');
    case 'list':
    case 'tuple':
      return trans.__('Python’s lists and tuples have no arithmetic.');
    default:
      return trans.__('Only tensors and plain numbers go together.');
  }
}

function fixesFor(trans: ITranslate, other: string): IFix[] {
  switch (other) {
    case 'NoneType':
      return [
        check(
          trans.__('Find where the None comes from'),
          'assert x is not None\nassert mask is not None',
          trans.__('A function that ends without return gives None.')
        )
      ];
    case 'numpy.ndarray':
      return [
        check(
          trans.__('Make a tensor of the array first'),
          'a = torch.from_numpy(a).to(x)  # type and device of x\ny = a * x'
        )
      ];
    case 'str':
      return [check(trans.__('Convert the text'), 'y = x + float(text)')];
    case 'list':
    case 'tuple':
      return [
        check(
          trans.__('A list of numbers: make a tensor of it'),
          'y = x + torch.tensor(numbers, device=x.device)'
        ),
        check(
          trans.__('A list of tensors: put them together'),
          'y = x + torch.stack(tensors)'
        )
      ];
    default:
      return [];
  }
}

/** What to say of two operands, by the one that is no tensor. */
export function combinedWords(
  trans: ITranslate,
  { operator, left, right }: Values
): IWords {
  const generic = trans.__('A tensor and something else cannot be combined');
  if (!operator || !left || !right) {
    return {
      title: generic,
      cause: trans.__(
        'A tensor can be combined with tensors and plain numbers. Arrays, lists, texts and None are not converted.'
      ),
      fixes: []
    };
  }
  const other = /Tensor$|^Parameter$|^Variable$/.test(left) ? right : left;
  const title = trans.__(
    '“%1” does not work between %2 and %3',
    operator,
    left,
    right
  );
  return {
    title: title.length <= MAX_TITLE ? title : generic,
    cause: trans.__(
      '“%1” was asked of %2 and %3. %4',
      operator,
      left,
      right,
      reason(trans, other)
    ),
    fixes: fixesFor(trans, other)
  };
}
