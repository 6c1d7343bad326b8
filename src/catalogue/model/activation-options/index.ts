import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { argumentReplaced } from '../../shared/edits/calls';

export default define({
  id: 'model/activation-options',
  inPackage: 'settings',
  answers: [
    'approximate argument must be either none or tanh.',
    'max_val (-1) must be greater than min_val (1)',
    'min_val cannot be greater than max_val',
    'Lower bound should be less than or equal to the upper bound',
    'lambda must be in range [0, 3.40282e+38] for input dtype Float, but found -0.5',
    'prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = 2',
    'Not allow zero-dim input tensor.'
  ],
  values: ['low', 'high', 'given', 'name'],
  kinds: {
    gelu: {
      signs: messageOrLog(
        /\bapproximate argument must be either none or tanh/,
        {
          read: (_, { code }) => ({
            given: /\b(?:GELU|gelu)\(.{0,60}?["'](\w{1,20})["']/.exec(code)?.[1]
          })
        }
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('GELU does not know “%1”', given)
          : trans.__('approximate of GELU is “none” or “tanh”'),
        cause: trans.__(
          'approximate is the text “none” (exact, the default) or “tanh” (the faster formula of GPT-2, “gelu_new” elsewhere). True and None are neither.'
        ),
        fixes: [
          {
            ...check(trans.__('Exact'), "layer = nn.GELU(approximate='none')"),
            edit: argumentReplaced(['GELU', 'gelu'], 'approximate', "'none'")
          },
          {
            ...check(
              trans.__('The formula of GPT-2'),
              "layer = nn.GELU(approximate='tanh')"
            ),
            edit: argumentReplaced(['GELU', 'gelu'], 'approximate', "'tanh'")
          }
        ]
      })
    },
    bounds: {
      signs: [
        ...messageOrLog(
          /\bmax_val \((?<high>-?[\d.e+-]{1,24})\) must be greater than min_val \((?<low>-?[\d.e+-]{1,24})\)/,
          { read: () => ({ name: 'Hardtanh' }) }
        ),
        ...messageOrLog(/^min_val cannot be greater than max_val/, {
          read: () => ({ name: 'Hardtanh' })
        }),
        ...messageOrLog(
          /^Lower bound should be less than or equal to the upper bound/,
          { read: () => ({ name: 'RReLU' }) }
        )
      ],
      words: (trans, { low, high, name }) => ({
        title:
          low && high
            ? trans.__('The lower bound is %1, the upper one %2', low, high)
            : trans.__('The lower bound is above the upper one'),
        cause:
          name === 'RReLU'
            ? trans.__(
                'RReLU draws the slope of negative values between lower and upper, 1/8 and 1/3 when left out. Where only one was given, the other may lie on the wrong side of it.'
              )
            : trans.__(
                'Hardtanh cuts values off at min_val and max_val, -1 and 1 when left out. The smaller one comes first; where only one was given, the other may lie on the wrong side of it.'
              ),
        fixes: [
          name === 'RReLU'
            ? check(
                trans.__('Give both, the smaller one first'),
                'layer = nn.RReLU(lower=0.1, upper=0.3)'
              )
            : check(
                trans.__('Give both, the smaller one first'),
                low && high && low !== high
                  ? `layer = nn.Hardtanh(min_val=${high}, max_val=${low})`
                  : 'layer = nn.Hardtanh(min_val=-1.0, max_val=1.0)'
              )
        ]
      })
    },
    lambda: {
      signs: messageOrLog(
        /\blambda must be in range \[0, [\d.e+]{1,20}\] for input dtype \w{1,20}, but found (?<given>-?[\d.e+-]{1,24}|-?nan|-?inf)/
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('Softshrink was given lambd=%1', given)
          : trans.__('lambd of Softshrink is out of range'),
        cause: trans.__(
          'Softshrink moves every value towards 0 by lambd, and sets what is nearer than that to 0: it is 0 or more, and finite.'
        ),
        fixes: [
          check(
            trans.__('Give a width of 0 or more'),
            'layer = nn.Softshrink(lambd=0.5)'
          )
        ]
      })
    },
    prelu: {
      signs: messageOrLog(
        /\bprelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = (?<given>\d{1,3})|^Not allow zero-dim input tensor/
      ),
      words: (trans, { given }) => ({
        title: given
          ? trans.__('The slopes of PReLU have %1 dimensions', given)
          : trans.__('PReLU got a number without dimensions'),
        cause: given
          ? trans.__(
              'The weight of PReLU is one number for all channels, or one row with a number for each channel, dimension 1 of the input.'
            )
          : trans.__(
              'With one slope for each channel PReLU looks for the channels in dimension 1, and the input is a single number. Usually sum(), mean() or squeeze() took its dimensions away.'
            ),
        fixes: [
          given
            ? check(
                trans.__('One row of slopes'),
                'y = F.prelu(x, weight.flatten())  # x.shape[1] numbers, or one'
              )
            : check(
                trans.__('One slope for everything'),
                'layer = nn.PReLU(num_parameters=1)'
              ),
          {
            safety: 'diagnostic',
            ofLine: true,
            title: trans.__('Print both shapes just before the line'),
            code: 'print(x.shape, weight.shape)'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Found parameter numbers = 9 and channel size = 8” is about the number of channels of PReLU.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: GELU'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.GELU.html'
      },
      {
        title: trans.__('PyTorch: activation functions'),
        url: 'https://docs.pytorch.org/docs/stable/nn.html#non-linear-activations-weighted-sum-nonlinearity'
      }
    ]
  })
});
