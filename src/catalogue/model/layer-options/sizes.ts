import type { IKind, IWords } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { multipleOf } from '../../shared/edits/options';

/** The multiples of `heads` next to `width`, the larger first. */
function multiples(width: number, heads: number): string {
  const below = Math.floor(width / heads) * heads;
  return below > 0 ? `${below + heads}  # or ${below}` : `${below + heads}`;
}

function wholeNumbers(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Take whole numbers from the data; divide with //'),
      'layer = nn.Linear(x.size(-1), hidden_size // 2)'
    ),
    {
      safety: 'diagnostic' as const,
      ofLine: true,
      title: trans.__('Print the numbers just before the line that failed')
    }
  ];
}

/** Without a failure, and where the message was cut off before it is clear. */
function anyOption(trans: ITranslate): IWords {
  return {
    title: trans.__('A layer was created with values that do not fit'),
    cause: trans.__(
      'The layer checks its arguments when it is made. One is out of range, or two of them contradict each other.'
    ),
    fixes: [
      check(
        trans.__('Name the arguments, and look up what they take'),
        'help(nn.Conv2d)'
      )
    ]
  };
}

/** Options of layers that are sizes and shares. */
export const SIZES = {
  size: {
    // torch/nn/modules/rnn.py, `RNNBase`.
    signs: messageOrLog(
      /\b(?<name>hidden_size|input_size|num_layers) must be greater than zero/
    ),
    words: (trans, { name }) =>
      name === undefined
        ? anyOption(trans)
        : {
            title: trans.__('A size of the layer is not above zero'),
            cause: trans.__('%1 must be a whole number of 1 or more.', name),
            fixes: wholeNumbers(trans)
          }
  },
  heads: {
    // nn.MultiheadAttention, `multi_head_attention_forward`; transformers; timm.
    signs: messageOrLog(
      /embed_dim (?<width>\d{1,9}) not divisible by num_heads (?<parts>\d{1,6})|\b(?:embed_dim|hidden_size|d_model)`? must be divisible by `?num_heads`?(?: \(got `\w{1,20}`: (?<got>\d{1,9}) and `num_heads`: (?<by>\d{1,6}))?|[Tt]he hidden size \(?(?<hidden>\d{1,9}),?\)? is not a multiple of the number of attention heads \(?(?<number>\d{1,6})|\bdim should be divisible by num_heads/,
      {
        read: ({ width, parts, got, by, hidden, number }) => ({
          width: width ?? got ?? hidden,
          parts: parts ?? by ?? number
        })
      }
    ),
    words: (trans, { width, parts }) => {
      const known = width !== undefined && parts !== undefined && parts !== '0';
      return {
        title: trans.__('The width cannot be split evenly among the heads'),
        cause: known
          ? trans.__(
              'Each attention head takes an equal part of the embedding, and %1 cannot be divided by %2.',
              width,
              parts
            )
          : trans.__(
              'Each attention head takes an equal part of the embedding (embed_dim, d_model, hidden_size), and it cannot be divided by the number of heads.'
            ),
        fixes: [
          {
            ...check(
              trans.__('Take a width that is a multiple of the heads'),
              known
                ? `embed_dim = ${multiples(Number(width), Number(parts))}`
                : 'nn.MultiheadAttention(embed_dim=512, num_heads=8)  # 64 for each head'
            ),
            edit: multipleOf(
              ['MultiheadAttention'],
              [0, 'embed_dim'],
              [1, 'num_heads']
            )
          },
          check(
            trans.__('Or project the features to such a width first'),
            'self.project = nn.Linear(n_features, 64)\nself.attention = nn.MultiheadAttention(64, num_heads=8)'
          )
        ]
      };
    }
  },
  groups: {
    // torch/nn/modules/conv.py, `_ConvNd`.
    signs: messageOrLog(
      /\b(?<name>in_channels|out_channels) must be divisible by groups/
    ),
    words: (trans, { name }) => ({
      title: trans.__('The channels cannot be split evenly into the groups'),
      cause: trans.__(
        'A grouped convolution gives each group an equal part of the input and of the output channels. %1 is no multiple of groups here.',
        name ?? trans.__('One of the two')
      ),
      fixes: [
        check(
          trans.__('Depthwise: as many groups as input channels'),
          'nn.Conv2d(32, 64, 3, padding=1, groups=32)  # out_channels is a multiple of it'
        ),
        check(
          trans.__('Or take groups that divide both'),
          'import math\ngroups = math.gcd(in_channels, out_channels)'
        )
      ]
    })
  },
  negative: {
    // A weight of a convolution. A vector or matrix may be no layer at all
    // (tensor/reshape-size); an output that became too small is tensor/conv-input.
    signs: messageOrLog(
      /Trying to create tensor with negative dimension -\d{1,18}: (?<shape>\[(?:-\d{1,18}, -?\d{1,18}|\d{1,18}, -\d{1,18}), -?\d{1,18}(?:, -?\d{1,18}){0,5}\])/
    ),
    words: (trans, { shape }) => ({
      title: trans.__('The layer was made with a negative number of channels'),
      cause: trans.__(
        'Its weight would have the shape %1. Often a subtraction, or -1 as a placeholder, gave the number; layers know no -1 for “what fits”.',
        shape ?? trans.__('[…, -1, …]')
      ),
      fixes: wholeNumbers(trans)
    })
  },
  window: {
    signs: messageOrLog(/^(?:\w{1,40}: )?stride should not be zero/),
    words: trans => ({
      title: trans.__('Kernel size or stride is 0'),
      cause: trans.__(
        'A pooling layer moves its window by the stride, which is the kernel size when it is left out. One of them is 0; often it was computed, or the arguments are in another order.'
      ),
      fixes: [
        check(
          trans.__('Name the arguments, so that none is in the wrong place'),
          'nn.MaxPool2d(kernel_size=2, stride=2, padding=0)'
        )
      ]
    })
  },
  /** A share between 0 and 1. */
  share: {
    signs: messageOrLog(
      /dropout probability has to be between 0 and 1, but got (?<given>-?[\d.]{1,20})|dropout should be a number in range \[0, 1\] representing the probability|label_smoothing (?:must be between 0\.0 and 1\.0\. Got:|to be in range \[0, 1\], got) (?<smoothing>-?[\d.]{1,20})/,
      { read: ({ given, smoothing }) => ({ given: given ?? smoothing }) }
    ),
    words: (trans, { given }) => ({
      title: trans.__('A share must lie between 0 and 1'),
      cause:
        given === undefined
          ? trans.__(
              'dropout is the share of values to drop, not a percentage.'
            )
          : trans.__(
              'It was given %1. dropout (and label_smoothing) is a share, not a percentage or a number of neurons.',
              given
            ),
      fixes: [
        check(
          trans.__('Give a share'),
          'nn.Dropout(p=0.5)  # half of the values'
        )
      ]
    })
  },
  /** F.pad(): two numbers for each dimension. */
  pairs: {
    signs: messageOrLog(/\bPadding length must be divisible by 2/),
    words: trans => ({
      title: trans.__('F.pad() takes two numbers for each dimension'),
      cause: trans.__(
        'The numbers come in pairs, the last dimension first: left, right, then top, bottom. An odd number of them was given.'
      ),
      fixes: [
        check(
          trans.__('Give pairs, the last dimension first'),
          'y = F.pad(x, (1, 1, 2, 2))  # left, right, top, bottom'
        )
      ]
    })
  },
  /** Embedding: the row that stands for padding. */
  'padding-row': {
    signs: messageOrLog(/Padding_idx must be within num_embeddings/),
    words: trans => ({
      title: trans.__('padding_idx is no row of the embedding'),
      cause: trans.__(
        'An embedding with n rows has the rows 0 … n - 1, and padding_idx lies outside. Often the padding token was added to the vocabulary, and the embedding has no row for it.'
      ),
      fixes: [
        check(
          trans.__('Make one row more'),
          'embedding = nn.Embedding(len(vocab) + 1, 64, padding_idx=len(vocab))'
        )
      ]
    })
  }
} satisfies Record<
  string,
  IKind<'width' | 'parts' | 'name' | 'shape' | 'given'>
>;
