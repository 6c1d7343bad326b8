import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import {
  escaped,
  lastValue,
  ownCall,
  ownLine,
  visibleCode
} from '../../shared/ran-code';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { partsIn } from '../../shared/visible-code';
import { argumentThen, callRenamed } from '../../shared/edits/calls';

function arrayTitle(trans: ITranslate, type: string | undefined): string {
  switch (type) {
    case 'object_':
      return trans.__('The array holds Python objects, not numbers');
    case 'str_':
      return trans.__('The array holds texts, not numbers');
    default:
      return type
        ? trans.__('The array holds %1, which a tensor cannot', type)
        : trans.__('The array holds something a tensor cannot');
  }
}

/** How many entries each row of a list has that a cell writes out; null without one. */
function rowLengths(name: string, reading: IReading): number[] | null {
  const { text } = visibleCode(reading);
  const at = [
    ...text.matchAll(new RegExp(String.raw`^${escaped(name)} ?= ?\[`, 'gm'))
  ].pop();
  const rows = at && partsIn(text, at.index + at[0].length - 1);
  const lengths = (rows ?? []).map(row =>
    row.startsWith('[') ? (partsIn(row, 0)?.length ?? -1) : -1
  );
  return lengths.length > 1 && !lengths.includes(-1) ? lengths : null;
}

/** The first row, from 1, of a list in sight that is not as long as the first. */
function oddRow(name: string, reading: IReading): string | undefined {
  const made = lastValue(name, reading)?.value ?? '';
  const inner =
    /^(?:np|numpy)\.(?:as)?array\((?<inner>[a-z_]\w{0,40})[,)]/i.exec(made)
      ?.groups?.inner;
  const lengths = rowLengths(inner ?? name, reading);
  const at = lengths?.findIndex(length => length !== lengths[0]) ?? -1;
  return at < 0 ? undefined : String(at + 1);
}

/** What the failed line makes a tensor of, and the table of pandas in it. */
function sourceOf(
  reading: IReading
): ValuesOf<'array' | 'table' | 'isUneven' | 'odd'> {
  const array = ownCall(
    /^torch\.(?:from_numpy|(?:as_)?tensor|(?:Float|Long|Double)?Tensor)$/,
    reading
  )?.args[0];
  if (array === undefined || !/^[a-z_][\w.()]{0,40}$/i.test(array)) {
    return {};
  }
  const made = lastValue(array, reading)?.value ?? array;
  const odd = oddRow(array, reading);
  return {
    array,
    table: /^(?<table>[a-z_]\w{0,30})\.(?:values|to_numpy\(\))$/i.exec(made)
      ?.groups?.table,
    odd,
    // Texts that are written there are no rows.
    isUneven:
      odd !== undefined ||
      (/\bdtype ?= ?(?:np\.)?object\b/.test(made) && !/['"]/.test(made))
        ? 'yes'
        : undefined
  };
}

/** A name, or an entry or attribute of it, that advice can repeat. */
const PLAIN = /^[a-z_][\w.]{0,40}$/i;

/** The list of which NumPy was to make an array in the failed line. */
function listedIn(reading: IReading): string | undefined {
  const list = ownCall(/^(?:np|numpy)\.(?:as)?array$/, reading)?.args[0] ?? '';
  return PLAIN.test(list) ? list : undefined;
}

/** The array whose entries were to become numbers: `rows.astype(np.float32)`. */
function castIn(reading: IReading): string | undefined {
  return /(?<array>[a-z_][\w.]{0,40})\.astype\(/i.exec(ownLine(reading))?.groups
    ?.array;
}

/** What makes numbers of an array of this type, where that can be told. */
function arrayFixes(
  trans: ITranslate,
  { type, array = 'array', table, isUneven }: Values
): IFix[] {
  if (type === 'str_') {
    return [
      check(
        trans.__('Names of classes: number them'),
        `classes, numbers = np.unique(${array}, return_inverse=True)\ny = torch.from_numpy(numbers)`
      ),
      check(
        trans.__('Numbers that were read as text: convert them'),
        `x = torch.from_numpy(${array}.astype(np.float32))`
      )
    ];
  }
  if (type === 'datetime64') {
    return [
      check(
        trans.__('Make numbers of the times, such as days since the first'),
        `days = (${array} - ${array}.min()) / np.timedelta64(1, 'D')\nx = torch.from_numpy(days.astype(np.float32))`
      )
    ];
  }
  const pad = check(
    trans.__('Rows of different length: pad them'),
    `x = nn.utils.rnn.pad_sequence([torch.tensor(row) for row in ${array}], batch_first=True)`
  );
  const convert: IFix = {
    safety: 'check',
    title: trans.__('Convert the array to numbers'),
    detail: trans.__(
      'It fails with the offending value if there is a text in it.'
    ),
    code: table
      ? `x = torch.tensor(${table}.astype('float32').values)`
      : `x = torch.from_numpy(${array}.astype(np.float32))`,
    edit: argumentThen(
      ['from_numpy', 'as_tensor', 'torch.tensor'],
      [0, 'data'],
      ".astype('float32')"
    )
  };
  return isUneven
    ? [pad]
    : [
        convert,
        {
          safety: 'diagnostic',
          title: trans.__('Find the column that holds no numbers'),
          code: `print(${table ?? 'df'}.dtypes)`
        },
        table
          ? check(
              trans.__('Columns of texts: one column for each value'),
              `${table} = pd.get_dummies(${table}).astype('float32')`
            )
          : pad
      ];
}

/** A column or a table of pandas. */
const PANDAS = /^(?:pandas\.\S{0,60}\.)?(?:Series|DataFrame)$/;

/** What gives frames one after another, and is no array of them. */
const READER = /(?:^|\.)(?:\w{0,20}Reader|\w{0,20}Clip|VideoCapture)$/;

/** An array of a column or a table. */
function ofPandas(trans: ITranslate, array = 'df[columns]'): IFix {
  return check(
    trans.__('Take the numbers out of it: to_numpy()'),
    `x = torch.from_numpy(${array}.to_numpy(dtype='float32'))`,
    trans.__('Columns of texts become numbers first. For class numbers: int64.')
  );
}

function ofReader(trans: ITranslate, array = 'reader'): IFix {
  return check(
    trans.__('Read the frames, and make one array of them'),
    `frames = np.stack([frame for frame in ${array}])\nx = torch.from_numpy(frames)`
  );
}

/** What to do with such a value, where its type tells what it is. */
function valueFixes(
  trans: ITranslate,
  { type, array }: ValuesOf<'type' | 'array'>
): IFix[] {
  if (PANDAS.test(type ?? '')) {
    return [ofPandas(trans, array)];
  }
  if (READER.test(type ?? '')) {
    return [ofReader(trans, array)];
  }
  if (/Image(?:File)?$/.test(type ?? '')) {
    return [
      check(
        trans.__('An image: let a transform make the tensor'),
        'x = transforms.ToTensor()(image)  # not torch.tensor(image)'
      )
    ];
  }
  return type === 'NoneType'
    ? [
        check(
          trans.__('Leave out what is None, or fill it'),
          'values = [v for v in values if v is not None]'
        )
      ]
    : [];
}

/** What shows that texts are at work. */
const TEXTS = /tokeni[sz]|\btransformers\b|input_ids|attention_mask/i;

/** A tensor made of what reinforcement learning calls a state. */
const OBSERVATION =
  /\b\w{0,10}[tT]ensor\(\[?(\w{0,20}(?:state|obs\w{0,8})\b|\w{0,20}envs?\w{0,9}\.(?:reset|step)\()/;

/** What the tensor was made of, as people call it. */
function observed(code: string): string | undefined {
  const found = OBSERVATION.exec(code)?.[1];
  return found?.endsWith('(') ? `${found})` : found;
}

/** What Gym 0.26 and gymnasium give, each with one value more than before. */
function ofEnvironment(trans: ITranslate): IFix {
  return check(
    trans.__('Of an environment (Gym): take the observation'),
    'state, info = env.reset()\nstate, reward, terminated, truncated, info = env.step(action)'
  );
}

export default define({
  id: 'tensor/numpy-object',
  answers: [
    "can't convert np.ndarray of type numpy.object_. The only supported types are: float64, float32, …",
    "can't convert a given np.ndarray to a tensor - it has an invalid type",
    'expected sequence of length 2 at dim 1 (got 1)',
    'Could not infer dtype of NoneType',
    "too many dimensions 'str'",
    "new(): invalid data type 'str'",
    'expected np.ndarray (got list)',
    'setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions.'
  ],
  values: [
    'type',
    'state',
    'shape',
    'array',
    'table',
    'isUneven',
    'odd',
    'first',
    'later',
    'dim',
    'texts'
  ],
  kinds: {
    array: {
      signs: [
        ...messageOrLog(
          /can["']?t convert np\.ndarray of type (?:numpy\.)?(?<type>[\w.]+?)\.? The only supported types/,
          { read: (groups, reading) => ({ ...groups, ...sourceOf(reading) }) }
        ),
        ...messageOrLog(
          /can["']?t convert (?:np\.ndarray of type|a given np\.ndarray to a tensor)/
        )
      ],
      words: (trans, values) => ({
        title: arrayTitle(trans, values.type),
        cause: values.odd
          ? trans.__(
              'Row %1 of the list is not as long as the first, so NumPy made an array of lists and not of numbers.',
              values.odd
            )
          : trans.__(
              'The NumPy array is not made of plain numbers. Usual: texts, missing values, or rows of different length make it an array of objects, and pandas columns with mixed types do so, too.'
            ),
        fixes: arrayFixes(trans, values)
      })
    },
    observation: {
      signs: [
        {
          where: 'message',
          // The second of two has nothing in it, as the dictionary that reset() adds.
          pattern: /^expected sequence of length \d{1,9} at dim [12] \(got 0\)/,
          read: (_, { code }) => ({ state: observed(code) }),
          when: ({ code }) => OBSERVATION.test(code),
          confidence: 'likely'
        }
      ],
      words: (trans, { state = 'state' }) => ({
        title: trans.__('%1 is an observation with its info', state),
        cause: trans.__(
          'Since Gym 0.26 and in gymnasium env.reset() gives the observation and a dictionary, mostly an empty one, and env.step() gives five values. A tensor of both cannot be made.'
        ),
        fixes: [ofEnvironment(trans)]
      })
    },
    ragged: {
      signs: messageOrLog(
        /expected sequence of length (?<first>\d+) at dim (?<dim>\d{1,3}) \(got (?<later>\d+)\)/,
        {
          when: ({ code }) => !OBSERVATION.test(code),
          read: (groups, reading) => {
            const { array, odd } = sourceOf(reading);
            const { text } = visibleCode(reading);
            return {
              ...groups,
              array,
              odd,
              texts: TEXTS.test(text) ? 'yes' : undefined
            };
          }
        }
      ),
      words: (trans, { array = 'rows', first, later, dim, texts, odd }) => ({
        title: trans.__('The rows of the list have different lengths'),
        cause:
          dim === '1' && first && later && odd
            ? trans.__(
                'A tensor is a full block of numbers. The first row of the list has %1 entries, and row %2 has %3.',
                first,
                odd,
                later
              )
            : dim === '1' && first && later
              ? trans.__(
                  'A tensor is a full block of numbers. The first row of the list has %1 entries, and another has %2 (or is no list).',
                  first,
                  later
                )
              : trans.__(
                  'A tensor is a full block of numbers, and one row is longer than another or is no list. Texts and sequences must be filled up or cut to one length.'
                ),
        fixes: [
          check(
            trans.__('Fill the rows up to the longest'),
            `x = nn.utils.rnn.pad_sequence([torch.tensor(row) for row in ${array}], batch_first=True)`,
            trans.__(
              'A list that is written out: look for the number that is missing, or too many.'
            )
          ),
          texts === undefined && dim === '1' && first && later
            ? check(
                trans.__('Or cut them to the shortest'),
                `length = min(len(row) for row in ${array})\nx = torch.tensor([row[:length] for row in ${array}])`
              )
            : check(
                trans.__('With a tokenizer: pad and cut'),
                "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')"
              ),
          {
            safety: 'diagnostic',
            title: trans.__('See the lengths'),
            code: `print({len(row) for row in ${array}})`
          }
        ]
      })
    },
    value: {
      signs: [
        // torch 0.3.
        ...messageOrLog(
          /tried to construct a tensor from a nested (?:int|float|bool) sequence, but found an item of type (?<type>[\w.]+) at index/
        ),
        ...messageOrLog(/Could not infer dtype of (?<type>[\w.]+)/, {
          read: (_, reading) => ({ array: sourceOf(reading).array })
        }),
        // torch/csrc/utils/tensor_new.cpp, where an entry is asked for by its place.
        ...messageOrLog(
          /could not determine the shape of object type ["'](?<type>[\w.]{1,60})["']/,
          { read: (_, reading) => ({ array: sourceOf(reading).array }) }
        ),
        ...messageOrLog(
          /new\(\): (?:invalid data type ["'](?<type>\w+)["']|data must be a sequence)|too many dimensions ["']str["']/
        )
      ],
      words: (trans, { type, array }) => ({
        title: PANDAS.test(type ?? '')
          ? trans.__('A %1 of pandas is not taken for a tensor', type)
          : trans.__('A value cannot become part of a tensor'),
        cause: PANDAS.test(type ?? '')
          ? trans.__(
              'torch reads numbers, lists and arrays. A %1 finds its entries by labels, where torch counts from 0.',
              type
            )
          : type
            ? trans.__(
                'A tensor holds numbers and truth values only, and the data has a %1 in it. Texts must become numbers, missing values must be filled or left out.',
                type
              )
            : trans.__(
                'A tensor holds numbers and truth values only. Texts must become numbers, missing values must be filled or left out.'
              ),
        fixes: [
          ...valueFixes(trans, { type, array }),
          {
            safety: 'check',
            title: trans.__('Turn class names into class numbers'),
            code: 'classes = sorted(set(names))\ny = torch.tensor([classes.index(name) for name in names])'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which types are in it'),
            code: 'print({type(v) for v in values})'
          }
        ]
      })
    },
    frame: {
      signs: messageOrLog(/expected np\.ndarray \(got (?<type>[\w.]+)\)/, {
        read: ({ type }, reading) => ({
          type,
          array: sourceOf(reading).array,
          state:
            /from_numpy\([^)\n]{0,40}\b(\w{0,20}(?:state|obs\w{0,8}))\b/.exec(
              reading.code
            )?.[1]
        })
      }),
      words: (trans, { type, state, array }) => ({
        title: type
          ? trans.__('from_numpy() takes an array, not a %1', type)
          : trans.__('from_numpy() takes an array, not another type'),
        cause:
          type === 'tuple' && state
            ? trans.__(
                '%1 is a tuple: since Gym 0.26 and in gymnasium env.reset() gives the observation and a dictionary, and env.step() gives five values.',
                state
              )
            : type === 'Tensor'
              ? trans.__(
                  'It is a tensor already: mostly the cell ran a second time, and had put the tensor in the place of the array.'
                )
              : READER.test(type ?? '')
                ? trans.__(
                    'A %1 gives the frames of a file one after another, and is no array of them.',
                    type
                  )
                : trans.__(
                    'torch.from_numpy() shares the memory of a NumPy array. Lists and pandas columns are converted first.'
                  ),
        fixes: [
          ...(PANDAS.test(type ?? '') ? [ofPandas(trans, array)] : []),
          ...(READER.test(type ?? '') ? [ofReader(trans, array)] : []),
          ...(type === 'tuple' ? [ofEnvironment(trans)] : []),
          ...(type === 'Tensor'
            ? [
                {
                  safety: 'safe' as const,
                  title: trans.__('torch.as_tensor() takes both'),
                  code: 'x = torch.as_tensor(x)',
                  edit: callRenamed(['torch.from_numpy'], 'torch.as_tensor')
                }
              ]
            : [
                {
                  safety: 'safe' as const,
                  title: trans.__('A list: torch.tensor()'),
                  code: 'x = torch.tensor(values)',
                  edit: callRenamed(['torch.from_numpy'], 'torch.tensor')
                },
                {
                  safety: 'safe' as const,
                  title: trans.__('pandas: to_numpy()'),
                  code: "x = torch.from_numpy(df[columns].to_numpy(dtype='float32'))"
                }
              ])
        ]
      })
    },
    // NumPy since 1.24; before, it made an array of objects, with a warning.
    uneven: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /setting an array element with a sequence\. The requested array has an inhomogeneous shape after \d{1,2} dimensions?\. The detected shape was \((?<shape>[\d, ]{1,60}?),?\)/,
          when: isTorchInPlay,
          read: (_, reading) => ({ array: listedIn(reading) })
        },
        // An array of objects, whose entries are no numbers but rows.
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern: /^setting an array element with a sequence\.$/,
          when: reading =>
            isTorchInPlay(reading) && castIn(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => ({ array: castIn(reading) })
        }
      ],
      words: (trans, { shape, array = 'rows' }) => ({
        title: trans.__('The parts of an array have different lengths'),
        cause: shape
          ? trans.__(
              'NumPy made an array of shape [%1], and what stands below that is not equally long everywhere. Up to NumPy 1.23 that gave an array of objects, of which no tensor can be made either.',
              shape
            )
          : trans.__(
              'What stands in the array is not equally long everywhere. Up to NumPy 1.23 that gave an array of objects, of which no tensor can be made either.'
            ),
        fixes: [
          check(
            trans.__('For a tensor: fill up the shorter ones'),
            `from torch.nn.utils.rnn import pad_sequence\nx = pad_sequence([torch.as_tensor(row) for row in ${array}], batch_first=True)`
          ),
          check(
            trans.__('No tensor is made of it: keep the list, or say object'),
            `rows = np.array(${array}, dtype=object)`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the lengths'),
            code: `print({len(row) for row in ${array}})`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “setting an array element with a sequence” when the array itself cannot be made.'
      )
    ],
    links: [
      LINKS.fromNumpy(trans),
      {
        title: trans.__('PyTorch: torch.tensor'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.tensor.html'
      }
    ]
  })
});
