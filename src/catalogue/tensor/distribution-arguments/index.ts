import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedAt, passedFunction, passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { argumentWithin } from '../../shared/edits/calls';
import { optionWithin } from '../../shared/edits/options';
import { divergenceSampled } from '../../shared/edits/rewritten';
import { printShape } from '../shared/print-shape';

/** Distributions of whole numbers and categories: not on one line with others. */
const DISCRETE =
  /^(?:Bernoulli|Binomial|Categorical|Geometric|Multinomial|NegativeBinomial|OneHotCategorical\w*|Poisson)$/;

function klFixes(trans: ITranslate, { p, q }: ValuesOf<'p' | 'q'>): IFix[] {
  const wrapped =
    p && q && (p === 'Independent') !== (q === 'Independent')
      ? p === 'Independent'
        ? 'q'
        : 'p'
      : undefined;
  const joined =
    p && q && (p === 'MultivariateNormal') !== (q === 'MultivariateNormal');
  const estimate = {
    ...check(
      trans.__('Estimate it from samples'),
      'x = p.sample((1000,))\nkl = (p.log_prob(x) - q.log_prob(x)).mean(0)',
      trans.__('For gradients with respect to p take rsample(), if it has one.')
    ),
    edit: wrapped !== undefined || joined ? undefined : divergenceSampled
  };
  return wrapped
    ? [
        {
          ...check(
            trans.__('Give both the same event dimensions'),
            `${wrapped} = torch.distributions.Independent(${wrapped}, 1)\nkl = torch.distributions.kl_divergence(p, q)`
          ),
          edit: optionWithin(
            ['kl_divergence'],
            wrapped === 'q' ? [1, 'q'] : [0, 'p'],
            'torch.distributions.Independent(',
            ', 1)'
          )
        },
        estimate
      ]
    : joined
      ? [
          check(
            trans.__('Write both as one kind, here with a diagonal'),
            'q = torch.distributions.MultivariateNormal(mean, torch.diag_embed(std ** 2))\nkl = torch.distributions.kl_divergence(p, q)'
          ),
          estimate
        ]
      : [estimate];
}

export default define({
  id: 'tensor/distribution-arguments',
  answers: [
    'No KL(p || q) is implemented for p type Normal and q type Categorical',
    'Either `probs` or `logits` must be specified, but not both.',
    'The value argument to log_prob must be a Tensor',
    'Value is not broadcastable with batch_shape+event_shape: torch.Size([3]) vs torch.Size([4]).',
    'Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.',
    'loc must be at least one-dimensional.',
    '`concentration` parameter must be at least one-dimensional.',
    'Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual 1 vs 0'
  ],
  values: ['p', 'q', 'name', 'given', 'wanted'],
  kinds: {
    divergence: {
      signs: messageOrLog(
        /\bNo KL\(p \|\| q\) is implemented for p type (?<p>\w{1,60}) and q type (?<q>\w{1,60})/
      ),
      words: (trans, { p, q }) => ({
        title: trans.__('kl_divergence() has no formula for this pair'),
        cause:
          p && q && DISCRETE.test(p) !== DISCRETE.test(q)
            ? trans.__(
                'One of %1 and %2 gives categories or whole numbers, the other does not: they have no divergence. One of the two was probably meant to be another.',
                p,
                q
              )
            : p && q
              ? trans.__(
                  'PyTorch knows the divergence of pairs with a closed formula, and not that of %1 and %2. Both must also divide their dimensions alike into batch and event.',
                  p,
                  q
                )
              : trans.__(
                  'PyTorch knows the divergence of pairs with a closed formula, and not that of these two. Both must also divide their dimensions alike into batch and event.'
                ),
        fixes:
          p && q && DISCRETE.test(p) !== DISCRETE.test(q)
            ? [
                check(
                  trans.__('Compare two of one kind'),
                  'kl = torch.distributions.kl_divergence(Normal(mean, std), Normal(0.0, 1.0))'
                )
              ]
            : klFixes(trans, { p, q })
      })
    },
    both: {
      signs: messageOrLog(
        /\bEither `probs` or `logits` must be specified, but not both/
      ),
      words: trans => ({
        title: trans.__('Give either probs or logits'),
        cause: trans.__(
          'The distribution takes probabilities (probs) or raw outputs of a layer (logits), one of the two: here both or neither was given. The first argument without a name is probs.'
        ),
        fixes: [
          check(
            trans.__('Raw outputs of a layer, without softmax or sigmoid'),
            'dist = torch.distributions.Categorical(logits=output)'
          ),
          check(
            trans.__('Probabilities, after softmax or sigmoid'),
            'dist = torch.distributions.Categorical(probs=output.softmax(-1))'
          )
        ]
      })
    },
    value: {
      signs: messageOrLog(/\bThe value argument to log_prob must be a Tensor/),
      words: trans => ({
        title: trans.__('log_prob() takes a tensor'),
        cause: trans.__(
          'log_prob() was given a number, a list or an array. Nothing is converted on the way into a distribution.'
        ),
        fixes: [
          {
            ...check(
              trans.__(
                'Make a tensor of it, on the device of the distribution'
              ),
              'log_p = dist.log_prob(torch.as_tensor(action, device=device))'
            ),
            edit: argumentWithin(
              ['log_prob'],
              [0, 'value'],
              'torch.as_tensor(',
              ')'
            )
          }
        ]
      })
    },
    shape: {
      signs: messageOrLog(
        /\bValue is not broadcastable with batch_shape\+event_shape: torch\.Size\((?<given>\[[\d, ]{0,60}\])\) vs torch\.Size\((?<wanted>\[[\d, ]{0,60}\])\)/
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('log_prob() of a value of another shape'),
        cause:
          given && wanted
            ? trans.__(
                'The distribution has the shape %2 (batch, then event), the value %1: counted from the last dimension, sizes must be equal or 1. In a replay buffer the actions often lack a dimension, or the batch is another.',
                given,
                wanted
              )
            : trans.__(
                'Counted from the last dimension, the sizes of the value and those of the distribution (batch, then event) must be equal or 1.'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            ofLine: true,
            title: trans.__('Print both shapes just before the line'),
            code: 'print(value.shape, dist.batch_shape, dist.event_shape)'
          },
          check(
            trans.__(
              'A value for each of the batch: bring the shapes together'
            ),
            `log_p = dist.log_prob(value.reshape(${wanted ?? 'dist.batch_shape + dist.event_shape'}))`,
            trans.__('Only where both hold as many numbers.')
          )
        ]
      })
    },
    matrix: {
      signs: messageOrLog(
        /\bExactly one of (?<name>covariance_matrix|cov_\w{1,20}) or precision_matrix or scale_tril may be specified|\b(?<matrix>covariance_matrix|scale_tril|precision_matrix|scale_tril matrix|cov_factor) must be at least two-dimensional, with optional leading batch dimensions/,
        { read: ({ name, matrix }) => ({ name: matrix ?? name }) }
      ),
      words: (trans, { name }) => ({
        title: trans.__('MultivariateNormal wants one matrix'),
        cause: trans.__(
          'It takes the mean, and the covariance as one matrix [..., n, n]: covariance_matrix, precision_matrix or scale_tril. %1 is either missing, given beside another, or a row of variances.',
          name ?? 'covariance_matrix'
        ),
        fixes: [
          check(
            trans.__('A standard deviation for each number: a diagonal'),
            'dist = torch.distributions.MultivariateNormal(mean, scale_tril=torch.diag_embed(std))'
          ),
          check(
            trans.__('Or independent normal distributions as one event'),
            'dist = torch.distributions.Independent(torch.distributions.Normal(mean, std), 1)'
          )
        ]
      })
    },
    row: {
      signs: messageOrLog(
        /(?:\b(?<name>loc)|`(?<parameter>concentration|probs|logits)` parameter) must be at least one-dimensional/,
        { read: ({ name, parameter }) => ({ name: name ?? parameter }) }
      ),
      words: (trans, { name }) => ({
        title: trans.__('%1 must have a dimension', name ?? 'loc'),
        cause: trans.__(
          'This distribution is one of several numbers or categories, so %1 is a row of at least one number, and a single number was given. Usually squeeze() or an index too many took its dimension away.',
          name ?? 'loc'
        ),
        fixes: [
          check(
            trans.__('Keep the dimension'),
            `${name ?? 'loc'} = ${name ?? 'loc'}.reshape(1)`
          ),
          printShape(trans, name ?? 'loc')
        ]
      })
    },
    event: {
      signs: messageOrLog(
        /\bExpected reinterpreted_batch_ndims <= len\(base_distribution\.batch_shape\), actual (?<given>\d{1,3}) vs (?<wanted>\d{1,3})/
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('Independent() was asked for too many dimensions'),
        cause:
          given && wanted
            ? trans._n(
                'The base distribution has %1 batch dimension, and %2 should become event dimensions. Usually its parameters are single numbers, or were squeezed.',
                'The base distribution has %1 batch dimensions, and %2 should become event dimensions. Usually its parameters are single numbers, or were squeezed.',
                Number(wanted),
                given
              )
            : trans.__(
                'Independent() makes event dimensions of batch dimensions, and the base distribution has fewer. Usually its parameters are single numbers, or were squeezed.'
              ),
        fixes: [
          check(
            trans.__('Give the parameters their dimensions'),
            'dist = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(3), torch.ones(3)), 1)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which dimensions it has'),
            code: 'print(base.batch_shape, base.event_shape)'
          }
        ]
      })
    },
    gradient: {
      signs: [
        {
          where: 'message',
          ename: /^NotImplementedError$/,
          pattern: /^$/,
          when: reading =>
            passedThrough(reading, /\btorch\/distributions\/\w+\.py/) &&
            passedFunction(reading, /^rsample$/) &&
            failedAt(/\braise NotImplementedError\b/, reading)
        }
      ],
      words: trans => ({
        title: trans.__('This distribution has no rsample()'),
        cause: trans.__(
          'rsample() draws so that gradients pass through the sample, and this distribution cannot do that: categories, whole numbers and mixtures are drawn with sample().'
        ),
        fixes: [
          check(
            trans.__('Policy gradients: sample() and log_prob()'),
            'action = dist.sample()\nloss = -(dist.log_prob(action) * reward).mean()'
          ),
          check(
            trans.__('Categories with gradients: the Gumbel softmax'),
            'y = F.gumbel_softmax(logits, tau=1.0, hard=True)'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Expected parameter scale … to satisfy the constraint” is about the numbers themselves: below 0, or nan.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.distributions'),
        url: 'https://docs.pytorch.org/docs/stable/distributions.html'
      },
      {
        title: trans.__('PyTorch: kl_divergence and its pairs'),
        url: 'https://docs.pytorch.org/docs/stable/distributions.html#module-torch.distributions.kl'
      }
    ]
  })
});
