import type { IReading } from '../../../incident/types';
import { bareName } from '../../predicates';
import { define } from '../../define';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';

/** As Python says it since 3.11, and before. */
const UNBOUND =
  /^(?:cannot access local variable|local variable) '(?<name>\w{1,100})' (?:where it is not associated with a value|referenced before assignment)/;

/** The function of the user's that has no value for the name. */
function functionOf({ exceptions }: IReading): string | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const last = frames[frames.length - 1];
  const name = last && bareName(last);
  return name && /^\w+$/.test(name) ? name : undefined;
}

export default define({
  id: 'python/unbound-local',
  answers: [
    "UnboundLocalError: cannot access local variable 'loss' where it is not associated with a value",
    "UnboundLocalError: local variable 'loss' referenced before assignment"
  ],
  values: ['name', 'func'],
  signs: [
    {
      where: 'message',
      ename: /^UnboundLocalError$/,
      pattern: UNBOUND,
      when: reading =>
        // Of a package's own function nothing is to be mended here.
        isAlone(reading) &&
        isTorchInPlay(reading) &&
        !isRaisedInLibrary(reading),
      confidence: 'likely',
      read: (_, reading) => ({ func: functionOf(reading) })
    }
  ],
  words: (trans, { name = 'loss', func }) => ({
    title: fitting(name, 24)
      ? trans.__('No line that ran gave %1 a value', name)
      : trans.__('No line that ran gave the variable a value'),
    cause: func
      ? trans.__(
          '%1() assigns %2 somewhere, so it is the function’s own variable, and no such line ran before this one: a loop over an empty loader, an if that was false, or a line further down.',
          func,
          name
        )
      : trans.__(
          'The function assigns %1 somewhere, so it is its own variable, and no such line ran before this one: a loop over an empty loader, an if that was false, or a line further down.',
          name
        ),
    fixes: [
      check(
        trans.__('Give it a value before the loop or the if'),
        `${name} = None  # or the value it begins with`,
        trans.__(
          'A loop that never ran has an empty loader or data set: print its length.'
        )
      ),
      check(
        trans.__('Of a variable outside of the function: say so'),
        `def ${func ?? 'train'}(…, ${name}): ...  # or: global ${name}`
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A name that no line of the function assigns gives a NameError instead.'
      )
    ],
    links: [
      {
        title: trans.__('Python: why an UnboundLocalError is raised'),
        url: 'https://docs.python.org/3/faq/programming.html#why-am-i-getting-an-unboundlocalerror-when-the-variable-has-a-value'
      }
    ]
  })
});
