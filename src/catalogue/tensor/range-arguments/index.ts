import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { countedDown } from '../../shared/edits/calls';

/** Whether the code that failed calls one of these, or none is at hand. */
function callsOneOf(calls: RegExp): (reading: IReading) => boolean {
  return ({ code }) => code === '' || calls.test(code);
}

const SPACED = /\b(?<call>linspace|logspace)\(/;

export default define({
  id: 'tensor/range-arguments',
  answers: [
    'upper bound and lower bound inconsistent with step sign',
    'upper bound and larger bound inconsistent with step sign',
    'step must be nonzero',
    'unsupported range: 0 -> inf',
    'number of steps must be non-negative',
    'linspace only supports 0-dimensional start and end tensors, but got start with 1 dimension(s).',
    'n must be greater or equal to 0, got -1'
  ],
  values: ['low', 'high', 'name', 'given', 'call'],
  kinds: {
    direction: {
      signs: messageOrLog(
        /\bupper bound and l(?:ower|arger) bound inconsistent with step sign/
      ),
      words: trans => ({
        title: trans.__('The step leads away from the end'),
        cause: trans.__(
          'arange() counts from start to end, and with this step it never arrives: either start is above end and the step is positive, or the other way round. Python’s range() would be empty; torch refuses.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Downwards: give a negative step'),
              'x = torch.arange(10, 0, -1)'
            ),
            edit: countedDown
          },
          check(
            trans.__('Upwards: the smaller number comes first'),
            'x = torch.arange(0, 10)'
          ),
          check(
            trans.__('The end is computed: let the range be empty'),
            'x = torch.arange(start, max(start, end))'
          )
        ]
      })
    },
    zero: {
      signs: [
        {
          where: 'message',
          pattern: /^step must be nonzero$/,
          when: callsOneOf(/\b(?:arange|range)\(/)
        }
      ],
      words: trans => ({
        title: trans.__('The step of the range is 0'),
        cause: trans.__(
          'arange() with a step of 0 never gets to its end. Usually the step was computed with //, such as (end - start) // n, and was rounded down to 0.'
        ),
        fixes: [
          check(
            trans.__('So many numbers between two: linspace()'),
            'x = torch.linspace(start, end, n)'
          ),
          check(
            trans.__('Whole steps: at least 1'),
            'x = torch.arange(start, end, max(1, (end - start) // n))'
          )
        ]
      })
    },
    endless: {
      signs: messageOrLog(
        /\bunsupported range: (?<low>-?(?:inf|nan|\d[\d.e+]{0,24})) -> (?<high>-?(?:inf|nan|\d[\d.e+]{0,24}))/
      ),
      words: (trans, { low, high }) => ({
        title: trans.__('The range has no end, or none that is a number'),
        cause:
          low && high
            ? trans.__(
                'arange() was asked to count from %1 to %2. A bound became inf or nan before: a division by 0, or the maximum of a tensor that holds inf or nan.',
                low,
                high
              )
            : trans.__(
                'A bound of arange() is inf or nan: a division by 0, or the maximum of a tensor that holds inf or nan.'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See where the bound becomes inf or nan'),
            code: 'print(start, end, torch.isfinite(x).all())'
          },
          check(
            trans.__('Take the largest of the finite numbers'),
            'end = x[torch.isfinite(x)].max().item()'
          )
        ]
      })
    },
    steps: {
      signs: messageOrLog(/^number of steps must be non-negative/, {
        when: callsOneOf(SPACED),
        read: (_groups, { code }) => ({ call: SPACED.exec(code)?.groups?.call })
      }),
      words: (trans, { call = 'linspace' }) => ({
        title: trans.__('%1() was asked for fewer than 0 numbers', call),
        cause: trans.__(
          'The third argument is how many numbers to give, not the distance of two. A negative one is either a computed number that came out too small, or a step as in arange().'
        ),
        fixes: [
          check(
            trans.__('Say how many'),
            `x = torch.${call}(start, end, steps=50)`
          ),
          check(
            trans.__('A distance instead: arange()'),
            'x = torch.arange(10, 0, -0.5)'
          )
        ]
      })
    },
    ends: {
      signs: messageOrLog(
        /\b(?<call>linspace|logspace) only supports 0-dimensional start and end tensors, but got (?:start|end) with (?<given>\d{1,2}) dimension/
      ),
      words: (trans, { call, given }) => ({
        title: trans.__('start and end must be single numbers'),
        cause: trans._n(
          '%2() goes from one number to another, and was given a tensor of %1 dimension. A list of starts and ends is not gone through.',
          '%2() goes from one number to another, and was given a tensor of %1 dimensions. A list of starts and ends is not gone through.',
          Number(given ?? 1),
          call ?? 'linspace'
        ),
        fixes: [
          check(
            trans.__('A tensor of one number: take it out'),
            `x = torch.${call ?? 'linspace'}(start.item(), end.item(), steps=5)`
          ),
          check(
            trans.__('One row for each pair'),
            'share = torch.linspace(0, 1, steps=5)\nx = start[:, None] + (end - start)[:, None] * share  # [pairs, 5]'
          )
        ]
      })
    },
    sides: {
      signs: messageOrLog(
        /^(?<name>[nm]) must be greater or equal to 0, got ?(?<given>-\d{1,18})|^(?<side>row|col) must be non-negative, got ?(?<number>-\d{1,18})/,
        {
          when: callsOneOf(/\b(?:eye|tri[lu]_indices)\(/),
          read: ({ name, given, side, number }) => ({
            name: name ?? side,
            given: given ?? number
          })
        }
      ),
      words: (trans, { name, given }) => ({
        title: given
          ? trans.__('A matrix of %1 rows or columns', given)
          : trans.__('A matrix of fewer than 0 rows'),
        cause: trans.__(
          '%1 is how many rows or columns the matrix gets, 0 or more. Usually it was computed, as a difference of two lengths, and came out below 0.',
          name ?? 'n'
        ),
        fixes: [
          check(
            trans.__('Take the size from the tensor it goes with'),
            'identity = torch.eye(x.shape[-1], device=x.device)'
          ),
          check(
            trans.__('Computed: not below 0'),
            'identity = torch.eye(max(0, n))'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“range() arg 3 must not be zero” and “slice step cannot be zero” are Python’s own.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.arange'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.arange.html'
      },
      {
        title: trans.__('PyTorch: torch.linspace'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.linspace.html'
      }
    ]
  })
});
