import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { argumentThen } from '../../shared/edits/calls';

export default define({
  id: 'tensor/covariance',
  answers: [
    'cov(): expected input to have two or fewer dimensions but got an input with 3 dimensions',
    'corrcoef(): expected input to have two or fewer dimensions but got an input with 3 dimensions',
    'cov(): expected fweights to have integral dtype but got fweights with Float dtype',
    'cov(): expected aweights to have floating point dtype but got aweights with Long dtype',
    'cov(): expected fweights to have the same numel as there are observations in the input but got 1 != 5',
    'cov(): fweights cannot be negative'
  ],
  values: ['call', 'name', 'given', 'wanted'],
  kinds: {
    dims: {
      signs: messageOrLog(
        /\b(?<call>cov|corrcoef)\(\): expected input to have two or fewer dimensions but got an input with (?<given>\d{1,3}) dimensions/
      ),
      words: (trans, { call, given }) => ({
        title: given
          ? trans.__('%1() of a tensor of %2 dimensions', call, given)
          : trans.__('The covariance is one of a single matrix'),
        cause: trans.__(
          '%1() takes one matrix [variables, observations]: a row for each variable, unlike a batch, where a row is a sample. Batches of matrices are not gone through.',
          call ?? 'cov'
        ),
        fixes: [
          {
            ...check(
              trans.__('Samples in rows: turn the matrix'),
              `c = torch.${call ?? 'cov'}(x.flatten(0, -2).T)  # [features, samples]`
            ),
            edit: argumentThen(
              [call ?? 'cov'],
              [0, 'input'],
              '.flatten(0, -2).T'
            )
          },
          check(
            trans.__('One for each matrix of a batch'),
            `c = torch.stack([torch.${call ?? 'cov'}(m) for m in x])`
          )
        ]
      })
    },
    weights: {
      signs: [
        ...messageOrLog(
          /\bcov\(\): expected (?<name>[fa]weights) to have one or fewer dimensions but got [fa]weights with (?<given>\d{1,3}) dimensions/
        ),
        ...messageOrLog(
          /\bcov\(\): expected (?<name>[fa]weights) to have (?:integral|floating point) dtype but got [fa]weights with (?<given>\w{1,20}) dtype/
        ),
        ...messageOrLog(
          /\bcov\(\): expected (?<name>[fa]weights) to have the same numel as there are observations in the input but got (?<given>\d{1,18}) != (?<wanted>\d{1,18})/
        ),
        ...messageOrLog(/\bcov\(\): (?<name>[fa]weights) cannot be negative/)
      ],
      words: (trans, { name, given, wanted }) => ({
        title:
          given && wanted
            ? trans._n(
                '%1 weight for %2 observations',
                '%1 weights for %2 observations',
                Number(given),
                wanted
              )
            : trans.__('The weights of cov() are of another form'),
        cause: wanted
          ? trans.__(
              '%1 holds one number for each observation, and these are the columns of the matrix [variables, observations].',
              name
            )
          : name && given
            ? trans.__(
                '%1 is one row with a number for each column; fweights are whole numbers (how often it was seen), aweights have fractions (how much it counts). Here it has %2 instead.',
                name,
                /^\d/.test(given)
                  ? trans.__('%1 dimensions', given)
                  : trans.__('the type %1', given)
              )
            : trans.__(
                'fweights say how often each column was seen (whole numbers, 0 or more), aweights how much it counts (with fractions, 0 or more). Here one is below 0.'
              ),
        fixes: [
          name === 'aweights'
            ? check(
                trans.__('One share for each column'),
                'c = torch.cov(x, aweights=w.flatten().float().clamp(min=0))'
              )
            : check(
                trans.__('One count for each column'),
                'c = torch.cov(x, fweights=n.flatten().long().clamp(min=0))'
              ),
          {
            safety: 'diagnostic',
            title: trans.__('Print the shapes and types'),
            code: 'print(x.shape, w.shape, w.dtype, w.min())'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [trans.__('numpy.cov() has the same names and its own messages.')],
    links: [
      {
        title: trans.__('PyTorch: torch.cov'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.cov.html'
      }
    ]
  })
});
