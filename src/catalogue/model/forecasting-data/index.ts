import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';

export default define({
  id: 'model/forecasting-data',
  answers: [
    'filter should not remove entries all entries - check encoder/decoder lengths and lags',
    "Unknown category 'C' encountered. Set `add_nan=True` to allow unknown categories",
    '3 (0.50%) of value values were found to be NA or infinite (even after encoding).'
  ],
  values: ['category', 'column', 'count'],
  kinds: {
    // pytorch_forecasting/data/timeseries.py and encoders.py.
    short: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^filter should not remove entries all entries - check encoder\/decoder lengths/
        }
      ],
      words: trans => ({
        title: trans.__('No series is long enough for one sample'),
        cause: trans.__(
          'A sample takes min_encoder_length and min_prediction_length steps of one series without a gap, and none has as many. A validation set needs the steps before its start as well.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how long the series are'),
            code: "print(data.groupby(['group'])['time_idx'].agg(['min', 'max', 'count']))"
          },
          check(
            trans.__('Ask for fewer steps'),
            "training = TimeSeriesDataSet(data, time_idx='time_idx', target='value', group_ids=['group'],\n    min_encoder_length=1, max_encoder_length=24, min_prediction_length=1, max_prediction_length=6)"
          ),
          check(
            trans.__('A validation set: from all the data, not from its end'),
            'validation = TimeSeriesDataSet.from_dataset(training, data, predict=True, stop_randomization=True)'
          )
        ]
      })
    },
    category: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^["']?Unknown category ["']?(?<category>[^"'`]{1,60})["']? encountered\. Set `add_nan=True`/
        }
      ],
      words: (trans, { category }) => ({
        title: fitting(category, 20)
          ? trans.__('“%1” was not among the training data', category)
          : trans.__('A category was not among the training data'),
        cause: trans.__(
          'The categories of a column are counted when the training set is made, and this value came later.'
        ),
        fixes: [
          check(
            trans.__('Make room for unknown ones'),
            "from pytorch_forecasting.data import NaNLabelEncoder\n\ntraining = TimeSeriesDataSet(data, ..., categorical_encoders={'group': NaNLabelEncoder(add_nan=True)})"
          )
        ]
      })
    },
    gaps: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^(?<count>\d{1,12}) \([\d.]{1,8}%\) of (?<column>\w{1,60}) values were found to be NA or infinite/
        }
      ],
      words: (trans, { count, column }) => ({
        title: trans.__('The series have missing values'),
        cause:
          count && column
            ? trans.__(
                'The column %1 has %2 values that are missing or infinite, and TimeSeriesDataSet takes none.',
                column,
                count
              )
            : trans.__(
                'Some values are missing or infinite, and TimeSeriesDataSet takes none.'
              ),
        fixes: [
          check(
            trans.__('Fill them, each series by itself'),
            `data = data.replace([np.inf, -np.inf], np.nan)\ndata['${column ?? 'value'}'] = data.groupby('group')['${column ?? 'value'}'].ffill().fillna(0.0)`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'allow_missing_timesteps is for steps that are not there, not for values.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch Forecasting: TimeSeriesDataSet'),
        url: 'https://pytorch-forecasting.readthedocs.io/en/stable/data.html'
      }
    ]
  })
});
