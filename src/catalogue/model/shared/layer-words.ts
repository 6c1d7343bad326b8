import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** Per kind: title, cause and fixes. */
export type Words = readonly [title: string, cause: string, fixes: IFix[]];

function check(title: string, code: string, detail?: string): IFix {
  return { safety: 'check', title, code, ...(detail ? { detail } : {}) };
}

/** The multiples of `heads` next to `width`, the larger first. */
function multiples(width: number, heads: number): string {
  const below = Math.floor(width / heads) * heads;
  return below > 0 ? `${below + heads}  # or ${below}` : `${below + heads}`;
}

/** Attention: the width is split among the heads. */
function heads(trans: ITranslate, { width, parts }: Values): Words {
  const known = width !== undefined && parts !== undefined && parts !== '0';
  return [
    trans.__('The width cannot be split evenly among the heads'),
    known
      ? trans.__(
          'Each attention head takes an equal part of the embedding, and %1 cannot be divided by %2.',
          width,
          parts
        )
      : trans.__(
          'Each attention head takes an equal part of the embedding (embed_dim, d_model, hidden_size), and it cannot be divided by the number of heads.'
        ),
    [
      check(
        trans.__('Take a width that is a multiple of the heads'),
        known
          ? `embed_dim = ${multiples(Number(width), Number(parts))}`
          : 'nn.MultiheadAttention(embed_dim=512, num_heads=8)  # 64 for each head'
      ),
      check(
        trans.__('Or project the features to such a width first'),
        'self.project = nn.Linear(n_features, 64)\nself.attention = nn.MultiheadAttention(64, num_heads=8)'
      )
    ]
  ];
}

/** Grouped convolutions. */
function groups(trans: ITranslate, { name }: Values): Words {
  return [
    trans.__('The channels cannot be split evenly into the groups'),
    trans.__(
      'A grouped convolution gives each group an equal part of the input and of the output channels. %1 is no multiple of groups here.',
      name ?? trans.__('One of the two')
    ),
    [
      check(
        trans.__('Depthwise: as many groups as input channels'),
        'nn.Conv2d(32, 64, 3, padding=1, groups=32)  # out_channels is a multiple of it'
      ),
      check(
        trans.__('Or take groups that divide both'),
        'import math\ngroups = math.gcd(in_channels, out_channels)'
      )
    ]
  ];
}

/** padding as a word, and padding_mode. */
function padding(trans: ITranslate, { kind, given }: Values): Words {
  if (kind === 'same') {
    return [
      trans.__('padding="same" works with stride 1 only'),
      trans.__(
        'With a larger stride the output is smaller than the input anyway. TensorFlow’s “same” means something else: input size divided by the stride, rounded up.'
      ),
      [
        check(
          trans.__('Give the padding as a number'),
          'nn.Conv2d(3, 16, kernel_size=3, stride=2, padding=1)  # (kernel_size - 1) // 2'
        )
      ]
    ];
  }
  const mode = kind === 'padding-mode';
  return [
    mode
      ? trans.__('The layer does not know this padding_mode')
      : trans.__('The layer does not know this word for padding'),
    given === undefined
      ? trans.__('The layer knows other words than the one given.')
      : trans.__('The layer was given “%1” and knows other words.', given),
    [
      mode
        ? check(
            trans.__('Use one of its modes'),
            "nn.Conv2d(3, 16, 3, padding=1, padding_mode='zeros')  # or 'reflect', 'replicate', 'circular'",
            trans.__(
              'Transposed convolutions know only “zeros”; in F.pad() that is “constant”.'
            )
          )
        : check(
            trans.__('Give a number, “same” or “valid”'),
            "nn.Conv2d(3, 16, 3, padding='same')  # lower case; or padding=1"
          )
    ]
  ];
}

/** A share between 0 and 1. */
function share(trans: ITranslate, { given }: Values): Words {
  return [
    trans.__('A share must lie between 0 and 1'),
    given === undefined
      ? trans.__('dropout is the share of values to drop, not a percentage.')
      : trans.__(
          'It was given %1. dropout (and label_smoothing) is a share, not a percentage or a number of neurons.',
          given
        ),
    [check(trans.__('Give a share'), 'nn.Dropout(p=0.5)  # half of the values')]
  ];
}

/** Sizes of layers that are no number above zero. */
function size(trans: ITranslate, { kind, name, shape }: Values): Words {
  if (kind === 'window') {
    return [
      trans.__('Kernel size or stride is 0'),
      trans.__(
        'A pooling layer moves its window by the stride, which is the kernel size when it is left out. One of them is 0; often it was computed, or the arguments are in another order.'
      ),
      [
        check(
          trans.__('Name the arguments, so that none is in the wrong place'),
          'nn.MaxPool2d(kernel_size=2, stride=2, padding=0)'
        )
      ]
    ];
  }
  const fixes = [
    check(
      trans.__('Take whole numbers from the data; divide with //'),
      'layer = nn.Linear(x.size(-1), hidden_size // 2)'
    ),
    {
      safety: 'diagnostic' as const,
      title: trans.__('Print the numbers just before the line that failed')
    }
  ];
  if (kind === 'negative') {
    return [
      trans.__('The layer was made with a negative number of channels'),
      trans.__(
        'Its weight would have the shape %1. Often a subtraction, or -1 as a placeholder, gave the number; layers know no -1 for “what fits”.',
        shape ?? trans.__('[…, -1, …]')
      ),
      fixes
    ];
  }
  return [
    trans.__('A size of the layer is not above zero'),
    trans.__(
      '%1 must be a whole number of 1 or more.',
      name ?? trans.__('Each size')
    ),
    fixes
  ];
}

/** F.pad(): two numbers for each dimension. */
function pairs(trans: ITranslate): Words {
  return [
    trans.__('F.pad() takes two numbers for each dimension'),
    trans.__(
      'The numbers come in pairs, the last dimension first: left, right, then top, bottom. An odd number of them was given.'
    ),
    [
      check(
        trans.__('Give pairs, the last dimension first'),
        'y = F.pad(x, (1, 1, 2, 2))  # left, right, top, bottom'
      )
    ]
  ];
}

/** Embedding: the row that stands for padding. */
function paddingRow(trans: ITranslate): Words {
  return [
    trans.__('padding_idx is no row of the embedding'),
    trans.__(
      'An embedding with n rows has the rows 0 … n - 1, and padding_idx lies outside. Often the padding token was added to the vocabulary, and the embedding has no row for it.'
    ),
    [
      check(
        trans.__('Make one row more'),
        'embedding = nn.Embedding(len(vocab) + 1, 64, padding_idx=len(vocab))'
      )
    ]
  ];
}

/** The words for options of layers that are sizes and shares, or null. */
export function layerWords(trans: ITranslate, values: Values): Words | null {
  switch (values.kind) {
    case 'heads':
      return heads(trans, values);
    case 'groups':
      return groups(trans, values);
    case 'same':
    case 'padding':
    case 'padding-mode':
      return padding(trans, values);
    case 'share':
      return share(trans, values);
    case 'size':
    case 'negative':
    case 'window':
      return size(trans, values);
    case 'pairs':
      return pairs(trans);
    case 'padding-row':
      return paddingRow(trans);
    default:
      return null;
  }
}
