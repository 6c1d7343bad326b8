import type { ITranslate } from '../../../diagnosis/types';
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

function otherWords(trans: ITranslate, given: string | undefined): string {
  return given === undefined
    ? trans.__('The layer knows other words than the one given.')
    : trans.__('The layer was given “%1” and knows other words.', given);
}

/** Options of layers that are chosen by name. */
export const CHOICES = {
  padding: {
    signs: messageOrLog(
      /Invalid padding string:? ["'](?<given>[^"']{1,40})["']/
    ),
    words: (trans, { given }) => ({
      title: trans.__('The layer does not know this word for padding'),
      cause: otherWords(trans, given),
      fixes: [
        check(
          trans.__('Give a number, “same” or “valid”'),
          "nn.Conv2d(3, 16, 3, padding='same')  # lower case; or padding=1"
        )
      ]
    })
  },
  same: {
    signs: messageOrLog(
      /padding=["']same["'] is not supported for strided convolutions/
    ),
    words: trans => ({
      title: trans.__('padding="same" works with stride 1 only'),
      cause: trans.__(
        'With a larger stride the output is smaller than the input anyway. TensorFlow’s “same” means something else: input size divided by the stride, rounded up.'
      ),
      fixes: [
        check(
          trans.__('Give the padding as a number'),
          'nn.Conv2d(3, 16, kernel_size=3, stride=2, padding=1)  # (kernel_size - 1) // 2'
        )
      ]
    })
  },
  'padding-mode': {
    signs: messageOrLog(
      /padding_mode must be one of [{[(][^})\]]{1,80}[})\]], but got padding_mode=["'](?<given>[^"']{1,40})["']|Only ["']zeros["'] padding mode is supported for ConvTranspose|Unrecognised padding mode (?<mode>\w{1,40})/,
      { read: ({ given, mode }) => ({ given: given ?? mode }) }
    ),
    words: (trans, { given }) => ({
      title: trans.__('The layer does not know this padding_mode'),
      cause: otherWords(trans, given),
      fixes: [
        check(
          trans.__('Use one of its modes'),
          "nn.Conv2d(3, 16, 3, padding=1, padding_mode='zeros')  # or 'reflect', 'replicate', 'circular'",
          trans.__(
            'Transposed convolutions know only “zeros”; in F.pad() that is “constant”.'
          )
        )
      ]
    })
  },
  'init-shape': {
    signs: messageOrLog(
      /Fan in and fan out can ?not be computed for tensor with (?:fewer|less) than 2 dimensions|Only tensors with 2 or more dimensions are supported/
    ),
    words: trans => ({
      title: trans.__('This initialisation is for weights of two dimensions'),
      cause: trans.__(
        'Xavier, Kaiming and orthogonal initialisation look at the inputs and outputs of a weight. Biases and the weights of BatchNorm and LayerNorm have one dimension only.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Leave out what has one dimension'),
          code: 'for parameter in model.parameters():\n    if parameter.dim() > 1:\n        nn.init.xavier_uniform_(parameter)'
        },
        {
          safety: 'check',
          title: trans.__('Or set the layers by their kind'),
          code: 'for module in model.modules():\n    if isinstance(module, (nn.Linear, nn.Conv2d)):\n        nn.init.kaiming_normal_(module.weight)\n        if module.bias is not None:\n            nn.init.zeros_(module.bias)'
        }
      ]
    })
  },
  gain: {
    signs: messageOrLog(/Unsupported nonlinearity (?<given>\w{1,40})/),
    words: (trans, { given }) => ({
      title: trans.__('torch.nn.init has no gain for this activation'),
      cause:
        given === undefined
          ? trans.__(
              'It knows linear, the convolutions, sigmoid, tanh, relu, leaky_relu and selu.'
            )
          : trans.__(
              'It does not know “%1”, only linear, the convolutions, sigmoid, tanh, relu, leaky_relu and selu.',
              given
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('For GELU, SiLU and the like take that of ReLU'),
          code: "nn.init.kaiming_normal_(layer.weight, nonlinearity='relu')"
        }
      ]
    })
  },
  fan: {
    signs: messageOrLog(
      /Mode (?<given>\S{1,40}) not supported, please use one of \[["']fan_in["']/
    ),
    words: (trans, { given }) => ({
      title: trans.__('mode must be “fan_in” or “fan_out”'),
      cause:
        given === undefined
          ? trans.__(
              'kaiming_normal_() and kaiming_uniform_() scale by the inputs of the layer (fan_in) or by its outputs (fan_out).'
            )
          : trans.__(
              'kaiming_normal_() and kaiming_uniform_() scale by the inputs of the layer (fan_in) or by its outputs (fan_out), and were given “%1”.',
              given
            ),
      fixes: [
        check(
          trans.__('Name one of the two'),
          "nn.init.kaiming_normal_(layer.weight, mode='fan_out', nonlinearity='relu')"
        )
      ]
    })
  },
  activation: {
    signs: messageOrLog(
      /activation should be relu\/gelu, not (?<given>[\w.]{1,40})|Unknown nonlinearity ["'](?<name>[^"']{1,40})["']\. Select from ["']tanh["'] or ["']relu["']/,
      { read: ({ given, name }) => ({ given: given ?? name }) }
    ),
    words: (trans, { given }) => ({
      title: trans.__('The layer does not know this activation by name'),
      cause:
        given === undefined
          ? trans.__('The layer knows only two activations by their names.')
          : trans.__(
              'The layer was given “%1”. nn.RNN knows “tanh” and “relu”, a Transformer layer “relu” and “gelu”.',
              given
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Transformer: pass the function itself'),
          code: 'nn.TransformerEncoderLayer(512, 8, activation=F.silu)'
        },
        {
          safety: 'check',
          title: trans.__('nn.RNN: one of its two'),
          code: "nn.RNN(10, 20, nonlinearity='tanh')"
        }
      ]
    })
  },
  resize: {
    signs: messageOrLog(
      /\b(?:either|only one of) size or scale_factor should be defined/
    ),
    words: trans => ({
      title: trans.__('Resizing needs either size or scale_factor'),
      cause: trans.__(
        'interpolate() and nn.Upsample take the new size or the factor, and exactly one of the two. Here both or neither is given.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Give one of them'),
          code: 'y = F.interpolate(x, scale_factor=2)  # or size=(64, 64)'
        }
      ]
    })
  },
  corners: {
    signs: messageOrLog(
      /align_corners option can only be set with the interpolating modes/
    ),
    words: trans => ({
      title: trans.__('align_corners does not go with this mode'),
      cause: trans.__(
        'Only linear, bilinear, bicubic and trilinear resizing know align_corners. mode is “nearest” when it is left out.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Name the mode, or leave align_corners out'),
          code: "y = F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=False)"
        }
      ]
    })
  },
  reduction: {
    signs: messageOrLog(
      /\b(?!elementwise_mean\b)(?<given>\w{1,40}) is not a valid value for reduction(?!_)/
    ),
    words: (trans, { given }) => ({
      title: trans.__('The loss does not know this reduction'),
      cause:
        given === undefined
          ? trans.__(
              'A loss knows “mean”, “sum” and “none”; KLDivLoss also “batchmean”.'
            )
          : trans.__(
              'A loss knows “mean”, “sum” and “none”, KLDivLoss also “batchmean”. It was given “%1”.',
              given
            ),
      fixes: [
        /^batch/.test(given ?? '')
          ? check(
              trans.__('Of KLDivLoss: in one word'),
              "criterion = nn.KLDivLoss(reduction='batchmean')"
            )
          : check(
              trans.__('Give one that it knows'),
              "criterion = nn.CrossEntropyLoss(reduction='mean')  # or 'sum', 'none'"
            )
      ]
    })
  }
} satisfies Record<string, IKind<'given'>>;
