import type { IFix, ISign, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IKind, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { unreadImageFixes } from '../../shared/unread-image';
import { originOf } from './origin';
import { VALUES, type Value } from './values';

type Named = ValuesOf<Value>;

/** What Python says of a None that is used like an object. */
const OF_NONE =
  /^(?:["']NoneType["'] object (?:has no attribute|is not (?:subscriptable|iterable|callable|a container))|object of type ["']NoneType["'] has no len|argument of type ["']NoneType["'] is not|cannot unpack non-iterable NoneType)/;

function isOurs(reading: IReading): boolean {
  return isAloneOnTorch(reading) && originOf(reading) !== null;
}

/** A title that names it, where it has room for that. */
function titled(trans: ITranslate, { held, made }: Named): string {
  const call = fitting(made, 26);
  return fitting(held, 24)
    ? call
      ? trans.__('%1 is None: %2 gave it', held, call)
      : trans.__('%1 is None here', held)
    : call
      ? trans.__('%1 gave None', call)
      : trans.__('A call gave None');
}

/** The line that it came from, as a sentence. */
function origin(trans: ITranslate, { code, line, cell }: Named): string {
  return code === undefined
    ? ''
    : cell !== undefined
      ? trans.__('Line %1 of cell %2 is “%3”.', line ?? '', cell, code)
      : trans.__('The line is “%1”.', code);
}

/** Two sentences. */
function told(trans: ITranslate, values: Named, why: string): string {
  const where = origin(trans, values);
  return where === '' ? why : `${where} ${why}`;
}

/** A kind whose cause is where the None came from, and why it is one. */
function because(
  why: (trans: ITranslate, values: Named) => string,
  fixes: (trans: ITranslate, values: Named) => IFix[]
): IKind<Value> {
  return {
    words: (trans, values) => ({
      title: titled(trans, values),
      cause: told(trans, values, why(trans, values)),
      fixes: fixes(trans, values)
    })
  };
}

const SIGN: ISign = {
  where: 'message',
  ename: /^(?:TypeError|AttributeError)$/,
  pattern: OF_NONE,
  when: isOurs,
  confidence: 'likely',
  read: (_, reading) => ({ ...originOf(reading) })
};

export default define({
  id: 'python/none-origin',
  answers: [
    "AttributeError: 'NoneType' object has no attribute 'group'",
    "TypeError: object of type 'NoneType' has no len()"
  ],
  refines: ['python/missing-attribute', 'python/wrong-object'],
  values: VALUES,
  signs: [SIGN],
  kinds: {
    returns: because(
      (trans, values) =>
        trans.__(
          '%1 has no return with a value, so a call of it gives None.',
          values.made ?? trans.__('The function')
        ),
      (trans, values) => [
        check(
          trans.__('End it with a return of its result'),
          'return result',
          trans.__('Then run the cell that defines it, and this one, again.')
        ),
        check(
          trans.__('Or do not keep what it gives'),
          values.made ?? 'train(model)'
        )
      ]
    ),
    sometimes: because(
      (trans, values) =>
        trans.__(
          '%1 returns a value on some of its ways only: this call ended on one without, such as an if that was false or a try that failed.',
          values.made ?? trans.__('The function')
        ),
      (trans, values) => [
        check(
          trans.__('Give each way of the function a return, or an error'),
          "raise ValueError('nothing found')  # where it would end without a result"
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See what it was called with'),
          code: '%debug'
        }
      ]
    ),
    inplace: because(
      (trans, values) =>
        trans.__(
          '%1 changes its object, or only shows something, and gives None.',
          values.made ?? trans.__('The call')
        ),
      (trans, values) => [
        check(
          trans.__('Call it on a line of its own, without an assignment'),
          values.code?.replace(/^[\w., ]{1,80}= ?/, '') ??
            values.made ??
            'values.append(x)',
          trans.__('The name holds None by now: run what made it first again.')
        )
      ]
    ),
    image: {
      words: (trans, values) => ({
        title: trans.__('The image was not read: it is None'),
        cause: told(
          trans,
          values,
          trans.__(
            'imread() gives None, without an error, for a path that does not exist or that OpenCV cannot read, and for a file that is no image.'
          )
        ),
        fixes: unreadImageFixes(trans)
      })
    },
    match: because(
      (trans, values) =>
        trans.__(
          'A pattern that does not fit the text gives None: this text, often a file name or a line of another form, is not as the pattern expects.'
        ),
      (trans, values) => [
        {
          safety: 'diagnostic',
          title: trans.__('See the text that does not fit'),
          code: `if ${values.held ?? 'found'} is None:\n    print(repr(text))`
        },
        check(
          trans.__('Leave out what does not fit, or widen the pattern'),
          `if ${values.held ?? 'found'} is not None:\n    ...`
        )
      ]
    ),
    lookup: because(
      (trans, values) =>
        trans.__(
          'get() of a dictionary gives None, without an error, for a key that it does not have.'
        ),
      (trans, values) => [
        {
          safety: 'diagnostic',
          title: trans.__('See the keys there are'),
          code: `print(list(${values.made?.replace(/\.get\(\)$/, '') ?? 'd'})[:20])`
        },
        check(
          trans.__('Ask with brackets, which names the missing key'),
          `${values.made?.replace(/\.get\(\)$/, '') ?? 'd'}['key']`
        )
      ]
    ),
    environment: because(
      (trans, values) =>
        trans.__('The environment of this process has no such variable.'),
      (trans, values) => [
        check(
          trans.__('Set it before, or give a default'),
          "os.environ.setdefault('NAME', 'value')"
        )
      ]
    ),
    search: because(
      (trans, values) =>
        trans.__('A search that finds nothing gives None, without an error.'),
      (trans, values) => [
        {
          safety: 'diagnostic',
          title: trans.__('See what was searched'),
          code: `print(${values.made?.replace(/\.\w{1,40}\(\)$/, '') ?? 'page'})`
        },
        check(
          trans.__('Go on only where something was found'),
          `if ${values.held ?? 'found'} is not None:\n    ...`
        )
      ]
    ),
    file: because(
      (trans, values) =>
        trans.__(
          'A YAML file that is empty, or holds comments only, gives None.'
        ),
      (trans, values) => [
        {
          safety: 'diagnostic',
          title: trans.__('See what the file holds'),
          code: 'print(open(path).read()[:500])'
        },
        check(
          trans.__('Fill it, or begin with nothing set'),
          `${values.held ?? 'config'} = yaml.safe_load(file) or {}`
        )
      ]
    ),
    given: because(
      (trans, values) =>
        trans.__('No line that ran since has given it another value.'),
      (trans, values) => [
        check(
          trans.__('Give it its value first'),
          `${values.held ?? 'model'} = ...`,
          trans.__(
            'If a cell or a branch does that, it has to run between the two.'
          )
        )
      ]
    ),
    call: because(
      (trans, values) =>
        trans.__(
          'The call gave None: mostly something was not found or not there, such as a key, a file, or a part that this version does not have.'
        ),
      (trans, values) => [
        {
          safety: 'diagnostic',
          title: trans.__('See when that call gives None'),
          code: `help(${values.made?.replace(/\(\)$/, '') ?? 'load'})`
        },
        check(
          trans.__('Go on only with a value'),
          `if ${values.held ?? 'value'} is None:\n    raise ValueError('nothing there')`
        )
      ]
    )
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the cells were changed since they ran, the line that gave None may be another one.'
      )
    ],
    links: [
      {
        title: trans.__('Python: None'),
        url: 'https://docs.python.org/3/library/constants.html#None'
      }
    ]
  })
});
