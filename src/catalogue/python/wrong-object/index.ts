import type { IReading } from '../../../incident/types';
import type { ISign, Values } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { lastValue } from '../../shared/ran-code';
import { sourcesAbove } from '../../shared/visible-code';
import { failedLine } from '../../predicates';
import { argumentThen, OPTIMIZERS } from '../../shared/edits/calls';
import { fitting } from '../../shared/fitting';
import { unreadImageFixes } from '../../shared/unread-image';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import {
  bound,
  gaveWhole,
  giveAnother,
  originFacts,
  originTitle,
  ORIGIN_VALUES,
  passed,
  seeValue,
  taken
} from './origin';

/** A sign of Python's own words, which name no library. */
function said(
  pattern: RegExp,
  { when, read }: Pick<ISign, 'when' | 'read'> = {}
): ISign[] {
  return [
    {
      where: 'message',
      ename: /^(?:TypeError|ValueError|IndexError)$/,
      pattern,
      when: reading => isAloneOnTorch(reading) && (when?.(reading) ?? true),
      confidence: 'possible',
      read
    }
  ];
}

/** What stands before the brackets in the line that failed. */
function heldIn(_: Values, reading: IReading) {
  const found = [
    ...failedLine(reading).matchAll(/(?<![\w.])(?<held>[a-z_]\w{0,30})\[/gi)
  ].map(({ groups }) => groups?.held);
  return { held: found.length === 1 ? found[0] : undefined };
}

/** An option of a program, or a field of its configuration. */
const OPTION =
  /\b(?<option>(?:self\.)?(?:args?|opts?|options|cfg|config|hparams|flags|FLAGS|params)\.[a-z_]\w{0,30})\b/;

/** What the line takes from the command line. */
function optionIn(reading: IReading): string | undefined {
  return OPTION.exec(failedLine(reading))?.groups?.option;
}

/** What a loop of the line goes over, written out or by the one call that gave it. */
const OVER =
  /\bfor (?<each>[a-z_]\w{0,30}) in (?<over>[\w.]{1,40}(?:\((?<given>[^()\n]{0,60})\))?) ?(?:[:\])]|$)/i;

/** Calls that give one whole number, and what range() takes in their place. */
const COUNTS =
  /^(?:len|int|round|(?:np\.)?random\.(?<drawn>randrange|randint))\(/;

/** A loop over a number, as it is written with range(). */
function counted(reading: IReading): string | undefined {
  const { each, over, given } = OVER.exec(failedLine(reading))?.groups ?? {};
  if (over === undefined || isRaisedInLibrary(reading)) {
    return undefined;
  }
  const from = /^[a-z_]\w*$/i.test(over)
    ? lastValue(over, reading)?.value.trim()
    : over;
  const call = COUNTS.exec(from ?? '');
  if (call === null && !/^\d{1,9}$/.test(from ?? '')) {
    return undefined;
  }
  const range = from === over && call?.groups?.drawn ? given : over;
  return `for ${each} in range(${range}):`;
}

/** The same, and the number that it meets. */
function readOption({ other }: Values, reading: IReading) {
  return { held: optionIn(reading), other: other ?? 'int' };
}

/** Told only where the line tells where the None came from. */
const NONE =
  /^'NoneType' object (?:is not (?:subscriptable|iterable|callable)|does not support item assignment)$/;

/** A picture indexed in rows, columns and channels, or by a mask of itself. */
const OF_PICTURE = /\[:, ?:|\[\.\.\.,|\w\[\w{1,30} ?[=<>!]=?/;

/** What pictures are called. */
const PICTURE =
  /(?:im(?:g|age)?|mask|depth|edge|label|frame|gt|lr|hr|seg\w{0,5})\d?\[/i;

/** Whether a data set works on a picture that was not read. */
function isUnread(reading: IReading): boolean {
  const line = failedLine(reading);
  const isItem = reading.exceptions.some(({ frames }) =>
    frames.some(({ func }) => /__getitem__$/.test(func))
  );
  return (
    OF_PICTURE.test(line) &&
    (reading.mentions('imread') || (isItem && PICTURE.test(line)))
  );
}

/** An optimizer, given one thing. */
const OF_OPTIMIZER =
  /\b(?:optim\.\w{1,30}|Adam\w{0,10}|SGD|RMSprop|Adagrad)\((?:params=)?\w[\w.]{0,30}(?:,|\)$)/;

function isOfOptimizer(reading: IReading): boolean {
  return OF_OPTIMIZER.test(failedLine(reading));
}

/** The name that a visible line gives three dots. */
function placeholderIn(reading: IReading): string | undefined {
  return sourcesAbove(reading)
    .map(
      source =>
        /^[ \t]*(?<name>[a-z_]\w{0,40}) ?= ?\.\.\.[ \t]*(?:#[^\n]*)?$/im.exec(
          source
        )?.groups?.name
    )
    .find(name => name !== undefined);
}

export default define({
  id: 'python/wrong-object',
  answers: [
    "TypeError: 'NoneType' object is not subscriptable",
    "TypeError: 'Net' object is not iterable",
    "TypeError: 'float' object cannot be interpreted as an integer",
    'TypeError: can only concatenate str (not "int") to str',
    "ValueError: could not convert string to float: 'abc'",
    'TypeError: list indices must be integers or slices, not str',
    "TypeError: 'torch.dtype' object is not callable",
    'TypeError: cannot unpack non-iterable float object'
  ],
  values: [...ORIGIN_VALUES, 'other', 'text'],
  facts: reading => (isOfOptimizer(reading) ? null : originFacts(reading)),
  kinds: {
    unread: {
      signs: said(NONE, { when: isUnread, read: heldIn }),
      words: (trans, { held }) => ({
        title: fitting(held, 24)
          ? trans.__('%1 was not read: it is None', held)
          : trans.__('The image was not read: it is None'),
        cause: trans.__(
          'The line indexes an image in a data set, and there is None. Usually cv2.imread() gave it: it does so, without an error, for a path that does not exist and for a file that is no image.'
        ),
        fixes: unreadImageFixes(trans)
      })
    },
    unset: {
      signs: said(NONE, {
        when: reading => !isUnread(reading) && optionIn(reading) !== undefined,
        read: (_, reading) => ({ held: optionIn(reading) })
      }),
      words: (trans, { held = 'args.data' }) => ({
        title: fitting(held, 28)
          ? trans.__('%1 was not given: it is None', held)
          : trans.__('An option was not given: it is None'),
        cause: trans.__(
          '%1 comes from the command line or the configuration, and has no value but its default, None.',
          held
        ),
        fixes: [
          check(
            trans.__('Give it where the program is started'),
            `$ python train.py --${held.split('.').pop() ?? 'data'} VALUE`,
            trans.__('In a notebook: set it, %1 = ….', held)
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which options have no value'),
            code: `print(${held.split('.')[0]})`
          }
        ]
      })
    },
    text: {
      signs: [
        ...said(
          /^unsupported operand type\(s\) for (?:[-/*%]|\*\*|\/\/): (?:'str' and '(?<other>int|float)'|'(?:int|float)' and 'str')$/,
          { read: readOption }
        ),
        ...said(
          /^'[<>]=?' not supported between instances of (?:'str' and '(?<other>int|float)'|'(?:int|float)' and 'str')$/,
          { read: readOption }
        )
      ],
      words: (trans, { held, other = 'int' }) => ({
        title: fitting(held, 24)
          ? trans.__('%1 is a text, and a number is needed', held)
          : trans.__('A text stands where a number is needed'),
        cause: held
          ? trans.__(
              'What comes from the command line or a configuration is a text unless a type is named, and the line calculates with it.'
            )
          : trans.__(
              'The line calculates with a text. What was read from a file, typed in, or given on the command line is one until it is converted.'
            ),
        fixes: held
          ? [
              check(
                trans.__('Name the type where the option is added'),
                `parser.add_argument('--${held.split('.').pop() ?? 'size'}', type=${other})`,
                trans.__('In YAML 1e-4 is a text: write 0.0001 or 1.0e-4.')
              ),
              check(trans.__('Or convert it in the line'), `${other}(${held})`)
            ]
          : [
              check(trans.__('Convert it'), `${other}(value)`),
              {
                safety: 'diagnostic',
                title: trans.__('See which of the two is the text'),
                code: 'print(type(a), type(b))'
              }
            ]
      })
    },
    placeholder: {
      signs: said(
        /^unsupported operand type\(s\) for .{1,4}: (?:'ellipsis' and '\w{1,40}'|'\w{1,40}' and 'ellipsis')$/,
        { read: (_, reading) => ({ held: placeholderIn(reading) }) }
      ),
      words: (trans, { held }) => ({
        title: fitting(held, 24)
          ? trans.__('%1 holds three dots, and no value', held)
          : trans.__('Three dots stand where a value is needed'),
        cause: trans.__(
          'Three dots are a value of Python (Ellipsis) that templates leave where you are to write yours. The line calculates with it.'
        ),
        fixes: [
          check(
            trans.__(
              'Write the value in place of the dots, run that cell again'
            ),
            `${held ?? 'hidden_size'} = 128`
          )
        ]
      })
    },
    uncalled: {
      signs: said(
        /^unsupported operand type\(s\) for .{1,4}: (?:'(?:function|method|builtin_function_or_method)' and '(?<type>\w{1,40})'|'(?<other>\w{1,40})' and '(?:function|method|builtin_function_or_method)')$/
      ),
      words: trans => ({
        title: trans.__('A function stands where its result is meant'),
        cause: trans.__(
          'The line calculates with a function itself. Brackets are missing behind its name, here or where it was put into the list that is summed up.'
        ),
        fixes: [
          check(
            trans.__('Call it, or take the variable that is meant'),
            'scores.append(score(pred, y))  # not scores.append(score)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which of them is a function'),
            code: 'print([type(v) for v in scores])'
          }
        ]
      })
    },
    parameters: {
      signs: said(/^'(?<type>\w{1,60})' object is not iterable$/, {
        when: isOfOptimizer
      }),
      words: (trans, { type = 'Net' }) => ({
        title: trans.__('The optimizer wants the parameters, not the model'),
        cause: trans.__(
          'It was given an object of the class %1. An optimizer goes over the tensors that it is to change, and a model gives them with parameters().',
          type
        ),
        fixes: [
          {
            ...check(
              trans.__('Give it the parameters of the model'),
              'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)'
            ),
            edit: argumentThen(OPTIMIZERS, [0, 'params'], '.parameters()')
          }
        ]
      })
    },
    bound: {
      words: (trans, values) => ({
        title: originTitle(trans, values),
        cause: bound(trans, values),
        fixes: [giveAnother(trans, values), seeValue(trans, values)]
      })
    },
    passed: {
      words: (trans, values) => ({
        title: originTitle(trans, values),
        cause: passed(trans, values),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Give %1() what its lines expect',
              values.function ?? ''
            ),
            detail: trans.__(
              'Or let it leave such a value out, where it may come.'
            )
          },
          seeValue(trans, values)
        ]
      })
    },
    item: {
      words: (trans, values) => ({
        title: originTitle(trans, {
          ...values,
          held: values.place ?? values.held
        }),
        cause: taken(trans, values),
        fixes: [
          seeValue(trans, values),
          check(
            trans.__('Leave out, or convert, what is of another type'),
            `${values.place?.replace(/\[\d+\]$/, '') ?? 'rows'} = [each for each in ${values.place?.replace(/\[\d+\]$/, '') ?? 'rows'} if not isinstance(each, ${values.type ?? 'float'})]`,
            values.type === 'float'
              ? trans.__(
                  'In a column of texts a float is mostly NaN, an empty field.'
                )
              : undefined
          )
        ]
      })
    },
    returned: {
      words: (trans, values) => ({
        title: values.place
          ? trans.__('One value is taken apart, or used like another')
          : trans.__('A function that returns nothing is used'),
        cause: gaveWhole(trans, values),
        fixes: [
          values.place
            ? check(
                trans.__('Take it whole, with one name'),
                `value = ${values.function ?? 'train'}(…)`
              )
            : check(
                trans.__('End the function with a return of its result'),
                'return result'
              ),
          check(
            trans.__('Or let the function return all that is wanted'),
            `return ${values.place ?? 'loss'}, other`
          )
        ]
      })
    },
    loop: {
      // Of an argument or a field, the line does not tell what it should be.
      signs: said(/^'int' object is not iterable$/, {
        when: reading => counted(reading) !== undefined,
        read: (_, reading) => ({ code: counted(reading) })
      }),
      words: (trans, { code = 'for epoch in range(epochs):' }) => ({
        title: trans.__('The loop goes over a single number'),
        cause: trans.__(
          'A for loop takes the parts of an object one by one, and a whole number has none. range() gives the numbers up to it.'
        ),
        fixes: [check(trans.__('So many times: range()'), code)]
      })
    },
    whole: {
      signs: said(/^'float' object cannot be interpreted as an integer$/),
      words: trans => ({
        title: trans.__('A count is a float and must be a whole number'),
        cause: trans.__(
          'In Python 3 the division / gives a float even where it goes out even, and range(), sizes and indices take whole numbers only.'
        ),
        fixes: [
          check(
            trans.__('Divide with //, or round with int()'),
            'for i in range(len(data) // batch_size):\n    ...'
          )
        ]
      })
    },
    joined: {
      signs: [
        ...said(
          /^can only concatenate str \(not "(?<other>int|float|NoneType)"\) to str$/
        ),
        ...said(
          /^unsupported operand type\(s\) for \+: '(?<other>int|float)' and 'str'$/
        )
      ],
      words: (trans, { other = 'int' }) => ({
        title: trans.__('A text and a value of type %1 are added', other),
        cause: trans.__(
          'Python joins texts to texts alone, and adds numbers to numbers. What was read from a file or typed in is a text.'
        ),
        fixes: [
          check(
            trans.__('To print: an f-string'),
            "print(f'epoch {epoch}: {loss}')"
          ),
          check(
            trans.__('To calculate: make a number of the text'),
            'n = int(text)'
          )
        ]
      })
    },
    number: {
      signs: [
        ...said(/^could not convert string to float: (?<text>'[^']{0,30}')/),
        ...said(
          /^invalid literal for int\(\) with base 10: (?<text>'[^']{0,30}')/
        )
      ],
      words: (trans, { text = "'abc'" }) => ({
        title: fitting(text, 28)
          ? trans.__('The text %1 is no number', text)
          : trans.__('A text is no number'),
        cause: trans.__(
          '%1 was to be made a number. In data that is often a heading, an empty field, a label in words, or a comma for a point; int() also refuses a text with a fraction.',
          text
        ),
        fixes: [
          check(
            trans.__('A table: let pandas show what is no number'),
            "bad = pd.to_numeric(df['value'], errors='coerce').isna()\nprint(df[bad])"
          ),
          check(
            trans.__('Labels in words: number them'),
            'classes = sorted(set(labels))\ny = torch.tensor([classes.index(label) for label in labels])'
          )
        ]
      })
    },
    position: {
      signs: said(
        /^(?<type>list|tuple) indices must be integers or slices, not (?<other>[\w.]{1,40})$/,
        { read: heldIn }
      ),
      words: (trans, { type = 'list', other = 'str', held }) => ({
        title: fitting(held, 20)
          ? trans.__('%1 is a %2, and was given a %3', held, type, other)
          : trans.__('A %1 was given a %2 for a position', type, other),
        cause:
          other === 'str'
            ? trans.__(
                'A %1 has its parts by number. A key in words is for a dictionary: here there is mostly one in each part of the %1.',
                type
              )
            : trans.__(
                'A %1 has its parts by one whole number. Several indices, or those of a tensor, are for arrays and tensors.',
                type
              ),
        fixes: [
          other === 'str'
            ? check(
                trans.__('Take a part first, then its key'),
                `${held ?? 'rows'}[0]['key']`
              )
            : check(
                trans.__('Make a tensor of it, or index step by step'),
                `torch.tensor(${held ?? 'rows'})[i, j]  # or ${held ?? 'rows'}[int(i)][int(j)]`
              ),
          {
            safety: 'diagnostic',
            title: trans.__('See what it holds'),
            code: `print(type(${held ?? 'rows'}), ${held ?? 'rows'}[0])`
          }
        ]
      })
    },
    brackets: {
      signs: [
        ...said(
          /^'(?<type>torch\.(?:dtype|Size|device))' object is not callable$/
        ),
        ...said(
          /^'type' object does not support the context manager protocol/,
          {
            when: reading =>
              /\bwith torch\.(?:no_grad|inference_mode|enable_grad|autocast)\b(?!\()/.test(
                failedLine(reading)
              )
          }
        )
      ],
      words: (trans, { type }) => ({
        title: type
          ? trans.__('%1 is a value, and takes no brackets', type)
          : trans.__('with torch.no_grad() needs its brackets'),
        cause: type
          ? trans.__(
              'dtype, shape and device are attributes of a tensor: what they give is not to be called.'
            )
          : trans.__(
              'Without brackets the line names the class; with them it makes the object that with takes.'
            ),
        fixes: [
          type
            ? check(
                trans.__('Leave the brackets away'),
                'x.dtype\nx.shape  # or x.size()'
              )
            : check(
                trans.__('Write the brackets'),
                'with torch.no_grad():\n    output = model(x)'
              )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'In a line of a package the value was mostly given to it: look at your own line above.'
      )
    ],
    links: [
      {
        title: trans.__('Python: built-in types'),
        url: 'https://docs.python.org/3/library/stdtypes.html'
      }
    ]
  })
});
