import { define } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { argumentWithin } from '../../shared/edits/calls';

export default define({
  id: 'model/loss-options',
  inPackage: 'settings',
  answers: [
    'var has negative entry/entries',
    'huber_loss does not support non-positive values for delta.',
    'smooth_l1_loss does not support negative values for beta.',
    'TripletMarginLoss: expected margin to be greater than 0, got -1.0 instead',
    'margin must be greater than 0, got -1.0',
    'only p == 1 and p == 2 supported',
    'inconsistent weight size, expected 4 but got [5]',
    'ignore_index is not supported for floating point target',
    'delta must be a float or int, got: <class complex>'
  ],
  values: ['name', 'given', 'wanted'],
  kinds: {
    variance: {
      signs: messageOrLog(/\bvar has negative entry\/entries/),
      words: trans => ({
        title: trans.__('A predicted variance is below 0'),
        cause: trans.__(
          'GaussianNLLLoss takes the variance (not its logarithm, and not the deviation), which is never negative. The output of a layer has any sign.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Let the layer predict the logarithm'),
              'var = torch.exp(log_var)  # or F.softplus(raw)\nloss = F.gaussian_nll_loss(mean, target, var)'
            ),
            edit: argumentWithin(
              ['gaussian_nll_loss', 'GaussianNLLLoss'],
              [2, 'var'],
              'torch.exp(',
              ')'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See how far below 0 it goes'),
            code: 'print(var.min())'
          }
        ]
      })
    },
    width: {
      signs: [
        ...messageOrLog(
          /\b(?<name>huber|smooth_l1)_loss does not support (?:non-positive|negative) values for (?:delta|beta)/,
          {
            read: ({ name }) => ({ name: name === 'huber' ? 'delta' : 'beta' })
          }
        ),
        ...messageOrLog(
          /\b(?<name>delta) must be a float or int, got: <class ["'](?<given>\w{1,40})["']>/
        )
      ],
      words: (trans, { name, given }) => ({
        title: given
          ? trans.__('delta of the Huber loss is of type %1', given)
          : name === 'beta'
            ? trans.__('beta of SmoothL1Loss is below 0')
            : trans.__('delta of the Huber loss is not above 0'),
        cause: given
          ? trans.__(
              'delta is the error from which the loss grows evenly, one real number for all values; it was given as %1.',
              given
            )
          : name === 'beta'
            ? trans.__(
                'beta is the error from which the loss grows evenly, 0 or more; with 0 it is the L1 loss.'
              )
            : trans.__(
                'delta is the error from which the loss grows evenly, and it must be above 0. With 0 all of it would be even, which is the L1 loss.'
              ),
        fixes: [
          check(
            trans.__('Give an error in the unit of the target'),
            name === 'beta'
              ? 'criterion = nn.SmoothL1Loss(beta=1.0)'
              : 'criterion = nn.HuberLoss(delta=1.0)'
          ),
          check(trans.__('No square part at all'), 'criterion = nn.L1Loss()')
        ]
      })
    },
    margin: {
      signs: [
        ...messageOrLog(
          /\b(?<name>TripletMargin(?:WithDistance)?Loss): expected margin to be greater than 0, got (?<given>-?[\d.e+-]{1,24}) instead/
        ),
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^margin must be greater than 0, got (?<given>-?[\d.e+-]{1,24})$/
        }
      ],
      words: (trans, { given }) => ({
        title: given
          ? trans.__('The triplet loss was given margin=%1', given)
          : trans.__('The margin of the triplet loss is not above 0'),
        cause: trans.__(
          'margin is how much farther the negative must be than the positive before the loss is 0. With 0 or less the same vector for everything would be a perfect answer.'
        ),
        fixes: [
          check(
            trans.__('Give a distance above 0'),
            'criterion = nn.TripletMarginLoss(margin=1.0)'
          ),
          check(
            trans.__(
              'A similarity as the distance: turn its sign, not the margin'
            ),
            'distance = lambda a, b: 1.0 - F.cosine_similarity(a, b)\ncriterion = nn.TripletMarginWithDistanceLoss(distance_function=distance, margin=0.5)'
          )
        ]
      })
    },
    reduction: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern: /^(?<given>\w{1,40}) is not valid$/,
          when: reading =>
            passedThrough(reading, /\btorch\/nn\/functional\.py/) ||
            /gaussian_nll_loss\(|GaussianNLLLoss/i.test(reading.code)
        }
      ],
      words: (trans, { given }) => ({
        title: trans.__('GaussianNLLLoss does not know this reduction'),
        cause: given
          ? trans.__(
              'reduction was “%1”. It is “mean”, “sum”, or “none” for one number per value.',
              given
            )
          : trans.__(
              'reduction is “mean”, “sum”, or “none” for one number per value.'
            ),
        fixes: [
          check(
            trans.__('Give one that it knows'),
            "criterion = nn.GaussianNLLLoss(reduction='mean')"
          )
        ]
      })
    },
    power: {
      signs: messageOrLog(/\bonly p == 1 and p == 2 supported/),
      words: trans => ({
        title: trans.__('p of MultiMarginLoss is 1 or 2'),
        cause: trans.__(
          'p is the power to which each violation of the margin is raised, and only 1 and 2 are there. It is the first argument without a name, before margin.'
        ),
        fixes: [
          check(
            trans.__('Name the arguments'),
            'criterion = nn.MultiMarginLoss(p=1, margin=1.0)'
          )
        ]
      })
    },
    weights: {
      signs: [
        ...messageOrLog(
          /\binconsistent weight size, expected (?<wanted>\d{1,12}) but got \[(?<given>[\d, ]{0,40})\]/
        ),
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern: /^weight must be one-dimensional$/,
          when: reading =>
            passedThrough(reading, /\btorch\/nn\/functional\.py/) ||
            /margin_loss\(/.test(reading.code)
        }
      ],
      words: (trans, { wanted, given }) => ({
        title:
          wanted && given
            ? trans.__('%1 class weights for %2 classes', given, wanted)
            : trans.__('Class weights are one row of numbers'),
        cause: wanted
          ? trans.__(
              'The output has %1 columns, one for each class, so weight= holds as many numbers.',
              wanted
            )
          : trans.__(
              'weight= of MultiMarginLoss holds one number for each class, [C]. A weight for each sample, or for each value, is no argument of this loss.'
            ),
        fixes: [
          check(
            trans.__('One number for each class'),
            `weight = torch.ones(${wanted ?? 'output.shape[1]'})\ncriterion = nn.MultiMarginLoss(weight=weight)`
          ),
          check(
            trans.__('Weights for samples: multiply afterwards'),
            "loss = F.multi_margin_loss(output, target, reduction='none')\nloss = (loss * sample_weight).mean()"
          )
        ]
      })
    },
    ignored: {
      signs: messageOrLog(
        /\bignore_index (?:is not supported for floating point target|cannot be specified when target contains probabilities)/
      ),
      words: trans => ({
        title: trans.__('ignore_index goes with class numbers only'),
        cause: trans.__(
          'The target holds probabilities [N, C], and no place in it says “leave this out”. ignore_index works on targets [N] of class numbers.'
        ),
        fixes: [
          check(
            trans.__('A one-hot target: take the class numbers'),
            'loss = F.cross_entropy(output, target.argmax(dim=1), ignore_index=0)'
          ),
          check(
            trans.__('Real probabilities: leave rows out yourself'),
            "loss = F.cross_entropy(output, target, reduction='none')\nloss = loss[keep].mean()"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“is not a valid value for reduction” is told elsewhere, for the other losses.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: loss functions'),
        url: 'https://docs.pytorch.org/docs/stable/nn.html#loss-functions'
      },
      {
        title: trans.__('PyTorch: GaussianNLLLoss'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.GaussianNLLLoss.html'
      }
    ]
  })
});
