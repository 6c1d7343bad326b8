import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';
import { argumentNamed } from '../../shared/edits/options';
import { printShape } from '../shared/print-shape';

export default define({
  id: 'tensor/differences',
  answers: [
    'torch.gradient expected each dimension size to be at least edge_order+1',
    'torch.gradient only supports edge_order=1 and edge_order=2.',
    "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the same length, but got a spacing argument of length 1 and a dim argument of length 2.",
    'order must be non-negative but got -1',
    'diff expects input to be at least one-dimensional'
  ],
  values: ['given', 'wanted'],
  kinds: {
    short: {
      signs: messageOrLog(
        /\btorch\.gradient expected each dimension size to be at least edge_order\+1/
      ),
      words: trans => ({
        title: trans.__('A dimension is too short for a gradient'),
        cause: trans.__(
          'torch.gradient needs two neighbours in each dimension (three with edge_order=2), and without dim= it goes along all of them. A dimension of size 1, such as a batch or a channel, has none.'
        ),
        fixes: [
          {
            ...{
              ...check(
                trans.__('Name the dimensions of the picture'),
                'dy, dx = torch.gradient(x, dim=(-2, -1))'
              ),
              edit: argumentNamed(['diff'], 1, 'dim')
            },
            edit: keywordGiven(['gradient'], 'dim', '(-2, -1)')
          },
          printShape(trans)
        ]
      })
    },
    edge: {
      signs: messageOrLog(
        /\btorch\.gradient only supports edge_order=1 and edge_order=2/
      ),
      words: trans => ({
        title: trans.__('edge_order is 1 or 2'),
        cause: trans.__(
          'edge_order says how exactly torch.gradient works at the two ends, and it knows 1 and 2. It is not the order of the derivative.'
        ),
        fixes: [
          check(
            trans.__('The second derivative: go twice'),
            'd2 = torch.gradient(torch.gradient(x, dim=0)[0], dim=0)[0]'
          ),
          check(
            trans.__('More exact ends'),
            'd = torch.gradient(x, dim=0, edge_order=2)[0]'
          )
        ]
      })
    },
    spacing: {
      signs: messageOrLog(
        /\btorch\.gradient expected spacing to be unspecified, a scalar,? or (?:a list of length \d{1,3}|it["']s spacing and dim arguments to have the same length)[\w', ]{0,80}?, but got a (?:spacing argument|list) of length (?<given>\d{1,3})(?: and a dim argument of length (?<wanted>\d{1,3}))?/
      ),
      words: (trans, { given, wanted }) => ({
        title:
          given && wanted
            ? trans._n(
                '%1 distance for %2 dimensions',
                '%1 distances for %2 dimensions',
                Number(given),
                wanted
              )
            : trans.__('spacing does not fit the dimensions'),
        cause: trans.__(
          'spacing is one number for all dimensions, or a list with one (a number or a row of coordinates) for each that dim names. A list of a single number counts as a list.'
        ),
        fixes: [
          check(
            trans.__('The same distance everywhere: a number, no list'),
            'dy, dx = torch.gradient(x, spacing=0.1, dim=(0, 1))'
          ),
          check(
            trans.__('One for each dimension'),
            'dy, dx = torch.gradient(x, spacing=(0.1, 0.2), dim=(0, 1))'
          )
        ]
      })
    },
    order: {
      // NumPy's is a ValueError.
      signs: [
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern: /^order must be non-negative but got (?<given>-\d{1,9})/
        }
      ],
      words: (trans, { given }) => ({
        title: given
          ? trans.__('diff() was asked for %1 times', given)
          : trans.__('diff() was asked for fewer than 0 times'),
        cause: trans.__(
          'n, the argument after the tensor, says how many times neighbours are subtracted. A dimension stands behind it, and -1 was probably meant as one.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Name the dimension'),
              `d = torch.diff(x, dim=${given ?? '-1'})`
            ),
            edit: argumentNamed(['diff'], 1, 'dim')
          }
        ]
      })
    },
    single: {
      signs: messageOrLog(
        /\bdiff expects (?:input to be at least one-dimensional|prepend or append to be the same dimension as input)/
      ),
      words: trans => ({
        title: trans.__('diff() subtracts neighbours along a dimension'),
        cause: trans.__(
          'The tensor has no dimension, or what prepend= and append= add has another number of dimensions than the tensor.'
        ),
        fixes: [
          check(
            trans.__('Add a slice of the tensor itself'),
            'd = torch.diff(x, dim=-1, prepend=x[..., :1])  # as long as x'
          ),
          printShape(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'This is the numerical gradient of data. Gradients of a loss come from backward().'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.gradient'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.gradient.html'
      },
      {
        title: trans.__('PyTorch: torch.diff'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.diff.html'
      }
    ]
  })
});
