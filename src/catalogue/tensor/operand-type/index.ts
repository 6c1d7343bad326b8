import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { overwrittenName } from '../../shared/overwritten';
import { ownLine } from '../../shared/ran-code';
import { COMBINED, combinedWords } from './operands';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** TensorFlow and others call their classes Tensor too. */
const notOthers = (reading: IReading): boolean =>
  !['tensorflow', 'keras', 'paddle', 'mxnet', 'tf.'].some(name =>
    reading.mentions(name)
  );

/** Of words that are the same for every class called Tensor. */
const perhaps = {
  where: 'message',
  when: notOthers,
  confidence: 'likely'
} as const;

function takeNumber(trans: ITranslate): IFix {
  return check(
    trans.__('Take the number out of the tensor'),
    "print(f'{loss.item():.3f}')\nround(loss.item(), 3)"
  );
}

function seeTypes(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what both sides are'),
    code: 'print(type(a), type(b))'
  };
}

/** The list of the failed line whose name a later line gave to something else. */
function overwritten(reading: IReading): ValuesOf<'name' | 'line'> {
  const { name } =
    /^(?<name>[a-z_]\w{0,30})\.(?:append|extend|insert)\(/i.exec(
      ownLine(reading)
    )?.groups ?? {};
  const found = name === undefined ? null : overwrittenName(name, reading);
  return found !== null &&
    /^(?:\[\]|list\(\))$/.test(found.first.value) &&
    !/= ?(?:\[|list\()/.test(found.line)
    ? { name, line: found.line }
    : {};
}

export default define({
  id: 'tensor/operand-type',
  answers: [
    "unsupported operand type(s) for +: 'Tensor' and 'NoneType'",
    "unsupported operand type(s) for *: 'numpy.ndarray' and 'Tensor'",
    'can only concatenate str (not "Tensor") to str',
    'unsupported format string passed to Tensor.__format__',
    "type Tensor doesn't define __round__ method",
    "can't assign a str to a torch.FloatTensor",
    "'Tensor' object is not callable"
  ],
  values: ['operator', 'left', 'right', 'type', 'name', 'line'],
  kinds: {
    combined: {
      signs: COMBINED.map(pattern => ({ ...perhaps, pattern })),
      words: (trans, values) => {
        const { title, cause, fixes } = combinedWords(trans, values);
        return { title, cause, fixes: [...fixes, seeTypes(trans)] };
      }
    },
    text: {
      signs: [
        {
          ...perhaps,
          pattern: /can only concatenate str \(not ["']Tensor["']\) to str/
        }
      ],
      words: trans => ({
        title: trans.__('A text and a tensor cannot be joined with +'),
        cause: trans.__(
          '+ joins texts with texts only. A format puts any value into a text.'
        ),
        fixes: [
          check(trans.__('Use a format'), "print(f'loss: {loss.item():.3f}')"),
          seeTypes(trans)
        ]
      })
    },
    list: {
      signs: [
        {
          ...perhaps,
          pattern:
            /can only concatenate (?:list|tuple) \(not ["']Tensor["']\) to|can["']t multiply sequence by non-int of type ["']Tensor["']/
        }
      ],
      words: trans => ({
        title: trans.__('A list and a tensor cannot be joined with +'),
        cause: trans.__(
          '+ joins lists with lists, and adds tensors to tensors; a list and a tensor are neither.'
        ),
        fixes: [
          check(
            trans.__('Put the tensor into the list'),
            'outputs.append(x)\nall_outputs = torch.cat(outputs)'
          ),
          seeTypes(trans)
        ]
      })
    },
    format: {
      signs: [
        {
          ...perhaps,
          pattern: /unsupported format string passed to Tensor\.__format__/
        }
      ],
      words: trans => ({
        title: trans.__('A tensor cannot be formatted like a number'),
        cause: trans.__(
          'A format such as .2f is for numbers, and this is a tensor with several values, or of a type without formats.'
        ),
        fixes: [
          takeNumber(trans),
          check(
            trans.__('Several values: make a list of numbers'),
            "print([f'{v:.2f}' for v in x.tolist()])"
          ),
          seeTypes(trans)
        ]
      })
    },
    size: {
      signs: [
        {
          where: 'message',
          pattern: /unsupported format string passed to torch\.Size\.__format__/
        }
      ],
      words: trans => ({
        title: trans.__('A shape cannot be formatted with a width'),
        cause: trans.__(
          'A width or an alignment in a format, such as :19, is for texts and numbers. A shape is a torch.Size, a tuple, and has no formats.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make a text of the shape first'),
            code: "print(f'{name:21} {str(list(x.shape)):19}')"
          }
        ]
      })
    },
    round: {
      signs: [
        {
          ...perhaps,
          pattern: /type Tensor doesn["']t define __round__ method/
        }
      ],
      words: trans => ({
        title: trans.__('round() does not work on tensors here'),
        cause: trans.__(
          'Python’s round() asks for __round__, which tensors of this version lack.'
        ),
        fixes: [
          check(trans.__('Use the tensor’s own method'), 'x.round(decimals=3)'),
          takeNumber(trans),
          seeTypes(trans)
        ]
      })
    },
    called: {
      signs: [
        {
          ...perhaps,
          pattern: /^["'](?:Tensor|Parameter)["'] object is not callable$/
        },
        {
          where: 'message',
          pattern:
            /["']torch\.(?:Size|(?:cuda\.)?\w{1,12}Tensor)["'] object is not callable/
        }
      ],
      words: trans => ({
        title: trans.__('A tensor was called like a function'),
        cause: trans.__(
          'The brackets stand behind a tensor or a shape. Usually a function was overwritten by its result (loss = loss(output, y) works once), or there must be no brackets: x.shape, x.data, x.grad.'
        ),
        fixes: [
          check(
            trans.__('Give result and function different names'),
            'criterion = nn.CrossEntropyLoss()\nloss = criterion(output, y)'
          ),
          check(
            trans.__('Values of a tensor: square brackets'),
            'x[0]  # not x(0)'
          ),
          seeTypes(trans)
        ]
      })
    },
    append: {
      signs: [
        {
          where: 'message',
          pattern:
            /["'](?:Tensor|Parameter)["'] object has no attribute ["'](?:append|extend|insert)["']/,
          when: notOthers,
          confidence: 'likely',
          read: (_, reading) => overwritten(reading)
        }
      ],
      words: (trans, { name, line }) => ({
        title: trans.__('A tensor does not grow: it has no append()'),
        cause:
          name && line
            ? trans.__(
                '%1 began as a list, and the line “%2” gave its name to a tensor.',
                name,
                line
              )
            : trans.__(
                'A tensor has a fixed size. Collect the parts in a list and put them together at the end.'
              ),
        fixes: [
          ...(name
            ? [
                check(
                  trans.__('Give the list a name of its own'),
                  `all_${name} = []  # before the loop\nall_${name}.append(${/loss/i.test(name) ? `${name}.item()` : name})`
                )
              ]
            : []),
          check(
            trans.__('Collect in a list, then put together'),
            'outputs = []\nfor x in loader:\n    outputs.append(model(x))\noutputs = torch.cat(outputs)'
          ),
          seeTypes(trans)
        ]
      })
    },
    assign: {
      signs: messageOrLog(
        /can["']t assign an? (?<type>[\w.]{1,60}) to a torch\.(?:cuda\.)?\w{1,12}Tensor/
      ),
      words: (trans, { type }) => ({
        title: trans.__('A %1 cannot be put into a tensor', type ?? 'str'),
        cause: trans.__(
          'A place in a tensor takes a number or a tensor. Texts, None and lists must become numbers first.'
        ),
        fixes: [
          check(
            trans.__('Assign a number or a tensor'),
            'x[i] = float(value)\nx[i] = torch.tensor(values)'
          ),
          seeTypes(trans)
        ]
      })
    },
    contains: {
      signs: messageOrLog(
        /Tensor\.__contains__ only supports Tensor or scalar, but you passed in an? (?:<class ["'])?[\w.]{1,60}/
      ),
      words: trans => ({
        title: trans.__('“in” looks for a number in a tensor, not for this'),
        cause: trans.__(
          'The tensor stands where a list of names, a dictionary or a text is meant. In a tensor one can look for numbers only.'
        ),
        fixes: [
          check(
            trans.__('Ask for values, or look into the right object'),
            'if 3 in x: ...\nif (x == 3).any(): ...'
          ),
          seeTypes(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Both sides are tensors: then their shapes, number types or devices differ, and the message says so.'
      ),
      trans.__(
        'The Tensor is one of TensorFlow or another library: then its own documents tell more.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.Tensor'),
        url: 'https://docs.pytorch.org/docs/stable/tensors.html'
      },
      {
        title: trans.__('PyTorch: Tensor.item'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html'
      },
      {
        title: trans.__('PyTorch: torch.from_numpy'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html'
      }
    ]
  })
});
