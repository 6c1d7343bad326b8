import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { toldByLines } from './from-line';
import { VALUES } from './values';

/** As Python says it since 3.11, and before. */
const UNBOUND =
  /^(?:cannot access local variable|local variable) '(?<name>\w{1,100})' (?:where it is not associated with a value|referenced before assignment)/;

/** What the lines at hand tell of the name in the message. */
function toldOf({ name = '' }: Values, reading: IReading) {
  return toldByLines(name, reading);
}

/** A title that names the variable, where it has room. */
function titled(trans: ITranslate, name: string): string {
  return fitting(name, 24)
    ? trans.__('No line that ran gave %1 a value', name)
    : trans.__('No line that ran gave the variable a value');
}

export default define({
  id: 'python/unbound-local',
  answers: [
    "UnboundLocalError: cannot access local variable 'loss' where it is not associated with a value",
    "UnboundLocalError: local variable 'loss' referenced before assignment"
  ],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: /^UnboundLocalError$/,
      pattern: UNBOUND,
      when: reading =>
        // Of a package's own function nothing is to be mended here.
        isAloneOnTorch(reading) &&
        !isRaisedInLibrary(reading) &&
        toldOf(
          UNBOUND.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {},
          reading
        ) !== null,
      confidence: 'likely',
      read: (values, reading) => ({ ...toldOf(values, reading) })
    }
  ],
  kinds: {
    branch: {
      words: (trans, { name = 'loss', func = 'train', block }) => ({
        title: titled(trans, name),
        cause: block
          ? trans.__(
              '%1() gives %2 its value only under “%3”, and this call did not come through there.',
              func,
              name,
              block
            )
          : trans.__(
              '%1() gives %2 its value only in one branch of an if, and this call did not come through there.',
              func,
              name
            ),
        fixes: [
          check(
            trans.__('Give it a value on the other ways, too'),
            `else:\n    ${name} = ...`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what the condition saw'),
            code: '%debug'
          }
        ]
      })
    },
    returned: {
      words: (trans, { name = 'output', func = 'build' }) => ({
        title: titled(trans, name),
        cause: trans.__(
          '%1() gives %2 back, and no line before gave it a value: those that do stand under an if, in a loop or in a try, and this call did not come through there.',
          func,
          name
        ),
        fixes: [
          check(
            trans.__(
              'See which names the ifs above know, and give one of them'
            ),
            `print(args)  # the option, the config or the size that they ask for`,
            trans.__(
              'An option that is written otherwise passes all of them by; a loop over nothing has no round.'
            )
          ),
          check(
            trans.__(
              'In your own code: end the ifs with an error that says so'
            ),
            `else:\n    raise ValueError('no such case')`
          )
        ]
      })
    },
    loop: {
      words: (trans, { name = 'loss', func = 'train', block }) => ({
        title: titled(trans, name),
        cause: block
          ? trans.__(
              '%1() gives %2 its value only inside “%3”, and that loop had no round: what it goes over is empty.',
              func,
              name,
              block
            )
          : trans.__(
              '%1() gives %2 its value only inside a loop, and that loop had no round: what it goes over is empty.',
              func,
              name
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how much the loop goes over'),
            code: `print(len(${/ in (?:enumerate\(|tqdm\()?(?<over>[\w.]{1,40})/.exec(block ?? '')?.groups?.over ?? 'loader'}))`,
            detail: trans.__(
              'With drop_last=True a loader is empty if the data set is smaller than a batch.'
            )
          },
          check(trans.__('Give it a value before the loop'), `${name} = 0`)
        ]
      })
    },
    handled: {
      words: (trans, { name = 'loss', func = 'train' }) => ({
        title: titled(trans, name),
        cause: trans.__(
          '%1() gives %2 its value inside a try. An error came before that, the except went on without it, and the name stayed empty.',
          func,
          name
        ),
        fixes: [
          check(
            trans.__('Let the except show its error, or end there'),
            'except Exception as error:\n    print(repr(error))\n    raise'
          ),
          check(trans.__('Or give it a value there'), `${name} = None`)
        ]
      })
    },
    global: {
      words: (trans, { name = 'step', func = 'train' }) => ({
        title: titled(trans, name),
        cause: trans.__(
          '%1() assigns %2 itself, so that the name is its own in all of its lines, and the variable outside of it is not seen.',
          func,
          name
        ),
        fixes: [
          check(
            trans.__('Take the outer one in, and hand it back'),
            `def ${func}(…, ${name}):\n    ...\n    return ${name}`
          ),
          check(
            trans.__('Or say that the outer one is meant'),
            `def ${func}(…):\n    global ${name}`
          )
        ]
      })
    },
    later: {
      words: (trans, { name = 'loss', func = 'train' }) => ({
        title: titled(trans, name),
        cause: trans.__(
          '%1() assigns %2 only in this line or below it, and nothing before gives it a value.',
          func,
          name
        ),
        fixes: [
          check(
            trans.__('Give it its first value at the top of the function'),
            `${name} = ...`
          ),
          check(
            trans.__('Of a variable outside of the function: hand it over'),
            `def ${func}(…, ${name}): ...`
          )
        ]
      })
    },
    gpu: {
      words: (trans, { name = 'n_gpus', func = 'train', block }) => ({
        title: titled(trans, name),
        cause: block
          ? trans.__(
              '%1() gives %2 its value only under “%3”, and torch sees no GPU here.',
              func,
              name,
              block
            )
          : trans.__(
              'Programs give %1 its value only where torch sees a GPU. In %2() no such line ran, as on a machine or with a build of torch without CUDA.',
              name,
              func
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__(
              'See whether torch has a GPU, and which build it is'
            ),
            code: '$ nvidia-smi; python -c "import torch; print(torch.cuda.is_available(), torch.version.cuda)"'
          },
          check(
            trans.__('To go on without one: give it a value'),
            /gpus?$|^n/.test(name)
              ? `${name} = torch.cuda.device_count()`
              : `${name} = 'cpu'`,
            trans.__('What needs CUDA, such as bitsandbytes, still fails then.')
          )
        ]
      })
    }
  },
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
