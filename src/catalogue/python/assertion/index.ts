import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import { valueText } from '../../../incident/told-values';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { fitting } from '../../shared/fitting';
import { knownValues, liveFacts } from '../shared/live-facts';
import { beforeAssertion } from '../../shared/edits/statements';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { askedBy } from './from-line';
import { ofLines } from './of-lines';
import { VALUES, type Value } from './values';

type Named = ValuesOf<Value>;

/** Kinds that tell what to change, whatever the message says. */
const TELLING: ReadonlySet<string> = new Set([
  'multiple',
  'gpu',
  'gpus',
  'path',
  'filled',
  'allowed'
]);

/** A title has room for so much of a name, of a value, of a condition. */
const ROOM = { name: 24, value: 24, condition: 44 } as const;

/** What a length is of: `files` of `len(files)`. */
function counted(name: string | undefined): string | undefined {
  return name && (/^len\((?<inner>.+)\)$/.exec(name)?.groups?.inner ?? name);
}

function factsOf(reading: IReading): IFactsMatch | null {
  const live = liveFacts(reading, 'assertion');
  if (live === null) {
    return null;
  }
  const { state, condition, values, near, wanted, code } = live;
  const lines = values.map(each => `${each.name} = ${valueText(each)}`);
  const [one] = values;
  return {
    // Where it could not be weighed again, the values are no proof of a cause.
    confidence: state === 'values' ? 'possible' : 'certain',
    evidence: lines.map(text => ({ where: 'kernel', text })),
    values: {
      kind: state,
      ...knownValues({
        condition,
        name: one.name,
        value: state === 'class' ? one.type : valueText(one),
        all: lines.join(', '),
        near,
        wanted,
        code
      })
    }
  };
}

/** A title with the condition, where it has room for that. */
function unmetTitle(trans: ITranslate, { condition }: Named): string {
  const shown = fitting(condition, ROOM.condition);
  return shown
    ? trans.__('Not met here: %1', shown)
    : trans.__('The assertion is not met');
}

/** A title that says the value itself, where it has room for that. */
function valueTitle(trans: ITranslate, values: Named): string {
  const name = fitting(values.name, ROOM.name);
  const value = fitting(values.value, ROOM.value);
  return name && value
    ? trans.__('%1 is %2', name, value)
    : unmetTitle(trans, values);
}

/** What was asked, and what there is. */
function whatThereIs(
  trans: ITranslate,
  { condition, all = '' }: Named
): string {
  return condition
    ? trans.__('The code wants %1. Here is %2.', condition, all)
    : trans.__('The code wants something else: here is %1.', all);
}

function look(trans: ITranslate, { name = 'x' }: Named): IFix {
  return {
    safety: 'check',
    title: trans.__('Look where %1 gets its value', name),
    detail: trans.__(
      'The assertion only notices. Change what comes in, or the condition where it asks for too much.'
    )
  };
}

/** The change, where it is known, then the look. */
function fixes(trans: ITranslate, values: Named, title: string): IFix[] {
  const { code } = values;
  return [
    ...(code
      ? [
          {
            safety: 'check' as const,
            title,
            code,
            edit: beforeAssertion(code)
          }
        ]
      : []),
    look(trans, values)
  ];
}

export default define({
  id: 'python/assertion',
  answers: ['AssertionError', 'AssertionError:'],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: /^AssertionError$/,
      pattern: /^$/,
      // Two sides of a comparison say no more than the line that stands there.
      when: reading => isAloneOnTorch(reading) && askedBy(reading) !== null,
      confidence: 'possible',
      read: (_, reading) => ({ ...askedBy(reading) })
    },
    // Its own words say less of what to change than the line does.
    {
      where: 'message',
      ename: /^AssertionError$/,
      pattern: /^(?<said>\S.{0,199})/,
      when: reading =>
        isAloneOnTorch(reading) && TELLING.has(askedBy(reading)?.kind ?? ''),
      confidence: 'possible',
      read: ({ said }, reading) => ({ ...askedBy(reading), said })
    }
  ],
  facts: factsOf,
  kinds: {
    shape: {
      words: (trans, values) => ({
        title: unmetTitle(trans, values),
        cause: whatThereIs(trans, values),
        fixes: fixes(
          trans,
          values,
          trans.__('The sizes are the same in another order: turn it')
        )
      })
    },
    dtype: {
      words: (trans, values) => ({
        title: valueTitle(trans, values),
        cause: whatThereIs(trans, values),
        fixes: fixes(trans, values, trans.__('Convert it before'))
      })
    },
    device: {
      words: (trans, values) => ({
        title: valueTitle(trans, values),
        cause: whatThereIs(trans, values),
        fixes: fixes(trans, values, trans.__('Move it to the other device'))
      })
    },
    empty: {
      words: (trans, values) => ({
        title: trans.__(
          '%1 is empty',
          fitting(counted(values.name), ROOM.condition) ??
            trans.__('What it asks for')
        ),
        cause: trans.__(
          'The code wants at least one entry, and there is none. What should fill it did not run, or found nothing.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Look at what fills it'),
            detail: trans.__(
              'A list of files is empty where the pattern matches none: look at the path, and at the folder in which the kernel works.'
            ),
            code: 'import os\nprint(os.getcwd(), os.listdir())'
          }
        ]
      })
    },
    none: {
      words: (trans, values) => ({
        title: trans.__(
          '%1 is None',
          fitting(values.name, ROOM.condition) ?? trans.__('What it asks for')
        ),
        cause: trans.__(
          'The code wants a value, and there is none. A function without a return gives None, as does a look-up with get() that finds nothing.'
        ),
        fixes: [look(trans, values)]
      })
    },
    class: {
      words: (trans, values) => ({
        title: valueTitle(trans, values),
        cause: values.wanted
          ? trans.__(
              '%1 is of the class %2, and the code wants %3.',
              values.name ?? '',
              values.value ?? '',
              values.wanted
            )
          : whatThereIs(trans, values),
        fixes: fixes(trans, values, trans.__('Make a tensor of it before'))
      })
    },
    choice: {
      words: (trans, values) => ({
        title: valueTitle(trans, values),
        cause: values.wanted
          ? trans.__(
              '%1 is %2, and the code knows these: %3.',
              values.name ?? '',
              values.value ?? '',
              values.wanted
            )
          : whatThereIs(trans, values),
        fixes: [
          values.near
            ? {
                safety: 'check',
                title: trans.__(
                  'Write %1, if that is what you mean',
                  values.near
                ),
                ...(values.code
                  ? { code: values.code, edit: beforeAssertion(values.code) }
                  : {})
              }
            : {
                safety: 'check',
                title: trans.__('Use one of those it knows')
              },
          look(trans, values)
        ]
      })
    },
    compared: {
      words: (trans, values) => ({
        title: unmetTitle(trans, values),
        cause: whatThereIs(trans, values),
        fixes: [look(trans, values)]
      })
    },
    values: {
      words: (trans, values) => ({
        title: unmetTitle(trans, values),
        cause: whatThereIs(trans, values),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See the numbers themselves'),
            code: `print(${values.name ?? 'x'})`
          },
          look(trans, values)
        ]
      })
    },
    ...ofLines
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the message after AssertionError: says what was wrong, that is the cause; here it says nothing, or not with which values.'
      )
    ],
    links: [
      {
        title: trans.__('Python: the assert statement'),
        url: 'https://docs.python.org/3/reference/simple_stmts.html#the-assert-statement'
      }
    ]
  })
});
