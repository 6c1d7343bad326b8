/** The usual mistakes behind an argument of the wrong type. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';

/** An argument, the type it must be of and the type it is of. */
type Argument = ValuesOf<'argument' | 'wanted' | 'type'>;

interface IMistake {
  readonly applies: (
    given: Readonly<Record<keyof Argument, string>>
  ) => boolean;
  /** Why such a value stands there, as far as it is usual. */
  readonly reason: (trans: ITranslate) => string;
  readonly fixes: (trans: ITranslate, given: Argument) => IFix[];
}

function wantsMany(wanted: string): boolean {
  return / of (?!Tensors)/.test(wanted);
}

function isSequence(type: string): boolean {
  return /^(?:tuple|list|numpy\.ndarray|torch\.Size)$/.test(type);
}

/** Whether sizes are wanted, as a tuple of numbers. */
function isSize({ wanted = '' }: Argument): boolean {
  return / of /.test(wanted);
}

/** Make whole numbers of the ones with a fraction. */
export function wholeNumbers(trans: ITranslate, inSize: boolean): IFix {
  return check(
    trans.__('Divide with //, or round with int()'),
    inSize
      ? 'torch.zeros(n // 2, 3)\nnn.Linear(int(width * 0.5), 10)'
      : 'n = total // 2\nn = int(total * 0.5)'
  );
}

function numberFixes(trans: ITranslate, given: Argument): IFix[] {
  if (given.type === 'int' && isSize(given)) {
    return [
      {
        safety: 'safe',
        title: trans.__('Write one size as a tuple too'),
        code: 'torch.randint(0, 10, (3,))'
      }
    ];
  }
  return /^(?:int|SymInt)$|ints$|SymInts$/i.test(given.wanted ?? '')
    ? [wholeNumbers(trans, isSize(given))]
    : [];
}

/** The first that applies counts. */
const MISTAKES: readonly IMistake[] = [
  {
    applies: ({ wanted }) => /of (?:Tensors|Variables)$/.test(wanted),
    reason: trans =>
      trans.__(
        'The tensors must come in one list; one after another they are taken for other arguments.'
      ),
    fixes: trans => [
      {
        safety: 'safe',
        title: trans.__('Put the tensors into a list'),
        code: 'torch.cat([a, b], dim=0)\ntorch.stack([a, b])'
      }
    ]
  },
  {
    applies: ({ wanted, type }) =>
      wanted === 'torch.dtype' && /^(?:str|type)$/.test(type),
    reason: trans =>
      trans.__(
        'Number types are objects of torch such as torch.float32; texts and NumPy’s types are not taken.'
      ),
    fixes: trans => [
      {
        safety: 'safe',
        title: trans.__('Name a number type of torch'),
        code: 'torch.zeros(2, dtype=torch.float32)\ndtype = getattr(torch, name)  # from a text such as "float32"'
      }
    ]
  },
  {
    applies: ({ type }) => /^torch\.(?:dtype|device|layout)$/.test(type),
    reason: trans =>
      trans.__(
        'Types and devices are taken by name only: dtype=torch.float32, device=x.device.'
      ),
    fixes: trans => [
      {
        safety: 'safe',
        title: trans.__('Give it by its name'),
        code: 'torch.zeros(2, dtype=torch.float32)\nx.sum(dtype=torch.float64)'
      }
    ]
  },
  {
    applies: ({ type }) => type === 'NoneType',
    reason: trans =>
      trans.__(
        'None usually comes from an option left out, or from a function without return.'
      ),
    fixes: trans => [
      check(
        trans.__('Give it a value before the call'),
        'assert n is not None',
        trans.__(
          'Look where the variable was assigned last; a default in the configuration is often None.'
        )
      )
    ]
  },
  {
    applies: ({ type }) => /^(?:Tensor|Parameter)$|Tensor$/.test(type),
    reason: trans =>
      trans.__(
        'A plain number is wanted here, and a tensor stays a tensor even with one number in it.'
      ),
    fixes: (trans, given) => [
      check(
        trans.__('Take the number out of the tensor'),
        isSize(given) ? 'torch.zeros(int(n.item()), 3)' : 'n = int(n.item())',
        trans.__('It works for one number; on a GPU it waits for the result.')
      )
    ]
  },
  {
    applies: ({ wanted, type }) =>
      type === 'str' &&
      (/^(?:int|float|Number|SymInt)$/.test(wanted) || wantsMany(wanted)),
    reason: trans =>
      trans.__(
        'What is read from a file, a form or the command line is a text until it is converted.'
      ),
    fixes: trans => [
      check(
        trans.__('Convert the text to a number'),
        "n = int(n)\nparser.add_argument('--n', type=int)"
      )
    ]
  },
  {
    applies: ({ wanted, type }) => wanted === 'str' && /Path$/.test(type),
    reason: trans =>
      trans.__('A path of pathlib is an object, and its text is wanted here.'),
    fixes: trans => [
      {
        safety: 'safe',
        title: trans.__('Make a text of the path'),
        code: 'waveform, rate = torchaudio.load(str(path))'
      }
    ]
  },
  {
    applies: ({ type }) => /function|method/.test(type),
    reason: trans =>
      trans.__(
        'Usually the brackets of a call are missing: x.size is a function, x.size() its result.'
      ),
    fixes: trans => [
      {
        safety: 'safe',
        title: trans.__('Call it'),
        code: 'torch.zeros(x.size())  # not x.size'
      }
    ]
  },
  {
    applies: ({ type }) => /^(?:float|numpy\.float\d{2})$/.test(type),
    reason: trans =>
      trans.__(
        'In Python 3 the division / gives a float even where it goes out even; // gives an int.'
      ),
    fixes: numberFixes
  },
  {
    applies: ({ argument, wanted, type }) =>
      isSequence(type) && !wantsMany(wanted) && argument === 'dim',
    reason: trans =>
      trans.__(
        'Older versions take one dimension at a time here; newer ones take several for most functions.'
      ),
    fixes: trans => [
      check(
        trans.__('Update PyTorch, or take one dimension at a time'),
        'x.mean(3, keepdim=True).mean(2, keepdim=True)'
      )
    ]
  },
  {
    applies: ({ wanted, type }) => isSequence(type) && !wantsMany(wanted),
    reason: trans =>
      trans.__('One value is wanted, and several were given at once.'),
    fixes: trans => [check(trans.__('Give one of the values'), 'n = n[0]')]
  },
  {
    applies: () => true,
    reason: trans =>
      trans.__('Nothing is converted on the way into a function of torch.'),
    fixes: numberFixes
  }
];

/** The mistake that the types speak of. */
export function mistakeOf({
  argument = '',
  wanted = '',
  type = ''
}: Argument): IMistake {
  const found = MISTAKES.find(one => one.applies({ argument, wanted, type }));
  return found ?? MISTAKES[MISTAKES.length - 1];
}
