import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type Sign, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import { fitting } from '../../shared/fitting';
import { isNear } from '../../shared/near';
import { lastValue, ownCall, ownLine } from '../../shared/ran-code';
import { isAloneOnTorch, isTorchInPlay } from '../../shared/torch-in-play';

type Value =
  | 'rows'
  | 'columns'
  | 'most'
  | 'number'
  | 'axes'
  | 'method'
  | 'given'
  | 'word'
  | 'meant';

type Named = ValuesOf<Value>;

type Kind =
  'cells' | 'path' | 'object' | 'row' | 'flat' | 'single' | 'property';

/** The grid that gave a name its axes: `fig, axes = plt.subplots(2, 3)`. */
function gridOf(
  axes: string,
  reading: IReading
): { readonly rows: string; readonly columns: string } | undefined {
  const { value, names } = lastValue(axes, reading) ?? {};
  const call = callsIn(value ?? '').find(({ name }) =>
    /(?:^|\.)subplots$/.test(name)
  );
  if (call === undefined || names?.[1] !== axes) {
    return undefined;
  }
  const [rows, columns] = ['nrows', 'ncols'].map(
    (key, at) =>
      call.args
        .find(arg => new RegExp(`^${key} ?=`).test(arg))
        ?.replace(/^\w{1,8} ?= ?/, '') ??
      (/^\w{1,20} ?=/.test(call.args[at] ?? '') ? undefined : call.args[at]) ??
      '1'
  );
  return { rows, columns };
}

/** `axes[0, 1]`, `axes[0]`, `axes[i][j]` or `ax` in front of a method. */
const DRAWS =
  /(?<![\w.])(?<axes>[a-z_]\w{0,30})(?<index>\[[^\][]{1,40}\])?\.(?<method>imshow|plot|bar|barh|scatter|hist|boxplot|axis|legend|text|set_\w{1,20}|pie|fill_between|axhline|axvline|errorbar|grid|twinx|contourf?|matshow|pcolormesh)\(/i;

/** What the line draws on, where that came from `subplots()`. */
function drawnOn(reading: IReading): Named | undefined {
  const { axes, index, method } = DRAWS.exec(ownLine(reading))?.groups ?? {};
  const grid = axes === undefined ? undefined : gridOf(axes, reading);
  return grid && { axes, given: index, method, ...grid };
}

const INDEXED = /(?<![\w.])(?<axes>[a-z_]\w{0,30})\[(?<given>[^\][]{1,40})\]/i;

/** The axes from `subplots()` that the line indexes. */
function indexed(reading: IReading): Named | undefined {
  const { axes, given } = INDEXED.exec(ownLine(reading))?.groups ?? {};
  const grid = axes === undefined ? undefined : gridOf(axes, reading);
  return grid && { axes, given, ...grid };
}

/** What `imshow()` was given, as the line has it. */
function shown(reading: IReading): string | undefined {
  const call = ownCall(/(?:^|\.)(?:imshow|matshow)$/, reading);
  return call?.args[0];
}

/** The grid of a call of `subplot` or `add_subplot`. */
function cellsOf(most: string | undefined, reading: IReading): Named {
  const call = ownCall(/(?:^|\.)(?:subplot|add_subplot)$/, reading);
  const [rows, columns] = call?.args ?? [];
  return /^\d{1,3}$/.test(rows ?? '') &&
    /^\d{1,3}$/.test(columns ?? '') &&
    Number(rows) * Number(columns) === Number(most)
    ? { rows, columns }
    : {};
}

/** Properties of lines and patches that people set. */
const PROPERTIES = [
  'label',
  'color',
  'linewidth',
  'linestyle',
  'marker',
  'markersize',
  'alpha',
  'fontsize',
  'edgecolor',
  'facecolor',
  'rotation',
  'zorder'
];

/** The property that a message's word is a slip of. */
function meantIn({ exceptions }: IReading): string | undefined {
  const word = /'(?<word>\w{1,40})'/.exec(exceptions[0]?.message ?? '')?.groups
    ?.word;
  return PROPERTIES.find(one => word !== undefined && isNear(word, one));
}

function axesSign(
  ename: RegExp,
  pattern: RegExp,
  kind: Kind,
  read: (reading: IReading) => Named | undefined,
  fits: (values: Named) => boolean
): Sign<Value, Kind> {
  return {
    where: 'message',
    ename,
    pattern,
    when: reading => {
      const values = isAloneOnTorch(reading) ? read(reading) : undefined;
      return values !== undefined && fits(values);
    },
    confidence: 'likely',
    read: (_, reading) => ({ kind, ...read(reading) })
  };
}

function isOne(size: string | undefined): boolean {
  return size === '1';
}

/** The grid as people say it. */
function gridWords(
  trans: ITranslate,
  { rows = '2', columns = '3' }: Named
): string {
  return trans.__('subplots(%1, %2)', rows, columns);
}

export default define({
  id: 'python/drawing',
  answers: [
    'ValueError: num must be an integer with 1 <= num <= 9, not 10',
    "AttributeError: 'numpy.ndarray' object has no attribute 'imshow'",
    'TypeError: Image data of dtype object cannot be converted to float',
    "TypeError: 'Axes' object is not subscriptable"
  ],
  values: [
    'rows',
    'columns',
    'most',
    'number',
    'axes',
    'method',
    'given',
    'word',
    'meant'
  ],
  signs: [
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern:
        /^num must be (?:an integer with )?1 <= num <= (?<most>\d{1,4}), not (?<number>\d{1,5})/,
      when: isAloneOnTorch,
      confidence: 'certain',
      read: ({ most, number }, reading) => ({
        kind: 'cells',
        most,
        number,
        ...cellsOf(most, reading)
      })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: /^Image data of dtype <U\d{1,4} cannot be converted to float/,
      when: isAloneOnTorch,
      confidence: 'certain',
      read: (_, reading) => ({ kind: 'path', given: shown(reading) })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern:
        /^Image data (?:of dtype object )?can ?not (?:be converted|convert) to float/,
      when: isAloneOnTorch,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'object', given: shown(reading) })
    },
    axesSign(
      /^AttributeError$/,
      /^'numpy\.ndarray' object has no attribute '(?:imshow|plot|bar|barh|scatter|hist|boxplot|axis|legend|text|set_\w{1,20}|pie|fill_between|axhline|axvline|errorbar|grid|twinx|contourf?|matshow|pcolormesh)'/,
      'row',
      drawnOn,
      ({ rows, columns }) => !(isOne(rows) && isOne(columns))
    ),
    axesSign(
      /^IndexError$/,
      /^too many indices for array: array is 1-dimensional, but 2 were indexed/,
      'flat',
      indexed,
      ({ rows, columns }) => isOne(rows) !== isOne(columns)
    ),
    axesSign(
      /^TypeError$/,
      /^'(?:Axes|AxesSubplot)' object (?:is not (?:subscriptable|iterable)|does not support indexing)/,
      'single',
      indexed,
      ({ rows, columns }) => isOne(rows) && isOne(columns)
    ),
    {
      where: 'message',
      ename: /^OSError$/,
      pattern:
        /^'(?<given>seaborn(?!-v0)(?:-[a-z-]{1,20})?)' is not a valid package style/,
      // matplotlib raises it from one that a file is missing.
      when: isTorchInPlay,
      confidence: 'certain',
      read: ({ given }) => ({ kind: 'style', given })
    },
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern:
        /^(?:Line2D|Rectangle|PathCollection|Text)(?:\.set\(\) got an unexpected keyword argument| object has no property) '(?<word>\w{1,40})'/,
      when: reading =>
        isAloneOnTorch(reading) && meantIn(reading) !== undefined,
      confidence: 'likely',
      read: ({ word }, reading) => ({
        kind: 'property',
        word,
        meant: meantIn(reading)
      })
    }
  ],
  kinds: {
    style: {
      words: (trans, { given = 'seaborn' }) => ({
        title: fitting(given, 24)
          ? trans.__('matplotlib has no style “%1” any more', given)
          : trans.__('matplotlib has no such style any more'),
        cause: trans.__(
          'Since 3.8 the styles of seaborn are called seaborn-v0_8, as they were frozen then.'
        ),
        fixes: [
          check(
            trans.__('Write its name of today'),
            `plt.style.use('${given.replace(/^seaborn/, 'seaborn-v0_8')}')`
          )
        ]
      })
    },
    cells: {
      words: (trans, { rows, columns, most = '9', number = '10' }) => ({
        title: trans.__('The grid has no place for a plot %1', number),
        cause:
          rows && columns
            ? trans.__(
                'Its %1 rows of %2 hold %3 plots, and the line asks for number %4: the loop goes on after the last place.',
                rows,
                columns,
                most,
                number
              )
            : trans.__(
                'It holds %1 plots, and the line asks for number %2: the loop goes on after the last place, or counts from 0.',
                most,
                number
              ),
        fixes: [
          check(
            trans.__('Stop where the grid is full'),
            `if i == ${most}:\n    break`
          ),
          check(
            trans.__('Or make as many rows as there are plots'),
            `import math\nrows = math.ceil(len(images) / ${columns ?? '3'})\nplt.subplot(rows, ${columns ?? '3'}, i + 1)`
          )
        ]
      })
    },
    path: {
      words: (trans, { given }) => ({
        title: trans.__('imshow() was given a text, not an image'),
        cause: trans.__(
          'It shows arrays and tensors of numbers; the name of a file is not opened for it.'
        ),
        fixes: [
          check(
            trans.__('Open the file first'),
            `from PIL import Image\nplt.imshow(Image.open(${given ?? 'path'}))`
          )
        ]
      })
    },
    object: {
      words: (trans, { given = 'image' }) => ({
        title: trans.__('imshow() was given no array of numbers'),
        cause: trans.__(
          'Either %1 is None, as cv2.imread() answers for a file that it cannot read, or it is a list, a dictionary or an object that holds the image.',
          given
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it is'),
            code: `print(type(${given}))`
          },
          check(
            trans.__('Read by cv2: look whether the file is there'),
            'import os\nassert os.path.exists(path), path\nimage = cv2.imread(path)'
          )
        ]
      })
    },
    row: {
      words: (trans, values) => {
        const { axes = 'axes', given, method = 'plot', rows, columns } = values;
        const isGrid = !isOne(rows) && !isOne(columns);
        return {
          title: trans.__(
            '%1 is several plots, not one',
            `${axes}${given ?? ''}`
          ),
          cause: isGrid
            ? trans.__(
                '%1 gives an array of rows: it takes two numbers to name one plot.',
                gridWords(trans, values)
              )
            : trans.__(
                '%1 gives an array of plots: it takes a number to name one.',
                gridWords(trans, values)
              ),
          fixes: [
            check(
              trans.__('Name one of them'),
              isGrid
                ? `${axes}[0, 0].${method}(…)  # row, column`
                : `${axes}[0].${method}(…)`
            ),
            check(
              trans.__('In a loop: go over all'),
              isGrid
                ? `for ax in ${axes}.flat:\n    ax.${method}(…)`
                : `for ax in ${axes}:\n    ax.${method}(…)`
            )
          ]
        };
      }
    },
    flat: {
      words: (trans, values) => {
        const { axes = 'axes', given = '0, 1', rows } = values;
        const [row = '0', column = '0'] = given
          .split(',')
          .map(one => one.trim());
        return {
          title: trans.__('%1 has one index, not two', axes),
          cause: trans.__(
            '%1 gives a plain list of plots: an edge of length 1 is left out.',
            gridWords(trans, values)
          ),
          fixes: [
            check(
              trans.__('Name the plot by one number'),
              `${axes}[${isOne(rows) ? column : row}]`
            ),
            check(
              trans.__('Or keep both indices, whatever the size'),
              `fig, ${axes} = plt.subplots(${rows ?? '1'}, ${values.columns ?? '3'}, squeeze=False)`
            )
          ]
        };
      }
    },
    single: {
      words: (trans, { axes = 'axes', rows = '1', columns = '1' }) => ({
        title: trans.__('%1 is one plot, not several', axes),
        cause: trans.__(
          'subplots() of one row and one column gives the plot itself, with no index.'
        ),
        fixes: [
          check(trans.__('Use it without an index'), `${axes}.plot(…)`),
          check(
            trans.__('Or keep two indices, whatever the size'),
            `fig, ${axes} = plt.subplots(${rows}, ${columns}, squeeze=False)`
          )
        ]
      })
    },
    property: {
      words: (trans, { word = '', meant = '' }) => ({
        title: fitting(word, 20)
          ? trans.__('“%1” is a slip of “%2”', word, meant)
          : trans.__('A property is written with a slip'),
        cause: trans.__(
          'matplotlib knows no property %1; %2 differs by one letter.',
          word,
          meant
        ),
        fixes: [check(trans.__('Write %1', meant), `${meant}=`)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A tensor with its channels first gives “Invalid shape … for image data”.'
      )
    ],
    links: [
      {
        title: trans.__('Matplotlib: pyplot.subplots'),
        url: 'https://matplotlib.org/stable/api/_as_gen/matplotlib.pyplot.subplots.html'
      }
    ]
  })
});
