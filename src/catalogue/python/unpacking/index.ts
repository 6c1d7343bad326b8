import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IUnpackFacts } from '../../../incident/live-items';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { failedLine } from '../../predicates';
import { knownValues, liveFacts } from '../shared/live-facts';
import {
  batchAdded,
  itemGrouped,
  itemsOf,
  restTaken
} from '../../shared/edits/unpacked';
import { sourcesAbove } from '../../shared/visible-code';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { toldByLine, toldOfOne } from './from-line';
import { ofLines } from './of-lines';
import { VALUES, type Value } from './values';

const UNFIT =
  /^(?:too many|not enough) values to unpack \(expected (?:at least )?(?<expected>\d{1,6})(?:, got (?<got>\d{1,9}))?\)$/;

type Named = ValuesOf<Value>;

/** What was unpacked, as the code calls it. */
function subject(trans: ITranslate, { source, type }: Named): string {
  return source ?? trans.__('This %1', type ?? 'value');
}

/** Names as they stand in a loop or before `=`. */
function bare(names: string | null): string | null {
  const inner = names?.replace(/^[([]|[)\]]$/g, '') ?? null;
  return inner === null || /[()[\]]/.test(inner) ? null : inner;
}

function evidenceOf(live: IUnpackFacts): string {
  const { form, source, type, shape, got } = live;
  const what = source ?? type ?? '';
  if (shape !== null) {
    return `${what}: [${shape.join(', ')}]`;
  }
  const call =
    form === 'enumerate' || form === 'zip' ? `${form}(${what})` : what;
  return got === null ? `${call}: ${type ?? ''}` : `${call}: ${got}`;
}

function factsOf(reading: IReading): IFactsMatch | null {
  const live = liveFacts(reading, 'unpack');
  if (live === null) {
    return null;
  }
  const { form, expected, got, source, type, shape, names } = live;
  return {
    confidence: 'certain',
    evidence: [{ where: 'kernel', text: evidenceOf(live) }],
    values: {
      kind: form === 'shape' && got === expected - 1 ? 'batch' : form,
      ...knownValues({
        expected,
        got,
        source,
        type,
        shape: shape && shape.join(', '),
        names: bare(names)
      })
    }
  };
}

/** Whether the line that unpacks is torch's own: nothing to rewrite there. */
function isLineOfTorch({ exceptions }: IReading): boolean {
  const frames = exceptions[0]?.frames ?? [];
  return /(?:site|dist)-packages[\\/]torch[\\/]/.test(
    frames[frames.length - 1]?.file ?? ''
  );
}

function seeParts(trans: ITranslate, source: string | undefined): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what it is'),
    code: `print(type(${source ?? 'value'}))`
  };
}

/** Sizes that stand last in the shape of an image, whatever goes before. */
const LAST_SIZES = /^(?:h|height|H), (?:w|width|W)$/;

/** Names that fit so many values: those there are, and what takes the rest. */
function fittingNames({ expected, got, names }: Named): string | undefined {
  if (!names || !got) {
    return names && `${names.split(', ')[0]}, *rest`;
  }
  const more = Number(got) - Number(expected);
  return LAST_SIZES.test(names)
    ? `*_, ${names}`
    : more > 0
      ? `${names}, ${more === 1 ? '_' : '*rest'}`
      : names.split(', ').slice(0, Number(got)).join(', ');
}

/** As many names as there are values. */
function asManyNames(trans: ITranslate, values: Named): IFix {
  const { got } = values;
  const code = fittingNames(values);
  return {
    safety: 'check',
    ofLine: true,
    title: got
      ? got === '1'
        ? trans.__('Take the one value that there is')
        : trans.__('Write %1 names, one for each value', got)
      : trans.__('Write as many names as there are values'),
    detail: trans.__(
      'What you do not need may be called _, and *rest takes all that is left.'
    ),
    ...(code ? { code } : {}),
    ...restOf(values)
  };
}

/** The change that takes what is left, where there is more than names. */
function restOf({ expected, got, names }: Named): Pick<IFix, 'edit'> {
  return names && Number(got) > Number(expected)
    ? {
        edit: restTaken(Number(expected), Number(got), LAST_SIZES.test(names))
      }
    : {};
}

/** How a tensor, or an array, gets a dimension before the first. */
function added({ type }: Named): string {
  return type === 'ndarray' ? '[None]' : '.unsqueeze(0)';
}

/** Environments of Stable-Baselines3 that run side by side, and keep Gym's old form. */
const VECTOR = /\b(?:\w{0,20}VecEnv|make_vec_env|VecFrameStack|VecNormalize)\(/;

/** What the line proves: an environment’s call, or nothing to take apart. */
function kindOf(
  expected: string | undefined,
  got: string | undefined,
  line: string,
  code: string
): 'nothing' | 'step' | 'older' | 'vector' | undefined {
  if (got === '0' && /\bzip\(\*/.test(line)) {
    return 'nothing';
  }
  const older = VECTOR.test(code)
    ? 'vector'
    : /\bgymnasium\b/.test(code)
      ? undefined
      : 'older';
  if (/\benvs?\w{0,20}\.step\(/.test(line)) {
    return expected === '4' ? 'step' : expected === '5' ? older : undefined;
  }
  return /\benvs?\w{0,20}\.reset\(/.test(line) && expected === '2'
    ? older
    : undefined;
}

/** What the line proves of a call of torch's or of an environment. */
function ofCalls(reading: IReading) {
  const { expected, got } =
    UNFIT.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  return isLineOfTorch(reading)
    ? 'torchs'
    : kindOf(
        expected,
        got,
        failedLine(reading),
        sourcesAbove(reading).join('\n')
      );
}

/** Whether the line, or the cells around it, tell more than the message. */
function isToldByLine(reading: IReading): boolean {
  const { expected, got } =
    UNFIT.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  return toldByLine(expected, got, reading) !== null;
}

export default define({
  id: 'python/unpacking',
  answers: [
    'ValueError: too many values to unpack (expected 2)',
    'ValueError: not enough values to unpack (expected 4, got 3)'
  ],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern: UNFIT,
      when: reading => isAloneOnTorch(reading) && isToldByLine(reading),
      confidence: 'likely',
      read: ({ expected, got }, reading) => ({
        expected,
        got,
        ...toldByLine(expected, got, reading)
      })
    },
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern: UNFIT,
      // More or fewer than names is the message alone.
      when: reading =>
        isAloneOnTorch(reading) && ofCalls(reading) !== undefined,
      confidence: 'possible',
      read: ({ expected, got }, reading) => ({
        expected,
        got,
        kind: ofCalls(reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern:
        /^cannot unpack non-iterable (?<type>float|int|bool|numpy\.float\d{2}) object$/,
      when: reading => isAloneOnTorch(reading) && toldOfOne(reading) !== null,
      confidence: 'likely',
      read: (_, reading) => ({ ...toldOfOne(reading) })
    }
  ],
  facts: factsOf,
  kinds: {
    nothing: {
      words: (trans, { expected }) => ({
        title: trans.__('Nothing was found: the collection is empty'),
        cause: expected
          ? trans.__(
              'zip(*…) of an empty list or dictionary gives nothing, where %1 lists are expected. No sample was found under the path that was given.',
              expected
            )
          : trans.__(
              'zip(*…) of an empty list or dictionary gives nothing. No sample was found under the path that was given.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what lies under the path'),
            code: "import glob\nprint(len(glob.glob(f'{path}/**/*', recursive=True)))"
          },
          {
            safety: 'check',
            title: trans.__('YOLO: correct the paths in data.yaml'),
            detail: trans.__(
              'Labels lie in labels/ beside images/, with the same names. Delete old *.cache files, which remember what was found before.'
            ),
            code: "import pathlib\nfor old in pathlib.Path(path).rglob('*.cache'):\n    print(old)"
          }
        ]
      })
    },
    step: {
      words: trans => ({
        title: trans.__('step() gives five values in newer Gym'),
        cause: trans.__(
          'Since Gym 0.26 and in gymnasium, done is split in two: terminated and truncated. The line expects four values.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take all five'),
            code: 'state, reward, terminated, truncated, info = env.step(action)\ndone = terminated or truncated'
          },
          {
            safety: 'check',
            title: trans.__('reset() has changed, too'),
            code: 'state, info = env.reset()'
          }
        ]
      })
    },
    vector: {
      words: trans => ({
        title: trans.__('A VecEnv keeps the old form of Gym'),
        cause: trans.__(
          'The environment was put into a VecEnv of Stable-Baselines3: its reset() gives the observations alone, and its step() four values, for all environments at once.'
        ),
        fixes: [
          check(
            trans.__('Take what a VecEnv gives'),
            'obs = env.reset()\nobs, rewards, dones, infos = env.step(actions)'
          ),
          {
            safety: 'check',
            title: trans.__(
              'Or keep the single environment under a name of its own'
            )
          }
        ]
      })
    },
    older: {
      words: trans => ({
        title: trans.__('This Gym is older than the code'),
        cause: trans.__(
          'Before Gym 0.26 reset() gives the observation alone, and step() four values. The line expects what gymnasium gives.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use gymnasium, which the code was written for'),
            code: '%pip install gymnasium\nimport gymnasium as gym'
          },
          {
            safety: 'check',
            title: trans.__('Or take what the old one gives'),
            code: 'state = env.reset()\nstate, reward, done, info = env.step(action)'
          }
        ]
      })
    },
    torchs: {
      words: (trans, { expected }) => ({
        title: trans.__('A line of torch’s own does not fit another'),
        cause: trans.__(
          'The line that unpacks %1 values is in torch itself. Either the call above it was given something else than it takes, or parts of two releases of torch are mixed.',
          expected ?? trans.__('the')
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__(
              'See what your own line gives, and which torch runs'
            ),
            code: 'import torch\nprint(torch.__version__, torch.__file__)'
          },
          {
            safety: 'check',
            title: trans.__('Two releases mixed: make a fresh environment'),
            code: '$ python -m venv fresh && fresh/bin/pip install torch torchvision ipykernel'
          }
        ]
      })
    },
    batch: {
      words: (trans, values) => ({
        title: trans.__(
          '%1 has %2 dimensions, not %3',
          subject(trans, values),
          values.got ?? '',
          values.expected ?? ''
        ),
        cause: trans.__(
          'Its shape is [%1], and the line takes %2 sizes out of it. Usually the dimension of the batch is missing.',
          values.shape ?? '',
          values.expected ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Add the dimension of the batch'),
            code: `${values.names ? `${values.names} = ` : ''}${values.source ?? 'x'}${added(values)}.shape`,
            ...(values.source
              ? { edit: batchAdded(values.source, added(values)) }
              : {})
          },
          asManyNames(trans, values)
        ]
      })
    },
    shape: {
      words: (trans, values) => ({
        title: trans.__(
          '%1 has %2 dimensions, not %3',
          subject(trans, values),
          values.got ?? '',
          values.expected ?? ''
        ),
        cause: trans.__(
          'Its shape is [%1], and the line takes %2 sizes out of it.',
          values.shape ?? '',
          values.expected ?? ''
        ),
        fixes: [asManyNames(trans, values)]
      })
    },
    value: {
      words: (trans, values) => ({
        title: trans.__(
          '%1 has %2 parts, not %3',
          subject(trans, values),
          values.got ?? '',
          values.expected ?? ''
        ),
        cause: values.shape
          ? trans.__(
              'It is a %1 of shape [%2]. Unpacking goes along its first dimension, and %3 names stand there.',
              values.type ?? 'Tensor',
              values.shape,
              values.expected ?? ''
            )
          : values.type === undefined
            ? trans.__(
                '%1 gives %2 values, and %3 names stand there.',
                subject(trans, values),
                values.got ?? '',
                values.expected ?? ''
              )
            : trans.__(
                'It is a %1 with %2 entries, and %3 names stand there.',
                values.type ?? 'tuple',
                values.got ?? '',
                values.expected ?? ''
              ),
        fixes: [asManyNames(trans, values), seeParts(trans, values.source)]
      })
    },
    returned: {
      words: (trans, { source = 'f()', type = 'value', expected = '' }) => ({
        title: fitting(source, 26)
          ? trans.__('%1 returns one value, not %2', source, expected)
          : trans.__('The function returns one value, not %1', expected),
        cause: trans.__(
          '%1 ends with “return %2”. The line takes that one value apart, into %3 names.',
          source,
          type,
          expected
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Return as many values as the line takes'),
            code: `return ${type}, …`
          },
          {
            safety: 'check',
            title: trans.__('Or keep it whole'),
            code: `result = ${source.replace(/\(\)$/, '(…)')}`
          }
        ]
      })
    },
    enumerate: {
      words: (trans, values) => ({
        title: trans.__('enumerate() gives a number and one item'),
        cause: trans.__(
          'Each round has 2 parts, the count and the item, and %1 names stand there. The parts of the item need parentheses of their own.',
          values.expected ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Put the parts of the item in parentheses'),
            code: `for ${inParentheses(values.names)} in enumerate(${values.source ?? 'loader'}):`,
            edit: itemGrouped(Number(values.expected))
          }
        ]
      })
    },
    zip: {
      words: (trans, values) => ({
        title: trans.__(
          'zip() joins %1 things here, not %2',
          values.got ?? '',
          values.expected ?? ''
        ),
        cause: trans.__(
          'Each round has one part of each thing that zip() was given, and %1 names stand there.',
          values.expected ?? ''
        ),
        fixes: [asManyNames(trans, values)]
      })
    },
    keys: {
      words: (trans, values) => ({
        title: trans.__('A loop over a dictionary gives its keys alone'),
        cause: trans.__(
          '%1 is a %2: without .items() each round has a key only, and Python then tries to split that key.',
          subject(trans, values),
          values.type ?? 'dict'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Ask for keys and values'),
            code: `for ${values.expected === '2' && values.names ? values.names : 'key, value'} in ${values.source ?? 'd'}.items():`,
            ...(values.source ? { edit: itemsOf(values.source) } : {})
          }
        ]
      })
    },
    rows: {
      words: (trans, values) => ({
        title: trans.__(
          'Each row of %1 has %2 entries, not %3',
          subject(trans, values),
          values.got ?? '',
          values.expected ?? ''
        ),
        cause: trans.__(
          'A loop over a tensor goes along its first dimension, and each row is split into %1 names.',
          values.expected ?? ''
        ),
        fixes: [asManyNames(trans, values)]
      })
    },
    batches: {
      words: (trans, values) => ({
        title: trans.__(
          'A batch has %1 parts here, not %2',
          values.got ?? '',
          values.expected ?? ''
        ),
        cause: trans.__(
          'The TensorDataset behind the DataLoader was made of as many tensors, and gives one part for each.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take what a batch has'),
            detail: trans.__(
              'Or give the TensorDataset the tensor that is missing, such as the labels.'
            ),
            code: `for ${values.got === '1' ? '(x,)' : (fittingNames(values) ?? 'batch')} in ${values.source ?? 'loader'}:`,
            ...restOf(values)
          }
        ]
      })
    },
    ...ofLines
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If a function gives the values, its documentation says how many: another version of the library may give more.'
      )
    ],
    links: [
      {
        title: trans.__('Python: tuples and unpacking'),
        url: 'https://docs.python.org/3/tutorial/datastructures.html#tuples-and-sequences'
      },
      {
        title: trans.__('PyTorch: TensorDataset'),
        url: 'https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.TensorDataset'
      }
    ]
  })
});

/** `i, x, y` as `i, (x, y)`. */
function inParentheses(names: string | undefined): string {
  const [first, ...rest] = (names ?? 'i, x, y').split(', ');
  return `${first}, (${rest.join(', ')})`;
}
