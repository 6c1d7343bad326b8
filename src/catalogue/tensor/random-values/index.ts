import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordGiven, keywordsTaken } from '../../shared/edits/calls';
import { argumentsInOrder, optionWithin } from '../../shared/edits/options';

/** The number of draws, where the line that failed says it. */
function drawsWritten({ code }: IReading): string | undefined {
  return /\bmultinomial\((?:[\w.]{1,40}, ?|.{1,80}\bnum_samples ?= ?)(\d{1,9})\b/.exec(
    code
  )?.[1];
}

function spreadCause(
  trans: ITranslate,
  { call, given }: ValuesOf<'call' | 'given'>
): string {
  return call && given
    ? trans.__(
        '%1() was given the standard deviation %2, which cannot be: it is a width. The output of a layer has any sign, so a network predicts its logarithm, or sends it through softplus.',
        call,
        given
      )
    : trans.__(
        'One of the standard deviations is below 0, which cannot be: it is a width. The output of a layer has any sign, so a network predicts its logarithm, or sends it through softplus.'
      );
}

export default define({
  id: 'tensor/random-values',
  answers: [
    'normal expects all elements of std >= 0.0',
    'normal expects std >= 0.0, but found std -1',
    'cannot sample n_sample > prob_dist.size(-1) samples without replacement',
    'cannot sample n_sample <= 0 samples',
    'uniform_ expects to return a [from, to) range, but found from=3 > to=-1',
    'exponential_ expects lambda > 0.0, but found lambda=0',
    'invalid Poisson rate, expected rate to be non-negative',
    'number of categories cannot exceed 2^24',
    'to - 1 is out of bounds for unsigned char'
  ],
  values: ['call', 'given', 'name', 'low', 'high', 'type'],
  kinds: {
    spread: {
      signs: messageOrLog(
        /\b(?<call>normal|log_normal_) expects (?:all elements of std|std >=? ?0\.0(?:, but found std[ =](?<given>-?[\d.e+-]{1,24}|-?nan))?)/
      ),
      words: (trans, { call, given }) => ({
        title: given
          ? trans.__('A standard deviation of %1 cannot be', given)
          : trans.__('A standard deviation cannot be below 0'),
        cause: spreadCause(trans, { call, given }),
        fixes: [
          {
            ...check(
              trans.__('A network predicts it (VAE): make it positive'),
              'std = torch.exp(0.5 * log_var)  # the layer gives log_var\n# or: std = F.softplus(raw) + 1e-6'
            ),
            edit: optionWithin(
              ['torch.normal', 'Normal'],
              [1, 'std'],
              'torch.exp(0.5 * ',
              ')'
            )
          },
          check(
            trans.__('Written by hand: first the mean, then the deviation'),
            'x = torch.normal(mean=0.0, std=1.0, size=(3, 4))'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See how far below 0 it goes'),
            code: 'print(std.min())'
          }
        ]
      })
    },
    rate: {
      signs: messageOrLog(
        /\b(?<call>exponential_|cauchy_) expects (?<name>lambda|sigma) > 0\.0, but found (?:lambda|sigma)=(?<given>-?[\d.e+-]{1,24}|-?nan)|\binvalid (?<poisson>Poisson) rate, expected rate to be non-negative/,
        {
          read: ({ call, name, poisson }) => ({
            call: call ?? (poisson && 'poisson'),
            name: name ?? (poisson && 'rate')
          })
        }
      ),
      words: (trans, { call, name, given }) => ({
        title:
          call && given
            ? trans.__('%1() was given %2=%3', call, name, given)
            : trans.__('A rate of the random draw is too small'),
        cause:
          call && given
            ? trans.__(
                '%1 of %2() must be above 0. Usually the number was computed, or comes from a layer, whose output has any sign.',
                name,
                call
              )
            : trans.__(
                'torch.poisson() takes a tensor of rates, each 0 or more, and one is below. Usually they come from a layer, whose output has any sign, or noise was taken off before.'
              ),
        fixes: [
          check(
            trans.__('From a layer: make it positive'),
            'rate = F.softplus(raw)'
          ),
          check(
            trans.__('Computed: keep it above 0'),
            call === 'poisson'
              ? 'x = torch.poisson(rate.clamp(min=0))'
              : `x.${call ?? 'exponential_'}(max(rate, 1e-6))`
          )
        ]
      })
    },
    share: {
      signs: messageOrLog(
        /\bgeometric_ expects p to be in \(0, 1\), but got p=(?<given>-?[\d.e+-]{1,24}|-?nan)/
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('geometric_() was given p=%1', given)
          : trans.__('geometric_() takes a probability'),
        cause: trans.__(
          'p is the chance of success of one try, between 0 and 1 and neither of the two. A percentage must be divided by 100, the raw output of a network go through a sigmoid.'
        ),
        fixes: [
          check(
            trans.__('Give a probability'),
            'x.geometric_(0.3)  # a percentage: percent / 100'
          )
        ]
      })
    },
    range: {
      signs: messageOrLog(
        /\buniform_ expects to return a \[from, to\) range, but found from=(?<low>-?[\d.e+-]{1,24}) > to=(?<high>-?[\d.e+-]{1,24})/
      ),
      words: (trans, { low, high }) => ({
        title:
          low && high
            ? trans.__('The range begins at %1 and ends at %2', low, high)
            : trans.__('The range of uniform_() ends before it begins'),
        cause: trans.__(
          'uniform_(from, to) draws numbers from “from” up to “to”, so the smaller one comes first. An initialisation with 1 / sqrt(n) takes the bounds -b and b.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Give the smaller number first'),
              `x.uniform_(${high ?? '-b'}, ${low ?? 'b'})`
            ),
            edit: argumentsInOrder(['uniform_'])
          }
        ]
      })
    },
    type: {
      signs: messageOrLog(
        /\b(?:from|to - 1) is out of bounds for (?<type>unsigned char|signed char|short|int|long|bool|float|double|c10::Half|c10::BFloat16)\b/
      ),
      words: (trans, { type }) => ({
        title: trans.__('The random range does not fit the number type'),
        cause: trans.__(
          'randint() and random_() draw up to a number that the type asked for (%1) does not hold. uint8 (unsigned char) ends at 255, int8 (signed char) at 127.',
          type ?? 'unsigned char'
        ),
        fixes: [
          check(
            trans.__('Bytes: the upper bound is not drawn, so it is 256'),
            'x = torch.randint(0, 256, (3, 32, 32), dtype=torch.uint8)'
          ),
          check(
            trans.__('Or leave dtype= out: int64 holds them'),
            'x = torch.randint(0, 1000, (4,))'
          )
        ]
      })
    },
    draws: {
      signs: messageOrLog(
        /\bcannot sample n_sample > prob_dist\.size\(-1\) samples without replacement/,
        { read: (_, reading) => ({ given: drawsWritten(reading) }) }
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('%1 draws from fewer categories', given)
          : trans.__('More draws than there are categories'),
        cause: trans.__(
          'multinomial() draws each category at most once unless replacement=True, and the last dimension has fewer categories than num_samples. WeightedRandomSampler(replacement=False) does the same with the samples of a dataset.'
        ),
        fixes: [
          {
            ...check(
              trans.__('A category may come again: put it back'),
              `ids = torch.multinomial(p, ${given ?? 'num_samples'}, replacement=True)`
            ),
            edit: keywordGiven(['multinomial'], 'replacement', 'True')
          },
          check(
            trans.__('Each at most once: draw no more than there are'),
            `ids = torch.multinomial(p, min(${given ?? 'num_samples'}, p.shape[-1]))`
          )
        ]
      })
    },
    none: {
      signs: messageOrLog(/\bcannot sample n_sample <= 0 samples/, {
        read: (_, reading) => ({ given: drawsWritten(reading) })
      }),
      words: trans => ({
        title: trans.__('multinomial() was asked for no sample'),
        cause: trans.__(
          'num_samples is 0 or less, and it is at least 1. Usually it was computed: a share of a small batch that was rounded down, or the length of an empty list.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Draw at least one'),
              'ids = torch.multinomial(p, max(1, num_samples))'
            ),
            edit: optionWithin(
              ['multinomial'],
              [1, 'num_samples'],
              'max(1, ',
              ')'
            )
          },
          check(
            trans.__('Or leave the draw out where there is nothing to draw'),
            'if num_samples > 0:\n    ids = torch.multinomial(p, num_samples)'
          )
        ]
      })
    },
    categories: {
      signs: messageOrLog(/\bnumber of categories cannot exceed 2\^24/),
      words: trans => ({
        title: trans.__('multinomial() knows 16,777,216 categories'),
        cause: trans.__(
          'torch.multinomial draws from at most 2²⁴ (16,777,216) categories. WeightedRandomSampler calls it with one weight per sample, so a larger dataset hits the same limit.'
        ),
        fixes: [
          check(
            trans.__('With replacement: look places up in the running sum'),
            'total = p.double().cumsum(0)\nids = torch.searchsorted(total, torch.rand(num_samples, dtype=torch.double) * total[-1], right=True)'
          ),
          check(
            trans.__('Without: the largest of weights over random numbers'),
            'ids = (p / torch.empty_like(p).exponential_()).topk(num_samples).indices'
          )
        ]
      })
    },
    out: {
      signs: messageOrLog(
        /\bmultinomial expects Long tensor out, got: (?<type>\w{1,20})/
      ),
      words: (trans, { type }) => ({
        title: trans.__('multinomial() writes int64 into out='),
        cause: type
          ? trans.__(
              'The result holds the numbers of categories, so the tensor given as out= must be int64 (Long), and it is %1.',
              type
            )
          : trans.__(
              'The result holds the numbers of categories, so the tensor given as out= must be int64 (Long).'
            ),
        fixes: [
          {
            ...check(
              trans.__('Leave out= away, or make it int64'),
              'ids = torch.multinomial(p, num_samples)'
            ),
            edit: keywordsTaken(['multinomial'], ['out'])
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“probability tensor contains either inf, nan or element < 0” is about the probabilities, not about the number of draws.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.normal'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.normal.html'
      },
      {
        title: trans.__('PyTorch: torch.multinomial'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.multinomial.html'
      }
    ]
  })
});
