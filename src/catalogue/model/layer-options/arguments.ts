/** Arguments of layers by position, and sizes that come as lists. */
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

export const ARGUMENTS = {
  /** nn.RNN, LSTM, GRU: the fourth and the fifth argument are truth values. */
  flag: {
    signs: messageOrLog(
      /\b(?<name>bias|batch_first) should be of type bool, got: (?<given>[\w.]{1,40})/
    ),
    words: (trans, { name, given }) => ({
      title: trans.__(
        '%1 is True or False, not %2',
        name ?? 'bias',
        given ?? 'float'
      ),
      cause:
        given === 'str'
          ? trans.__(
              '%1 of an RNN was given a text, which is neither True nor False. What is read from a file or the command line stays a text until it is compared.',
              name ?? 'bias'
            )
          : trans.__(
              'An RNN takes (input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional) in this order, and %1 got a %2. By position it was meant for another argument, such as a dropout; 1 and 0 are not taken for True and False.',
              name ?? 'bias',
              given ?? 'float'
            ),
      fixes: [
        ...(given === 'str'
          ? [
              check(
                trans.__('From a file or the command line: compare the text'),
                "batch_first = text.lower() in ('1', 'true', 'yes')"
              )
            ]
          : []),
        check(
          trans.__('Give what follows the two sizes by name'),
          'rnn = nn.LSTM(10, 20, num_layers=2, batch_first=True, dropout=0.5)'
        )
      ]
    })
  },
  'output-size': {
    signs: messageOrLog(
      /\badaptive_(?:avg|max)_pool(?<parts>[123])d(?:\(\))?:? (?:internal error: )?(?:output_size(?:\.size\(\))? must be \d|argument ["']output_size["'] should contain one int \(got (?<given>\d{1,3})\))/
    ),
    words: (trans, { parts, given }) => ({
      title: parts
        ? trans._n(
            'output_size has %1 number here',
            'output_size has %1 numbers here',
            Number(parts)
          )
        : trans.__('output_size has one number for each dimension'),
      cause: given
        ? trans.__(
            'output_size has one number for each dimension that is pooled, %1 here, and got %2. Batch and channels are not named.',
            parts,
            given
          )
        : trans.__(
            'An adaptive pooling layer takes one number for each dimension that it pools, %1 here, and got more or fewer. Batch and channels are not named; None keeps a size.',
            parts ?? trans.__('one to three')
          ),
      fixes: [
        check(
          trans.__('One number for all dimensions'),
          `pool = nn.AdaptiveAvgPool${parts ?? '2'}d(1)`
        ),
        check(
          trans.__('Or one for each'),
          parts === '3'
            ? 'pool = nn.AdaptiveAvgPool3d((4, 7, 7))'
            : parts === '1'
              ? 'pool = nn.AdaptiveAvgPool1d(8)'
              : 'pool = nn.AdaptiveAvgPool2d((7, 7))'
        )
      ]
    })
  },
  divisor: {
    signs: messageOrLog(/\bdivisor must be not zero/),
    words: trans => ({
      title: trans.__('divisor_override is 0'),
      cause: trans.__(
        'An average pooling divides the sum of each window by the number of its pixels, or by divisor_override where that is given. 0 was given; None is what leaves it out.'
      ),
      fixes: [
        check(
          trans.__('Leave it out'),
          'y = F.avg_pool2d(x, kernel_size=2, divisor_override=None)'
        ),
        check(
          trans.__('The sum of each window: divide by 1'),
          'y = F.avg_pool2d(x, kernel_size=2, divisor_override=1)'
        )
      ]
    })
  },
  epsilon: {
    signs: messageOrLog(
      /\bbatch_norm eps must be positive during training, but got (?<given>-?[\d.e+-]{1,24}|-?nan)/
    ),
    words: (trans, { given }) => ({
      title: trans.__('eps of BatchNorm is %1', given ?? '0'),
      cause: trans.__(
        'eps is added to the variance before the root is taken, so that a channel of equal values does not divide by 0. It must be above 0 in training; TensorFlow’s default 1e-3 stands in another place of the call.'
      ),
      fixes: [
        check(
          trans.__('Name the arguments: features, then eps and momentum'),
          'norm = nn.BatchNorm2d(64, eps=1e-5, momentum=0.1)'
        )
      ]
    })
  },
  'no-shape': {
    signs: messageOrLog(
      /\bExpected normalized_shape to be at least 1-dimensional, i\.e\., containing at least one element, but got normalized_shape = \[\]/
    ),
    words: trans => ({
      title: trans.__('normalized_shape is empty'),
      cause: trans.__(
        'LayerNorm and RMSNorm normalize over the last dimensions, and normalized_shape lists their sizes. An empty list names none: often x.shape[2:] of a tensor of two dimensions.'
      ),
      fixes: [
        check(
          trans.__('Over the features: the last size'),
          'norm = nn.LayerNorm(x.shape[-1])'
        ),
        {
          safety: 'diagnostic',
          title: trans.__('Print the shape that it was made of'),
          code: 'print(x.shape, x.shape[2:])'
        }
      ]
    })
  }
} satisfies Record<string, IKind<'name' | 'given' | 'parts'>>;
