import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check } from '../../fix';
import { lastValue, ownLine } from '../../shared/ran-code';
import { isAloneOnTorch, isTorchInPlay } from '../../shared/torch-in-play';

/** An index with a colon in it: `df[:, 0]`, `values[:3]`. */
const SLICED =
  /(?<![\w.])(?<name>[a-z_][\w.]{0,40})\[(?<index>[^\][]{0,40}:[^\][]{0,40})\]/i;

function sliced(reading: IReading): {
  readonly name?: string;
  readonly index?: string;
} {
  return SLICED.exec(ownLine(reading))?.groups ?? {};
}

/** Whether a visible line made it a dictionary. */
function isDictionary(reading: IReading): boolean {
  const { name } = sliced(reading);
  const value = name === undefined ? '' : lastValue(name, reading)?.value;
  return /\bloadmat\(|\bjson\.load|\bdict\(|^\{|\bstate_dict\(/.test(
    value ?? ''
  );
}

/** What stands in the place of a list that is to be a key. */
const AS_KEY: Readonly<Record<string, string>> = {
  list: 'tuple(x)',
  set: 'frozenset(x)',
  dict: 'tuple(sorted(x.items()))',
  ndarray: 'tuple(x.tolist())  # one number: x.item()',
  Series: 'tuple(x)',
  DataFrame: 'x.index[0]'
};

export default define({
  id: 'python/unhashable',
  answers: [
    "TypeError: unhashable type: 'list'",
    "TypeError: unhashable type: 'slice'",
    "TypeError: unhashable type: 'numpy.ndarray'"
  ],
  values: ['given', 'name', 'index'],
  kinds: {
    key: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^unhashable type: ["'](?:numpy\.)?(?<given>list|dict|set|ndarray|Series|DataFrame)["']/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }) => ({ given })
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^cannot use ["'](?:numpy\.)?(?<given>list|dict|set|ndarray|Series|DataFrame)["'] as a (?:dict key|set element)/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }) => ({ given })
        }
      ],
      words: (trans, { given = 'list' }) => ({
        title: trans.__('A %1 is used as a key, or put into a set', given),
        cause: trans.__(
          'Keys of a dictionary and parts of a set (also of Counter, unique() and a cached function) must not change, and a %1 can.',
          given
        ),
        fixes: [
          check(
            trans.__('Make it one that does not change'),
            ownValue(AS_KEY, given) ?? AS_KEY.list
          ),
          check(
            trans.__('Nested lists: take their parts'),
            'flat = [value for row in rows for value in row]'
          )
        ]
      })
    },
    table: {
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:unhashable type: ["']slice["']|\(slice\(None, None, None\), )/,
          // pandas raises it from an error of its own.
          when: reading =>
            isTorchInPlay(reading) &&
            (sliced(reading).index ?? '').includes(',') &&
            !isDictionary(reading),
          confidence: 'likely',
          read: (_, reading) => sliced(reading)
        }
      ],
      words: (trans, { name = 'df', index = ':, 0' }) => ({
        title: trans.__('%1 is a table, and is indexed as an array', name),
        cause: trans.__(
          'Brackets behind a table of pandas take names of columns; [%1] asks for rows and columns by their place.',
          index
        ),
        fixes: [
          check(trans.__('By place: .iloc'), `${name}.iloc[${index}]`),
          check(
            trans.__('Or make an array of it first'),
            `${name}.to_numpy()[${index}]`
          )
        ]
      })
    },
    slice: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^unhashable type: ["']slice["']/,
          when: reading => {
            const { index } = sliced(reading);
            return (
              isAloneOnTorch(reading) &&
              index !== undefined &&
              (!index.includes(',') || isDictionary(reading))
            );
          },
          confidence: 'likely',
          read: (_, reading) => sliced(reading)
        }
      ],
      words: (trans, { name = 'values', index = ':3' }) => ({
        title: trans.__('%1 is a dictionary, and is sliced', name),
        cause: trans.__(
          'A dictionary is asked by its keys and has no order to cut [%1] from.',
          index
        ),
        fixes: [
          index.includes(',')
            ? check(
                trans.__('Take the array by its key, and slice that'),
                `${name}['data'][${index}]`
              )
            : check(
                trans.__('Slice the list of its parts'),
                `list(${name}.items())[${index}]`
              ),
          {
            safety: 'diagnostic',
            title: trans.__('See which keys it has'),
            code: `print(type(${name}), list(${name})[:5])`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Tensors can be keys, by their identity: two equal ones are two keys.'
      )
    ],
    links: [
      {
        title: trans.__('Python: hashable'),
        url: 'https://docs.python.org/3/glossary.html#term-hashable'
      }
    ]
  })
});
