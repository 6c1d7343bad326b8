import type { ITranslate } from '../../../diagnosis/types';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';

const VALUES = [
  'value',
  'has',
  'wants',
  'name',
  'samples',
  'splits',
  'option'
] as const;

type Value = (typeof VALUES)[number];

/** A message of scikit-learn, whose groups are the values. */
function refused(pattern: RegExp, ename = /^ValueError$/): Sign<Value>[] {
  return [
    {
      where: 'message',
      ename,
      pattern,
      when: isTorchInPlay,
      confidence: 'likely',
      read: groups => groups
    }
  ];
}

/** Scalers and encoders belong to the model: they are saved with it. */
function keepIt(trans: ITranslate) {
  return check(
    trans.__('In another session: save it after fit(), and load it'),
    "import joblib\njoblib.dump(scaler, 'scaler.joblib')\nscaler = joblib.load('scaler.joblib')"
  );
}

export default define({
  id: 'python/scikit-learn',
  answers: [
    "ValueError: y contains previously unseen labels: ['bird']",
    'ValueError: X has 10 features, but StandardScaler is expecting 8 features as input.',
    "sklearn.exceptions.NotFittedError: This StandardScaler instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator.",
    'ValueError: The least populated classes in y have only 1 member, which is too few.'
  ],
  values: VALUES,
  kinds: {
    unseen: {
      signs: refused(
        /^y contains (?:previously unseen|new) labels: (?<value>[^\n]{1,80})/
      ),
      words: (trans, { value }) => ({
        title: trans.__('A label was not among those of fit()'),
        cause: value
          ? trans.__(
              'The encoder knows the labels that it saw in fit() alone, and %1 is not among them: another spelling, or a class of the test data alone.',
              value
            )
          : trans.__(
              'The encoder knows the labels that it saw in fit() alone.'
            ),
        fixes: [
          check(
            trans.__('Fit it on the labels of all data'),
            "encoder.fit(df['label'])  # before the split\ny = encoder.transform(labels)"
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which labels are new'),
            code: 'print(set(labels) - set(encoder.classes_))'
          }
        ]
      })
    },
    features: {
      signs: refused(
        /^X has (?<has>\d{1,9}) features, but (?<name>\w{1,60}) is expecting (?<wants>\d{1,9}) features as input/
      ),
      words: (trans, { has = '10', name = 'StandardScaler', wants = '8' }) => ({
        title: fitting(name, 30)
          ? trans.__('%1 was fitted on %2 columns', name, wants)
          : trans.__('It was fitted on %1 columns', wants),
        cause: trans.__(
          'It now gets %1. Data go through the same steps as those of fit(): the same columns in the same order, the target among them or not.',
          has
        ),
        fixes: [
          check(
            trans.__('Take the columns of fit()'),
            "columns = ['a', 'b']  # one list for both\nscaler.fit(train[columns])\nx = scaler.transform(test[columns])"
          ),
          check(
            trans.__('To turn back predictions: a scaler of their own'),
            'y_scaler = StandardScaler().fit(train[[target]])\nprediction = y_scaler.inverse_transform(output.reshape(-1, 1))'
          )
        ]
      })
    },
    unfitted: {
      signs: refused(
        /^This (?<name>\w{1,60}) instance is not fitted yet/,
        /^NotFittedError$/
      ),
      words: (trans, { name = 'StandardScaler' }) => ({
        title: fitting(name, 34)
          ? trans.__('This %1 has not seen any data', name)
          : trans.__('It has not seen any data'),
        cause: trans.__(
          'fit() was called for another object of that class, in a session before, or not at all: a new one knows nothing.'
        ),
        fixes: [
          check(
            trans.__('Fit it on the training data first'),
            'scaler.fit(x_train)\nx_test = scaler.transform(x_test)'
          ),
          keepIt(trans)
        ]
      })
    },
    empty: {
      signs: refused(
        /^With n_samples=(?<samples>\d{1,9}), test_size=[^\n]{1,40} the resulting train set will be empty/
      ),
      words: (trans, { samples = '0' }) => ({
        title:
          samples === '0'
            ? trans.__('There are no data to split')
            : trans.__('%1 sample is too few to split', samples),
        cause:
          samples === '0'
            ? trans.__(
                'What is split is empty: the folder or table has nothing, a search found no file, or a condition let nothing through.'
              )
            : trans.__(
                'train_test_split() takes a list with one entry for each sample; one that holds all of them counts as one.'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what was found'),
            code: 'print(len(files), files[:3])'
          },
          check(
            trans.__('Search where the files lie'),
            "from pathlib import Path\nfiles = sorted(Path('data').rglob('*.jpg'))"
          )
        ]
      })
    },
    rare: {
      signs: [
        ...refused(
          /^The least populated classe?s? in y ha(?:s|ve) only (?<samples>\d{1,6}) members?/
        ),
        ...refused(
          /^n_splits=(?<splits>\d{1,6}) cannot be greater than the number of members in each class/
        )
      ],
      words: (trans, { samples, splits }) => ({
        title: samples
          ? trans.__('A class has %1 sample, too few to split', samples)
          : trans.__('A class has fewer samples than folds'),
        cause: splits
          ? trans.__(
              'Each of the %1 folds gets a share of each class, and one class has fewer samples.',
              splits
            )
          : trans.__(
              'stratify gives each part a share of each class, and one sample cannot be shared.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Count the samples of each class'),
            code: 'import collections\nprint(collections.Counter(labels).most_common()[-5:])'
          },
          check(
            trans.__('Leave out what is too rare, or do not stratify'),
            'counts = collections.Counter(labels)\nkeep = [i for i, label in enumerate(labels) if counts[label] > 1]'
          )
        ]
      })
    },
    folds: {
      signs: refused(
        /^Cannot have number of splits n_splits=(?<splits>\d{1,6}) greater than the number of samples: (?:n_samples=)?(?<samples>\d{1,9})/
      ),
      words: (trans, { splits = '5', samples = '2' }) => ({
        title: trans.__('%1 folds of %2 samples', splits, samples),
        cause: trans.__(
          'Each fold needs a sample at least. Often less data were read than there are.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how many there are'),
            code: 'print(len(dataset))'
          },
          check(trans.__('Take fewer folds'), `KFold(n_splits=${samples})`)
        ]
      })
    },
    continuous: {
      signs: [
        ...refused(/^Unknown label type: ["'(]?(?<value>continuous)/),
        ...refused(
          /^Supported target types are: [^\n]{1,80} Got ["'](?<value>continuous)/
        )
      ],
      words: trans => ({
        title: trans.__('Classes are wanted, and numbers were given'),
        cause: trans.__(
          'A classifier, or a split by class, takes labels that repeat. These are floats with a fraction: a target to be predicted as a number, or outputs of a model.'
        ),
        fixes: [
          check(
            trans.__('A number is to be predicted: take the regressor'),
            'from sklearn.linear_model import LinearRegression\nfrom sklearn.model_selection import KFold'
          ),
          check(
            trans.__('Labels as floats: make them whole'),
            'y = y.astype(int)'
          )
        ]
      })
    },
    one: {
      signs: refused(
        /^(?:This solver needs samples of at least 2 classes|The number of classes has to be greater than one)/
      ),
      words: trans => ({
        title: trans.__('All samples are of one class'),
        cause: trans.__(
          'A classifier learns to tell classes apart, and these data have one: a part of a sorted table was taken, or all labels were made alike.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Count the labels'),
            code: 'import collections\nprint(collections.Counter(y))'
          },
          check(
            trans.__('Mix and stratify the split'),
            'x_train, x_test, y_train, y_test = train_test_split(x, y, shuffle=True, stratify=y)'
          )
        ]
      })
    },
    nan: {
      signs: refused(/^Input (?:X |y )?contains (?<value>NaN|infinity)\b/),
      words: (trans, { value = 'NaN' }) => ({
        title: trans.__('The data hold %1', value),
        cause: trans.__(
          'scikit-learn refuses it. In data it comes of empty fields and divisions by 0, in outputs of a model of a training that diverged.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See where'),
            code: 'import numpy as np\nprint(np.argwhere(~np.isfinite(np.asarray(x, dtype=float)))[:5])'
          },
          check(
            trans.__('In a table: fill or drop the empty fields'),
            'df = df.dropna()  # or df.fillna(df.mean(numeric_only=True))'
          )
        ]
      })
    },
    flat: {
      signs: refused(
        /^Found array with dim (?<has>\d)[^\n]{0,3}(?:,| while| expected)[^\n]{0,40}(?:required by|expected) ?(?<name>\w{0,60})/
      ),
      words: (trans, { has = '3', name }) => ({
        title: trans.__('An array of %1 dimensions, and 2 are wanted', has),
        cause: name
          ? trans.__(
              '%1 takes a row for each sample and a column for each feature.',
              name
            )
          : trans.__(
              'scikit-learn takes a row for each sample and a column for each feature.'
            ),
        fixes: [
          check(trans.__('Flatten each sample'), 'x = x.reshape(len(x), -1)'),
          check(
            trans.__('Sequences: scale, and bring the shape back'),
            'shape = x.shape\nx = scaler.fit_transform(x.reshape(-1, shape[-1])).reshape(shape)'
          )
        ]
      })
    },
    limit: {
      signs: [
        ...refused(
          /^(?<option>n_components)=(?<has>\d{1,9}) must be between 0 and min\(n_samples, n_features\)=(?<wants>\d{1,9})/
        ),
        ...refused(
          /^(?<option>perplexity) \((?<has>[\d.]{1,12})\) must be less than n_samples \((?<wants>\d{1,9})\)/
        ),
        ...refused(
          /^Expected (?<option>n_neighbors) <= n_samples(?:_fit)?, ?but n_neighbors = (?<has>\d{1,9}), n_samples(?:_fit)? = (?<wants>\d{1,9})/
        )
      ],
      words: (
        trans,
        { option = 'n_components', has = '50', wants = '10' }
      ) => ({
        title: trans.__('%1 is %2, and the data allow %3', option, has, wants),
        cause: trans.__(
          'It cannot be more than the data have: %1 here. Often one batch was given in place of all samples.',
          wants
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how many samples there are'),
            code: 'print(x.shape)'
          },
          check(
            trans.__('Take a smaller one'),
            `${option}=min(${has}, len(x) - 1)`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A score of two lists of other lengths says “inconsistent”.')
    ],
    links: [
      {
        title: trans.__('scikit-learn: common pitfalls'),
        url: 'https://scikit-learn.org/stable/common_pitfalls.html'
      }
    ]
  })
});
