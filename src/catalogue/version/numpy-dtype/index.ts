import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords, type ValuesOf } from '../../define';
import { ownValue } from '../../../shared/own-value';
import { packageOf } from '../../../shared/package-names';
import { libraryFrames, moduleOf } from '../../shared/code-owner';
import { check } from '../../fix';
import { isNameUnknown } from '../../predicates';
import { onlyWarned } from '../../shared/remark';
import { mayBeTorch } from '../../shared/torch-in-play';
import { stopsNoCell } from '../../shared/warnings';
import { memberReplaced } from '../../shared/edits/names';
import { ofMember } from '../../shared/edits/twins';
import { versionOf } from '../../shared/stack';

/** Aliases that NumPy removed: 1.24 (int …), 2.0 (float_ …). */
const NAMES =
  'int|float|bool|object|complex|str|long|unicode|int0|uint0|bool8|object0|str0|void0|bytes0|float_|complex_|unicode_|string_|cfloat|singlecomplex|longfloat|longcomplex|clongfloat|Inf|Infinity|PINF|NINF|NaN|infty|typeDict|product|cumproduct|sometrue|alltrue|in1d|row_stack|trapz|msort|asfarray|find_common_type|cast|source|safe_eval|mat';

const REMOVED = new RegExp(
  String.raw`module '?numpy'? has no attribute '(?<name>${NAMES})'|${'`'}np\.(?<alias>\w{1,40})${'`'} was (?:removed in the NumPy 2\.0 release|a deprecated alias for)`
);

const ALIAS = new RegExp(String.raw`\b(?:np|numpy)\.(?<name>${NAMES})\b`);

/** A traceback that is cut where NumPy looks for the name. */
const LOOKED_UP = new RegExp(
  String.raw`${ALIAS.source}[^"]{0,100} File "[^"]{0,300}[\\/]numpy[\\/]__in`
);

/** The name that NumPy was asked for last, where the message is cut off. */
const lookedUp = ({ exceptions }: IReading): string | undefined =>
  exceptions
    .map(({ frames }) => frames.slice(-2))
    .filter(([, last]) => /[\\/]numpy[\\/]__in[\w.]*$/.test(last?.file ?? ''))
    .map(([caller]) => ALIAS.exec(caller.code)?.groups?.name)
    .find(name => name !== undefined);

const DEPRECATED =
  /`np\.(?<name>\w{1,20})` is a deprecated alias for|In the future `np\.(?<alias>\w{1,20})` will be defined as/;

/** numpy/core, 1.17: a field of one element, written without its shape. */
const SYNONYM =
  /Passing \(type, 1\) or '1type' as a synonym of type is deprecated/;

/** The spelling of today; the Python type where the alias meant just that. */
const TODAY: Readonly<Record<string, string>> = {
  int: 'int',
  long: 'int',
  float: 'float',
  bool: 'bool',
  object: 'object',
  complex: 'complex',
  str: 'str',
  unicode: 'str',
  bool8: 'np.bool_',
  float_: 'np.float64',
  complex_: 'np.complex128',
  unicode_: 'np.str_',
  string_: 'np.bytes_',
  Inf: 'np.inf',
  Infinity: 'np.inf',
  PINF: 'np.inf',
  infty: 'np.inf',
  NINF: '-np.inf',
  NaN: 'np.nan',
  product: 'np.prod',
  cumproduct: 'np.cumprod',
  sometrue: 'np.any',
  alltrue: 'np.all',
  in1d: 'np.isin',
  row_stack: 'np.vstack',
  trapz: 'np.trapezoid',
  typeDict: 'np.sctypeDict'
};

/** Names that NumPy 1.24 dropped; the others went with 2.0. */
const WENT_WITH_1_24 =
  /^(?:int|long|float|bool|object|complex|str|unicode|typeDict)$/;

/** The package whose line asks for the name; NumPy itself only answers. */
function askerOf(reading: IReading): string | undefined {
  return libraryFrames(reading)
    .map(frame => moduleOf(frame))
    .filter(module => module !== undefined && module !== 'numpy')
    .pop();
}

/** What to do where a library of others uses it. */
function updateLibrary(
  trans: ITranslate,
  release: string,
  asker?: string
): IFix {
  return check(
    asker
      ? trans.__('Update %1, whose line it is, then restart', asker)
      : trans.__('The line is in a library: update the library'),
    `%pip install --upgrade ${asker ? packageOf(asker) : 'PACKAGE'}  # or: %pip install 'numpy<${release}'`,
    trans.__(
      'Do not edit files below site-packages: the next update undoes it. If no update exists, hold NumPy back.'
    )
  );
}

/** Packages of which no release follows NumPy any more. */
const ENDED = /^(?:gym|imgaug|mxnet|chumpy|fairseq|allennlp)$/;

function holdBack(trans: ITranslate, asker: string, release: string): IFix {
  return check(
    ENDED.test(asker)
      ? trans.__('%1 has ended: hold NumPy back, then restart', asker)
      : trans.__('Nothing newer: hold NumPy back, then restart'),
    `%pip install 'numpy<${release}'`
  );
}

function renamed(
  trans: ITranslate,
  title: string,
  { name, installed, asker }: ValuesOf<'name' | 'installed' | 'asker'>
): IWords {
  const today = ownValue(TODAY, name);
  const release = WENT_WITH_1_24.test(name ?? 'int') ? '1.24' : '2';
  const use: IFix = {
    safety: 'safe',
    title: trans.__('Use the name of today'),
    detail: trans.__(
      'np.int was Python’s int itself. Choose np.int64 or np.float32 where the size matters.'
    ),
    code: today
      ? `${today}  # was np.${name}`
      : 'x = np.zeros(3, dtype=int)  # was np.int',
    ...(name && today
      ? ofMember(name, memberReplaced([`np.${name}`, `numpy.${name}`], today))
      : {})
  };
  return {
    title,
    cause: installed
      ? trans.__(
          'The code was written for an older NumPy than the installed %1: np.int and the like went with 1.24 (deprecated since 1.20), np.float_ and more with 2.0.',
          installed
        )
      : trans.__(
          'It was another name for a type or a function. NumPy dropped np.int and the like in 1.24 (deprecated since 1.20), np.float_ and more in 2.0.'
        ),
    fixes: asker
      ? ENDED.test(asker)
        ? [
            holdBack(trans, asker, release),
            check(
              trans.__('Or take what is kept up in its place'),
              '%pip install gymnasium  # for gym; albumentations for imgaug'
            )
          ]
        : [
            updateLibrary(trans, release, asker),
            holdBack(trans, asker, release)
          ]
      : [use, updateLibrary(trans, release)],
    notThis: [
      trans.__(
        'Any other missing attribute of numpy: look for a file numpy.py of your own beside the notebook.'
      )
    ],
    links: [
      {
        title: trans.__('NumPy 1.20: np.int and its like are deprecated'),
        url: 'https://numpy.org/doc/stable/release/1.20.0-notes.html'
      },
      {
        title: trans.__('NumPy 2.0: names that changed'),
        url: 'https://numpy.org/doc/stable/numpy_2_0_migration_guide.html'
      }
    ]
  };
}

export default define({
  id: 'version/numpy-dtype',
  answers: [
    "AttributeError: module 'numpy' has no attribute 'int'",
    "module 'numpy' has no attribute 'bool'",
    '`np.float_` was removed in the NumPy 2.0 release',
    '`np.int` is a deprecated alias for the builtin `int`',
    "FutureWarning: Passing (type, 1) or '1type' as a synonym of type is deprecated"
  ],
  values: ['name', 'installed', 'asker'],
  known: reading => ({
    installed: versionOf(reading, 'numpy'),
    asker: askerOf(reading)
  }),
  kinds: {
    removed: {
      signs: [
        {
          where: 'message',
          pattern: REMOVED,
          when: mayBeTorch,
          read: ({ name, alias }) => ({ name: name ?? alias })
        },
        { where: 'log', pattern: REMOVED, confidence: 'likely' },
        {
          where: 'log',
          pattern: LOOKED_UP,
          when: isNameUnknown,
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: /^/,
          when: reading =>
            isNameUnknown(reading) && lookedUp(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => ({ name: lookedUp(reading) })
        }
      ],
      words: (trans, { name, installed, asker }) =>
        renamed(
          trans,
          name
            ? trans.__('The installed NumPy has no np.%1', name)
            : trans.__('The code uses a name that NumPy removed'),
          { name, installed, asker }
        )
    },
    deprecated: {
      signs: [
        {
          where: 'log',
          pattern: DEPRECATED,
          when: onlyWarned,
          read: ({ name, alias }) => ({ name: name ?? alias })
        }
      ],
      words: (trans, { name }) =>
        renamed(trans, trans.__('np.%1 is deprecated in NumPy', name), { name })
    },
    synonym: {
      signs: [
        { where: 'message', pattern: SYNONYM },
        { where: 'log', pattern: SYNONYM, when: onlyWarned }
      ],
      words: trans => ({
        title: trans.__('A library writes a NumPy type the old way'),
        cause: trans.__(
          'It gives a field of one element without its shape, which NumPy will read differently one day. It is a warning; nothing is wrong with the result.'
        ),
        fixes: [
          updateLibrary(trans, '%pip install --upgrade PACKAGE'),
          {
            safety: 'safe',
            title: trans.__('In your own code: write the shape as (1,)'),
            code: "np.dtype([('quint8', np.uint8, (1,))])  # was ('quint8', np.uint8, 1)"
          }
        ],
        notThis: [stopsNoCell(trans)],
        links: [
          {
            title: trans.__('NumPy: the deprecation, release 1.17'),
            url: 'https://numpy.org/doc/stable/release/1.17.0-notes.html'
          }
        ]
      })
    }
  }
});
