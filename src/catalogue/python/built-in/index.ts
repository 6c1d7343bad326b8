import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import { callingPackage } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { hostOf } from '../../shared/hosted';
import { lastValue, ownCall, ownLine } from '../../shared/ran-code';
import { isAloneOnTorch } from '../../shared/torch-in-play';

const VALUES = ['given', 'name', 'call', 'line', 'func', 'value'] as const;

/** The only argument of a call of the failed line: `losses` in `min(losses)`. */
function onlyArgument(name: RegExp, reading: IReading): string | undefined {
  const call = ownCall(name, reading);
  return call?.args.length === 1 ? call.args[0] : undefined;
}

/** `x` in `x[0] = 1` of the failed line. */
const ASSIGNED = /^(?<name>[a-z_][\w.]{0,40})\[[^\][]{1,40}\] ?[-+*/]?=(?!=)/i;

/** What the line calls that it, or a cell above, gave another value. */
function overwritten(
  reading: IReading
): { readonly name: string; readonly line: string } | undefined {
  return callsIn(ownLine(reading)).flatMap(({ name }) => {
    const given = /^[a-z_][\w.]{0,40}$/i.test(name)
      ? lastValue(name, reading)
      : undefined;
    return given && given.names.length === 1
      ? [{ name, line: given.line.trim() }]
      : [];
  })[0];
}

/** What asks for a variable of the environment. */
const ENVIRONMENT = /\bos\.(?:environ\.get|getenv)\(["'](?<value>\w{1,60})["']/;

/** The path of the failed line, where it has one call of one argument, and whence it came. */
function pathIn(reading: IReading): {
  readonly name?: string;
  readonly value?: string;
} {
  const line = ownLine(reading);
  const paths = callsIn(line).filter(
    ({ name, args }) =>
      args.length > 0 &&
      /(?:^|\.)(?:open|load|listdir|basename|dirname|exists|join|makedirs|imread|read_csv|Path)$/.test(
        name
      )
  );
  const name =
    paths.length === 1 && paths[0].args.length === 1
      ? paths[0].args[0]
      : undefined;
  const from =
    name === undefined ? line : (lastValue(name, reading)?.value ?? name);
  return { name, value: ENVIRONMENT.exec(from)?.groups?.value };
}

/** The function that is still called when Python gives up. */
function repeatedIn({ exceptions }: IReading): string | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const last = frames.at(-1)?.func.split('.').pop();
  return last !== undefined && /^\w{1,40}$/.test(last) ? last : undefined;
}

/** What an option of a training is called that is one number. */
const OF_RATE =
  /(?:^|[._])(?:lr|rate|learning_rate|alpha|beta|gamma|momentum|decay|weight_decay|eps|scale|ratio|temperature|threshold)$|^(?:args?|opts?|cfg|config)\./i;

/** Python, of a list, a tuple or a text. */
const TIMES_FRACTION =
  /^can't multiply sequence by non-int of type ["']float["']/;

/** What the failed line multiplies by a fraction, where that is one name. */
function multiplied(reading: IReading): string | undefined {
  const found = [
    ...ownLine(reading).matchAll(
      /(?<before>[a-z_][\w.]{0,40}) ?\* ?(?<after>[a-z_][\w.]{0,40}|\d{0,6}\.\d{1,6})|\d{0,6}\.\d{1,6} ?\* ?(?<held>[a-z_][\w.]{0,40})/gi
    )
  ].map(({ groups }) => groups ?? {});
  const [{ before, after = '', held } = {}] = found;
  return found.length !== 1 ? undefined : /^\d|^\./.test(after) ? before : held;
}

export default define({
  id: 'python/built-in',
  answers: [
    "TypeError: 'tuple' object does not support item assignment",
    'ValueError: min() arg is an empty sequence',
    "TypeError: object of type 'int' has no len()",
    "TypeError: 'list' object is not callable",
    'RecursionError: maximum recursion depth exceeded',
    'RuntimeError: dictionary changed size during iteration'
  ],
  values: VALUES,
  kinds: {
    fixed: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^["'](?<given>tuple|str|bytes|range)["'] object does not support item assignment/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }, reading) => ({
            given,
            name: ASSIGNED.exec(ownLine(reading))?.groups?.name
          })
        }
      ],
      words: (trans, { given = 'tuple', name }) => ({
        title: name
          ? trans.__('%1 is a %2, which cannot be changed', name, given)
          : trans.__('A %1 cannot be changed', given),
        cause: trans.__(
          'Parts of a %1 stay as they are: a changed one is made anew.',
          given
        ),
        fixes: [
          given === 'str'
            ? check(
                trans.__('Make a new text'),
                `${name ?? 'text'} = ${name ?? 'text'}.replace('old', 'new')`
              )
            : check(
                trans.__('Make a list of it first'),
                `${name ?? 'values'} = list(${name ?? 'values'})`
              )
        ]
      })
    },
    empty: {
      signs: [
        {
          where: 'message',
          ename: /^(?:ValueError|IndexError|StatisticsError)$/,
          pattern:
            /^(?:(?<call>min|max)\(\) (?:arg is an empty sequence|iterable argument is empty)|pop from (?:an )?empty (?:list|deque)|Cannot choose from an empty sequence|mean requires at least one data point)/,
          // Where the kernel told which list, python/index-past-end says more.
          when: reading =>
            isAloneOnTorch(reading) &&
            callingPackage(reading) === undefined &&
            hostOf(reading) === undefined &&
            reading.incident.live?.kind !== 'index',
          confidence: 'likely',
          read: ({ call }, reading) => ({
            call,
            name:
              onlyArgument(/(?:^|\.)(?:min|max|choice|mean)$/, reading) ??
              /(?<name>[a-z_][\w.]{0,40})\.pop(?:left)?\(/i.exec(
                ownLine(reading)
              )?.groups?.name
          })
        }
      ],
      words: (trans, { name, call }) => ({
        title: fitting(name, 34)
          ? trans.__('%1 is empty', name)
          : trans.__('A list is empty'),
        cause: call
          ? trans.__(
              '%1() has nothing to choose from: what fills the list did not run, found no file, or its condition let nothing through.',
              call
            )
          : trans.__(
              'Nothing can be taken from it: what fills the list did not run, found no file, or everything was taken already.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what was to fill it, and how much came'),
            code: `print(len(${/^[\w.]+$/.test(name ?? '') ? name : 'values'}))`
          },
          check(
            trans.__('It may be empty: ask first'),
            `if ${/^[\w.]+$/.test(name ?? '') ? name : 'values'}:\n    ...`
          )
        ]
      })
    },
    absent: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^(?:(?<value>["'][^"'\n]{1,60}["']|-?\d{1,12}) is not in list|list\.remove\(x\): x not in list)/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ value }, reading) => ({
            value,
            name: /(?<name>[a-z_][\w.]{0,40})\.(?:index|remove)\(/i.exec(
              ownLine(reading)
            )?.groups?.name
          })
        }
      ],
      words: (trans, { value, name = 'values' }) => ({
        title:
          value && fitting(value, 20)
            ? trans.__(
                '%1 is not in the list %2',
                value,
                fitting(name, 20) ?? ''
              )
            : trans.__('What is looked for is not in the list'),
        cause: trans.__(
          'A list of names finds what is written exactly so: a label that the list lacks, other letters, a blank, or a number in place of a text.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what the list holds'),
            code: `print(${name})`
          },
          check(
            trans.__('It may be missing: ask first'),
            `if value in ${name}:\n    ...`
          )
        ]
      })
    },
    grown: {
      signs: [
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern:
            /^(?:dictionary (?:changed size|keys changed)|Set changed size|OrderedDict mutated) during iteration/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: (_, reading) => ({
            name: /\bin (?<name>[a-z_][\w.]{0,40})(?:\.(?:items|keys|values)\(\))?:/i.exec(
              ownLine(reading)
            )?.groups?.name
          })
        }
      ],
      words: (trans, { name = 'state' }) => ({
        title: trans.__('A loop changes the dictionary that it goes over'),
        cause: trans.__(
          'Keys are added or deleted inside the loop, and Python then does not know where to go on.'
        ),
        fixes: [
          check(
            trans.__('Go over a copy of the keys'),
            `for key in list(${name}):`
          ),
          check(
            trans.__('Or build a new dictionary'),
            `${name} = {key: value for key, value in ${name}.items() if keep(key)}`
          )
        ]
      })
    },
    countless: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^object of type ["'](?<given>int|float|bool|generator|map|zip|filter)["'] has no len\(\)/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }, reading) => ({
            given,
            name: onlyArgument(/^len$/, reading)
          })
        }
      ],
      words: (trans, { given = 'int', name }) => ({
        title: fitting(name, 30)
          ? trans.__('%1 is of type %2, and has no length', name, given)
          : trans.__('len() was given a value of type %1', given),
        cause: /^(?:int|float|bool)$/.test(given)
          ? trans.__(
              'len() counts the parts of a list, text or tensor; this is one number.'
            )
          : trans.__(
              'A %1 makes its parts one by one, and does not know how many there are.',
              given
            ),
        fixes: [
          /^(?:int|float|bool)$/.test(given)
            ? check(
                trans.__('Use the number itself'),
                `for i in range(${name ?? 'n'}):`
              )
            : check(
                trans.__('Make a list of it first'),
                `${name ?? 'values'} = list(${name ?? 'values'})`
              )
        ]
      })
    },
    overwritten: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^["'](?<given>list|str|dict|tuple|set|float|bool|ndarray|numpy\.ndarray|DataFrame)["'] object is not callable/,
          when: reading =>
            isAloneOnTorch(reading) && overwritten(reading) !== undefined,
          confidence: 'likely',
          read: ({ given }, reading) => ({ given, ...overwritten(reading) })
        }
      ],
      words: (trans, { given = 'list', name = 'list', line = '' }) => ({
        title: fitting(name, 24)
          ? trans.__('%1 was given another value, and is called', name)
          : trans.__('A function was given another value'),
        cause: trans.__(
          'The line “%1” made %2 a %3; the function of that name is hidden since.',
          line.length > 60 ? `${name} = …` : line,
          name,
          given
        ),
        fixes: [
          check(
            trans.__('Take another name there, then free this one'),
            name.includes('.')
              ? `import importlib\nimportlib.reload(${name.split('.')[0]})  # or restart the kernel`
              : `del ${name}`,
            trans.__('Change the line first, or it hides the function again.')
          )
        ]
      })
    },
    share: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: TIMES_FRACTION,
          when: reading =>
            isAloneOnTorch(reading) && multiplied(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => ({ name: multiplied(reading) })
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('%1 is a list or a text, not a number', name)
          : trans.__('A list or a text is multiplied by a fraction'),
        cause: trans.__(
          'A list, a tuple or a text can be repeated a whole number of times, and nothing else. Where a number is meant, it is still a text or still the list itself.'
        ),
        fixes: OF_RATE.test(name ?? '')
          ? [
              check(
                trans.__('A text of an option or a file: make a number of it'),
                `float(${name ?? 'args.lr'})`
              ),
              check(
                trans.__(
                  'One number for each group: take the one that is meant'
                ),
                `${name ?? 'rates'}[0]`
              )
            ]
          : [
              check(
                trans.__(
                  'Each of its numbers: make a tensor, or take a text’s'
                ),
                `torch.tensor(${name ?? 'values'}) * 0.5  # of a text: float(${name ?? 'value'})`,
                trans.__(
                  'Of images or tensors: torch.stack([to_tensor(image) for image in images]).'
                )
              ),
              check(
                trans.__('A share of its entries: count them first'),
                `size = int(0.8 * len(${name ?? 'data'}))`
              )
            ]
      })
    },
    fraction: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^(?:slice indices must be integers or None or have an __index__ method|expected a sequence of integers or a single integer, got ["']?\d{1,12}\.\d)/,
          when: isAloneOnTorch,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: TIMES_FRACTION,
          when: reading =>
            isAloneOnTorch(reading) && multiplied(reading) === undefined,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('A fraction stands where a whole number is needed'),
        cause: trans.__(
          'In Python 3 the sign / gives a float, even where it comes out even: 10 / 2 is 5.0. Sizes, places and counts must be whole.'
        ),
        fixes: [
          check(trans.__('Divide without a rest'), 'half = len(data) // 2'),
          check(
            trans.__('A share: make it whole'),
            'size = int(0.8 * len(data))'
          )
        ]
      })
    },
    path: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^(?:expected str, bytes or os\.PathLike object|\w{1,20}: path should be string, bytes, os\.PathLike or integer(?: or None)?), not (?<given>NoneType|list|tuple|dict|int|float)/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }, reading) => ({ given, ...pathIn(reading) })
        }
      ],
      words: (trans, { given = 'NoneType', name, value }) => ({
        title: fitting(name, 30)
          ? trans.__('The path %1 is no text: %2', name, given)
          : trans.__('A path is no text: %1', given),
        cause:
          given === 'NoneType'
            ? value
              ? trans.__(
                  'It is read from the environment variable %1, which is not set for this kernel.',
                  value
                )
              : trans.__(
                  'It has no value: an option that was not given, an entry of a configuration that is empty, a variable of the environment that is not set, or a search that found nothing.'
                )
            : trans.__(
                'One file or folder is named by one text; this is of type %1.',
                given
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it is'),
            code: `print(repr(${name ?? 'path'}))`
          },
          given === 'NoneType' && value
            ? check(
                trans.__('Set the variable'),
                `import os\nos.environ['${value}'] = '/path/to/folder'`
              )
            : given === 'NoneType'
              ? check(
                  trans.__('Give it where it is set'),
                  `${/^[\w.]{1,40}$/.test(name ?? '') ? name : 'path'} = 'data/train'`
                )
              : check(
                  trans.__('Several: one after the other'),
                  `for path in ${/^[\w.]{1,40}$/.test(name ?? '') ? name : 'paths'}:\n    ...`
                )
        ]
      })
    },
    endless: {
      signs: [
        {
          where: 'message',
          ename: /^RecursionError$/,
          pattern: /^maximum recursion depth exceeded/,
          when: reading =>
            isAloneOnTorch(reading) && repeatedIn(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => ({ func: repeatedIn(reading) })
        }
      ],
      words: (trans, { func = 'forward' }) => ({
        title: fitting(func, 30)
          ? trans.__('%1() calls itself without an end', func)
          : trans.__('A function calls itself without an end'),
        cause:
          func === '__getattr__'
            ? trans.__(
                '__getattr__() asks for an attribute that is missing, too, and so is called again: often one that __init__() has not set yet, or that a copy or pickle lacks.'
              )
            : trans.__(
                '%1() reaches itself again, by itself or through others, and no condition ends it.',
                func
              ),
        fixes: [
          func === '__getattr__'
            ? check(
                trans.__('Ask the attributes of its own first'),
                "def __getattr__(self, name):\n    if name == 'model':\n        raise AttributeError(name)\n    return getattr(self.model, name)"
              )
            : check(
                trans.__('Call what is meant'),
                'y = self.net(x)  # or super().forward(x), not self.forward(x)'
              )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An empty DataLoader ends without an error: its loop runs no time.'
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
