import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { argumentThen } from '../../shared/edits/calls';

export default define({
  id: 'tensor/bins',
  answers: [
    'boundaries tensor must be 1 dimension, but got dim(2)',
    'torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor [2, 3] and input value tensor [3, 3]',
    'torch.histc: max must be larger than min',
    'torch.histogram(): bins must be > 0, but got 0 for dimension 0',
    'histogramdd: The size of bins must be equal to the innermost dimension of the input.',
    'torch.histc: range of [nan, nan] is not finite'
  ],
  values: ['given', 'wanted'],
  kinds: {
    boundaries: {
      signs: messageOrLog(
        /\bboundaries tensor must be 1 dimension, but got dim\((?<given>\d{1,3})\)/
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('bucketize() got boundaries of %1 dimensions', given)
          : trans.__('bucketize() takes one row of boundaries'),
        cause: trans.__(
          'bucketize() sorts all values into the same bins, whose boundaries are one sorted row of numbers. Boundaries for each row of the data are what searchsorted() takes.'
        ),
        fixes: [
          {
            ...check(
              trans.__('One row of boundaries for all'),
              'bins = torch.bucketize(x, boundaries.flatten())'
            ),
            edit: argumentThen(['bucketize'], [1, 'boundaries'], '.flatten()')
          },
          check(
            trans.__('Boundaries for each row: searchsorted()'),
            'bins = torch.searchsorted(boundaries, x)  # [rows, bounds], [rows, values]'
          )
        ]
      })
    },
    rows: {
      signs: messageOrLog(
        /\bsearchsorted\(\): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor (?<wanted>\[[\d, ]{0,60}\]) and input value tensor (?<given>\[[\d, ]{0,60}\])/
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('searchsorted() got another number of rows'),
        cause:
          given && wanted
            ? trans.__(
                'The boundaries are %1, the values %2: all sizes but the last must be equal, as each row of values is looked up in its own row of boundaries. One row of boundaries serves all.',
                wanted,
                given
              )
            : trans.__(
                'All sizes but the last must be equal, as each row of values is looked up in its own row of boundaries. One row of boundaries serves all.'
              ),
        fixes: [
          {
            ...check(
              trans.__('The same boundaries for all rows'),
              'places = torch.searchsorted(boundaries[0], x)'
            ),
            edit: argumentThen(['searchsorted'], [0, 'sorted_sequence'], '[0]')
          },
          {
            safety: 'diagnostic',
            title: trans.__('Print both shapes'),
            code: 'print(boundaries.shape, x.shape)'
          }
        ]
      })
    },
    range: {
      signs: messageOrLog(/\btorch\.histc: max must be larger than min/),
      words: trans => ({
        title: trans.__('The histogram ends before it begins'),
        cause: trans.__(
          'max is not above min. The order is histc(x, bins, min, max), and both are 0 when left out, which means the range of the data.'
        ),
        fixes: [
          check(
            trans.__('Name the arguments'),
            'h = torch.histc(x, bins=64, min=0.0, max=1.0)'
          )
        ]
      })
    },
    count: {
      signs: messageOrLog(
        /\btorch\.(?:histogram|histc)\w{0,2}(?:\(\))?: bins must be > 0, but got (?<given>-?\d{1,12})/
      ),
      words: (trans, { given }) => ({
        title: trans.__('A histogram of %1 bins', given ?? '0'),
        cause: trans.__(
          'bins is how many bars the histogram has, at least 1. Usually it was computed from the range of the data with int() or //, and was rounded down to 0.'
        ),
        fixes: [
          check(
            trans.__('At least one bin'),
            'h = torch.histc(x, bins=max(1, n_bins))'
          )
        ]
      })
    },
    dimensions: {
      signs: messageOrLog(
        /\bhistogramdd: The size of bins must be equal to the innermost dimension of the input/
      ),
      words: trans => ({
        title: trans.__('histogramdd() needs bins for each coordinate'),
        cause: trans.__(
          'The input is [points, coordinates], and bins has one number (or one row of edges) for each coordinate: as many as the last dimension is long.'
        ),
        fixes: [
          check(
            trans.__('As many bins for every coordinate'),
            'h, edges = torch.histogramdd(x, bins=[10] * x.shape[-1])'
          ),
          check(
            trans.__('Coordinates in the first dimension: turn it'),
            'h, edges = torch.histogramdd(x.T, bins=[10] * x.shape[0])'
          )
        ]
      })
    },
    finite: {
      signs: messageOrLog(
        /\btorch\.histc: range of \[(?<given>-?[\w.+-]{1,24}), (?<wanted>-?[\w.+-]{1,24})\] is not finite/
      ),
      words: (trans, { given, wanted }) => ({
        title: trans.__('The data of the histogram holds nan or inf'),
        cause:
          given && wanted
            ? trans.__(
                'The data goes from %1 to %2, so no bins can be made of it.',
                given,
                wanted
              )
            : trans.__(
                'The least or the largest value is nan or inf, so no bins can be made of the range.'
              ),
        fixes: [
          check(
            trans.__('Count the finite values'),
            'h = torch.histc(x[torch.isfinite(x)], bins=64)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See how many are not'),
            code: 'print((~torch.isfinite(x)).sum(), x.numel())'
          }
        ]
      })
    }
  },
  // A histogram of the weights or gradients, which tensor/nan takes for them.
  refines: ['tensor/nan'],
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “autodetected range of [nan, nan] is not finite” and “max must be larger than min in range parameter”.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.bucketize'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.bucketize.html'
      },
      {
        title: trans.__('PyTorch: torch.histc'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.histc.html'
      }
    ]
  })
});
