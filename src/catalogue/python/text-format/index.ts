import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { ownLine } from '../../shared/ran-code';
import { isAloneOnTorch } from '../../shared/torch-in-play';

const VALUES = ['given', 'name', 'spec', 'wanted', 'values'] as const;

type Named = ValuesOf<(typeof VALUES)[number]>;

/** A field of an f-string that says how a value is written: `{loss:.4f}`. */
const FIELD = /\{(?<name>[^{}:!'"]{1,60}):(?<spec>[^{}'"]{1,12})\}/g;

/** A place of the old form: `%d`, `%.4f`, `%5s`. */
const PLACE = /%[-+ #0]?\d{0,3}(?:\.\d{1,3})?[c-giouxXEFGrsa]/g;

/**
 * The field that the message is about: the only one that says how a value is
 * written, or the only one of that form. Those of `'{:.4f}'.format(…)` have no name.
 */
function fieldOf(form: RegExp, reading: IReading): Named {
  const fields = [...ownLine(reading).matchAll(FIELD)]
    .map(({ groups }) => groups ?? {})
    .filter(({ spec }) => form.test(spec));
  return fields.length === 1
    ? { name: fields[0].name.trim(), spec: fields[0].spec }
    : {};
}

/** How many places a text of the old form has, and how many values follow it. */
function countsIn(line: string): Named {
  const { text, rest } =
    /(?<quote>["'])(?<text>[^"']{1,200})\k<quote> ?% ?(?<rest>[^%]{1,120})$/.exec(
      line
    )?.groups ?? {};
  const inner = /^\((?<inner>[^()]{0,110})\)\)?$/.exec(rest ?? '')?.groups
    ?.inner;
  return text === undefined
    ? {}
    : {
        wanted: String(text.match(PLACE)?.length ?? 0),
        values:
          inner === undefined
            ? undefined
            : String(inner.split(',').filter(part => part.trim() !== '').length)
      };
}

/** The code of a field: `.4f` of `loss` as `{loss:.4f}`. */
function field(value: string, spec = '.4f'): string {
  return `{${value}:${spec}}`;
}

export default define({
  id: 'python/text-format',
  answers: [
    'TypeError: unsupported format string passed to NoneType.__format__',
    'TypeError: unsupported format string passed to list.__format__',
    "ValueError: Unknown format code 'f' for object of type 'str'",
    'TypeError: not enough arguments for format string'
  ],
  values: VALUES,
  kinds: {
    none: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^(?:unsupported format string passed to NoneType\.__format__|must be real number, not NoneType)/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: (_, reading) => fieldOf(/./, reading)
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 30)
          ? trans.__('%1 is None, and is printed as a number', name)
          : trans.__('None is printed as a number'),
        cause: trans.__(
          'None comes of a function that ends without return, of a method that changes its object in place, or of a name that was never given another value.'
        ),
        fixes: [
          check(
            trans.__('Return the value from the function that gives it'),
            'def evaluate(model, loader):\n    ...\n    return total / len(loader)'
          ),
          check(
            trans.__('Print it without a form, to see when it is None'),
            `print(f'{${name ?? 'loss'}}')`
          )
        ]
      })
    },
    several: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^unsupported format string passed to (?:numpy\.)?(?<given>list|tuple|dict|ndarray|set|DataFrame|Series)\.__format__/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: (_, reading) => fieldOf(/./, reading)
        }
      ],
      words: (trans, { given = 'list', name: own, spec }) => {
        const name = own ?? 'losses';
        return {
          title: trans.__('A %1 is printed as one number', given),
          cause: own
            ? trans.__(
                'A form such as %1 writes one number, and %2 is a %3 of several.',
                spec ?? '.4f',
                own,
                given
              )
            : trans.__(
                'A form such as .4f writes one number, and the value is a %1 of several.',
                given
              ),
          fixes:
            given === 'dict'
              ? [
                  check(
                    trans.__('Take one value of it by its key'),
                    `print(f"${field(`${name}['loss']`, spec)}")`
                  )
                ]
              : given === 'ndarray'
                ? [
                    check(
                      trans.__('Print its mean, or one value of it'),
                      `print(f'${field(`${name}.mean()`, spec)}')`
                    ),
                    check(
                      trans.__('Or all of them, rounded'),
                      `print(${name}.round(4))`
                    )
                  ]
                : [
                    check(
                      trans.__('Print their mean'),
                      `print(f'${field(`sum(${name}) / len(${name})`, spec)}')`
                    ),
                    check(
                      trans.__('Or the last of them'),
                      `print(f'${field(`${name}[-1]`, spec)}')`
                    )
                  ]
        };
      }
    },
    text: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^Unknown format code '[d-gEFG%]' for object of type '(?<given>str)'/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }, reading) => ({
            ...fieldOf(/[d-g%]$/i, reading),
            given
          })
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^(?:%\w format: a (?:real )?number is required|must be real number|a (?:float|number) is required),? not (?<given>str)\b/,
          when: reading =>
            isAloneOnTorch(reading) && / % /.test(ownLine(reading)),
          confidence: 'likely',
          read: ({ given }) => ({ given })
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 30)
          ? trans.__('%1 is a text, and is printed as a number', name)
          : trans.__('A text is printed as a number'),
        cause: trans.__(
          'The form writes a number. What was read from a file, typed in or made by another f-string is a text, whatever stands in it.'
        ),
        fixes: [
          check(
            trans.__('Make it a number first'),
            `print(f'${field(`float(${name ?? 'loss'})`)}')`
          ),
          check(
            trans.__('Or print the text as it is'),
            `print(f'{${name ?? 'loss'}}')`
          )
        ]
      })
    },
    whole: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^Unknown format code '[dxXob]' for object of type '(?<given>float)'/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ given }, reading) => ({
            ...fieldOf(/[dxob]$/i, reading),
            given
          })
        }
      ],
      words: (trans, { name, spec }) => ({
        title: fitting(name, 24)
          ? trans.__('%1 is a float, and is printed as a whole number', name)
          : trans.__('A float is printed as a whole number'),
        cause: trans.__(
          'The form d takes whole numbers alone, even where nothing stands behind the point.'
        ),
        fixes: [
          check(
            trans.__('Make it whole, or round it'),
            `print(f'${field(`int(${name ?? 'epoch'})`, spec ?? 'd')}')`
          ),
          check(
            trans.__('Or print it as it is'),
            `print(f'{${name ?? 'epoch'}:.0f}')`
          )
        ]
      })
    },
    count: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^not (?:enough arguments for format string|all arguments converted during string formatting)/,
          when: reading =>
            isAloneOnTorch(reading) &&
            countsIn(ownLine(reading)).wanted !== undefined,
          confidence: 'likely',
          read: (_, reading) => countsIn(ownLine(reading))
        }
      ],
      words: (trans, { wanted = '2', values }) => ({
        title: values
          ? trans.__('The text has %1 places, and %2 values', wanted, values)
          : trans.__('Places and values of the text differ in number'),
        cause: values
          ? trans.__(
              'Each % of the text takes one value of the round brackets behind it.'
            )
          : trans.__(
              'The text has %1 of them, and behind it stands one value, or values without round brackets around all of them.',
              wanted
            ),
        fixes: [
          check(
            trans.__('Put as many values into round brackets'),
            "print('epoch %d loss %.4f' % (epoch, loss))"
          ),
          check(
            trans.__('Or an f-string, where each stands in its place'),
            "print(f'epoch {epoch} loss {loss:.4f}')"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A tensor of several numbers gives “Tensor.__format__”.')
    ],
    links: [
      {
        title: trans.__('Python: how values are written'),
        url: 'https://docs.python.org/3/library/string.html#format-specification-mini-language'
      }
    ]
  })
});
