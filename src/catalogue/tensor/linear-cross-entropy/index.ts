import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { argumentThen } from '../../shared/edits/calls';
import { allOf } from '../../shared/edits/find';
import { weightTurned } from '../../shared/edits/rewritten';

export default define({
  id: 'tensor/linear-cross-entropy',
  answers: [
    'expected equal input and linear_weight last dimensions (in_features), got 3 and 4, respectively',
    'expected input with dimensionality 1 or 2, got 3',
    'expected linear_weight with dimensionality at least 2, got 1',
    'expected linear_bias shape (2,), got (3,)',
    'expected weight shape to be (2,), got (3,)',
    'K-dimensional loss defined by linear_weight shape (2, 4, 3) requires batched input, (N, 3), got unbatched input with shape (3,)'
  ],
  values: ['given', 'wanted', 'name'],
  kinds: {
    features: {
      signs: messageOrLog(
        /\bexpected equal input and linear_weight last dimensions \(in_features\), got (?<given>\d{1,12}) and (?<wanted>\d{1,12})/
      ),
      words: (trans, { given, wanted }) => ({
        title:
          given && wanted
            ? trans.__(
                'Features are %1 wide, the weight takes %2',
                given,
                wanted
              )
            : trans.__('The weight takes another number of features'),
        cause: trans.__(
          'linear_cross_entropy() applies the last layer itself: it takes the features before that layer, [N, in_features], and its weight [classes, in_features]. Often the finished scores were given, or the weight was transposed.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Features and the weight of the last layer'),
              'loss = F.linear_cross_entropy(features, head.weight, target)'
            ),
            edit: weightTurned
          },
          check(
            trans.__('The scores are there already: the plain loss'),
            'loss = F.cross_entropy(scores, target)'
          )
        ]
      })
    },
    input: {
      signs: messageOrLog(
        /^expected input with dimensionality 1 or 2, got (?<given>\d{1,3})/
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('The features have %1 dimensions', given)
          : trans.__('The features have another number of dimensions'),
        cause: trans.__(
          'linear_cross_entropy() takes one row of features for each target, [N, in_features], or a single row. A sequence [batch, length, features] is flattened first, and its target as well.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Make one row of each place'),
              'loss = F.linear_cross_entropy(features.flatten(0, -2), head.weight, target.flatten())'
            ),
            edit: allOf(
              argumentThen(
                ['linear_cross_entropy'],
                [0, 'input'],
                '.flatten(0, -2)'
              ),
              argumentThen(
                ['linear_cross_entropy'],
                [2, 'target'],
                '.flatten()'
              )
            )
          },
          {
            safety: 'diagnostic',
            ofLine: true,
            title: trans.__('Print the shapes just before the line'),
            code: 'print(features.shape, target.shape)'
          }
        ]
      })
    },
    weight: {
      signs: messageOrLog(
        /^expected linear_weight with dimensionality at least 2, got (?<given>\d{1,3})/
      ),
      words: (trans, { given }) => ({
        title: trans.__('linear_weight is no matrix'),
        cause: given
          ? trans._n(
              'It is the weight of the last layer, [classes, in_features], and it has %1 dimension. The bias, and weights of the classes, are arguments of their own.',
              'It is the weight of the last layer, [classes, in_features], and it has %1 dimensions. The bias, and weights of the classes, are arguments of their own.',
              Number(given)
            )
          : trans.__(
              'It is the weight of the last layer, [classes, in_features]. The bias, and weights of the classes, are arguments of their own.'
            ),
        fixes: [
          check(
            trans.__('Give each by its name'),
            'loss = F.linear_cross_entropy(features, head.weight, target, linear_bias=head.bias)'
          )
        ]
      })
    },
    rows: {
      signs: messageOrLog(
        /^expected (?<name>linear_bias|weight) shape (?:to be )?\((?<wanted>\d{1,12}),?\), got \((?<given>\d{1,12}(?:, \d{1,12}){0,5}),?\)/
      ),
      words: (trans, { name, given, wanted }) => ({
        title:
          given && wanted
            ? trans.__(
                '%1 has %2 numbers for %3 classes',
                name ?? 'weight',
                given,
                wanted
              )
            : trans.__('It does not have one number for each class'),
        cause: trans.__(
          'The weight of the layer has one row for each class, and %1 one number for each of these rows.',
          name ?? 'weight'
        ),
        fixes: [
          name === 'linear_bias'
            ? check(
                trans.__('Take weight and bias of one layer'),
                'loss = F.linear_cross_entropy(features, head.weight, target, linear_bias=head.bias)'
              )
            : check(
                trans.__('Weights of the classes: as many as classes'),
                `weight = torch.ones(${wanted ?? 'head.out_features'})`
              )
        ]
      })
    },
    batch: {
      signs: messageOrLog(
        /\bK-dimensional loss defined by linear_weight shape (?<wanted>\([\d, ]{1,40}\)) requires batched input, \(N, \d{1,12}\), got unbatched input with shape (?<given>\([\d, ]{1,40}\))/
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('The features lack their batch dimension'),
        cause:
          given && wanted
            ? trans.__(
                'The weight %1 gives scores for several places of each sample, and then the features must be [N, in_features]; they are %2.',
                wanted,
                given
              )
            : trans.__(
                'The weight gives scores for several places of each sample, and then the features must be [N, in_features].'
              ),
        fixes: [
          check(
            trans.__('One sample: give it a batch dimension, the target too'),
            'loss = F.linear_cross_entropy(features[None], weight, target[None])'
          ),
          check(
            trans.__('One place only: a weight of two dimensions'),
            'loss = F.linear_cross_entropy(features, weight[:, 0], target)'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Expected input batch_size (2) to match target batch_size (3)” is about rows and targets, as in the plain loss.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: linear_cross_entropy'),
        url: 'https://docs.pytorch.org/docs/main/generated/torch.nn.functional.linear_cross_entropy.html'
      }
    ]
  })
});
