import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';

const MAX_TITLE = 60;

/** Title, cause and fixes of one way to use a tensor as something else. */
export type Words = readonly [
  title: string,
  cause: string,
  fixes: readonly IFix[]
];

/** The one of two operands that is no tensor. */
export function otherOperand({ left = '', right = '' }: Values): string {
  return /Tensor$|^Parameter$|^Variable$/.test(left) ? right : left;
}

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

function mend(trans: ITranslate, other: string): IFix[] {
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

function operandWords(trans: ITranslate, values: Values): Words {
  const { operator, left, right } = values;
  const other = otherOperand(values);
  const generic = trans.__('A tensor and something else cannot be combined');
  if (!operator || !left || !right) {
    return [
      generic,
      trans.__(
        'A tensor can be combined with tensors and plain numbers. Arrays, lists, texts and None are not converted.'
      ),
      []
    ];
  }
  const title = trans.__(
    '“%1” does not work between %2 and %3',
    operator,
    left,
    right
  );
  return [
    title.length <= MAX_TITLE ? title : generic,
    trans.__(
      '“%1” was asked of %2 and %3. %4',
      operator,
      left,
      right,
      reason(trans, other)
    ),
    mend(trans, other)
  ];
}

/** What to say, by how the tensor was used. */
export function tensorUseWords(trans: ITranslate, values: Values): Words {
  const number = check(
    trans.__('Take the number out of the tensor'),
    "print(f'{loss.item():.3f}')\nround(loss.item(), 3)"
  );
  switch (values.kind) {
    case 'format':
      return [
        trans.__('A tensor cannot be formatted like a number'),
        trans.__(
          'A format such as .2f is for numbers, and this is a tensor with several values, or of a type without formats.'
        ),
        [
          number,
          check(
            trans.__('Several values: make a list of numbers'),
            "print([f'{v:.2f}' for v in x.tolist()])"
          )
        ]
      ];
    case 'round':
      return [
        trans.__('round() does not work on tensors here'),
        trans.__(
          'Python’s round() asks for __round__, which tensors of this version lack.'
        ),
        [
          check(trans.__('Use the tensor’s own method'), 'x.round(decimals=3)'),
          number
        ]
      ];
    case 'text':
      return [
        trans.__('A text and a tensor cannot be joined with +'),
        trans.__(
          '+ joins texts with texts only. A format puts any value into a text.'
        ),
        [check(trans.__('Use a format'), "print(f'loss: {loss.item():.3f}')")]
      ];
    case 'list':
      return [
        trans.__('A list and a tensor cannot be joined with +'),
        trans.__(
          '+ joins lists with lists, and adds tensors to tensors; a list and a tensor are neither.'
        ),
        [
          check(
            trans.__('Put the tensor into the list'),
            'outputs.append(x)\nall_outputs = torch.cat(outputs)'
          )
        ]
      ];
    case 'assign':
      return [
        trans.__('A %1 cannot be put into a tensor', values.type ?? 'str'),
        trans.__(
          'A place in a tensor takes a number or a tensor. Texts, None and lists must become numbers first.'
        ),
        [
          check(
            trans.__('Assign a number or a tensor'),
            'x[i] = float(value)\nx[i] = torch.tensor(values)'
          )
        ]
      ];
    case 'contains':
      return [
        trans.__('“in” looks for a number in a tensor, not for this'),
        trans.__(
          'The tensor stands where a list of names, a dictionary or a text is meant. In a tensor one can look for numbers only.'
        ),
        [
          check(
            trans.__('Ask for values, or look into the right object'),
            'if 3 in x: ...\nif (x == 3).any(): ...'
          )
        ]
      ];
    case 'called':
      return [
        trans.__('A tensor was called like a function'),
        trans.__(
          'The brackets stand behind a tensor or a shape. Usually a function was overwritten by its result (loss = loss(output, y) works once), or the brackets are too much: x.shape, x.data, x.grad.'
        ),
        [
          check(
            trans.__('Give result and function different names'),
            'criterion = nn.CrossEntropyLoss()\nloss = criterion(output, y)'
          ),
          check(
            trans.__('Values of a tensor: square brackets'),
            'x[0]  # not x(0)'
          )
        ]
      ];
    case 'append':
      return [
        trans.__('A tensor does not grow: it has no append()'),
        trans.__(
          'A tensor has a fixed size. Collect the parts in a list and put them together at the end.'
        ),
        [
          check(
            trans.__('Collect in a list, then put together'),
            'outputs = []\nfor x in loader:\n    outputs.append(model(x))\noutputs = torch.cat(outputs)'
          )
        ]
      ];
    default:
      return operandWords(trans, values);
  }
}
