import type { ITranslate, Values } from '../../../diagnosis/types';
import type { Words } from './layer-words';

/** The words for options of layers that are chosen by name. */
export function choiceWords(trans: ITranslate, values: Values): Words {
  const { kind, given } = values;
  switch (kind) {
    case 'init-shape':
      return [
        trans.__('This initialisation is for weights of two dimensions'),
        trans.__(
          'Xavier, Kaiming and orthogonal initialisation look at the inputs and outputs of a weight. Biases and the weights of BatchNorm and LayerNorm have one dimension only.'
        ),
        [
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
      ];
    case 'gain':
      return [
        trans.__('torch.nn.init has no gain for this activation'),
        given === undefined
          ? trans.__(
              'It knows linear, the convolutions, sigmoid, tanh, relu, leaky_relu and selu.'
            )
          : trans.__(
              'It does not know “%1”, only linear, the convolutions, sigmoid, tanh, relu, leaky_relu and selu.',
              given
            ),
        [
          {
            safety: 'check',
            title: trans.__('For GELU, SiLU and the like take that of ReLU'),
            code: "nn.init.kaiming_normal_(layer.weight, nonlinearity='relu')"
          }
        ]
      ];
    case 'activation':
      return [
        trans.__('The layer does not know this activation by name'),
        given === undefined
          ? trans.__('The layer knows only two activations by their names.')
          : trans.__(
              'The layer was given “%1”. nn.RNN knows “tanh” and “relu”, a Transformer layer “relu” and “gelu”.',
              given
            ),
        [
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
      ];
    case 'resize':
      return [
        trans.__('Resizing needs either size or scale_factor'),
        trans.__(
          'interpolate() and nn.Upsample take the new size or the factor, and exactly one of the two. Here both or neither is given.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Give one of them'),
            code: 'y = F.interpolate(x, scale_factor=2)  # or size=(64, 64)'
          }
        ]
      ];
    case 'corners':
      return [
        trans.__('align_corners does not go with this mode'),
        trans.__(
          'Only linear, bilinear, bicubic and trilinear resizing know align_corners. mode is “nearest” when it is left out.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Name the mode, or leave align_corners out'),
            code: "y = F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=False)"
          }
        ]
      ];
    case 'reduction':
      return [
        trans.__('The loss does not know this reduction'),
        given === undefined
          ? trans.__('A loss knows “mean”, “sum” and “none”.')
          : trans.__(
              'A loss knows “mean”, “sum” and “none”, and was given “%1”.',
              given
            ),
        [
          {
            safety: 'safe',
            title: trans.__('Give one of the three'),
            code: "criterion = nn.CrossEntropyLoss(reduction='mean')  # or 'sum', 'none'"
          }
        ]
      ];
    default:
      return [
        trans.__('A layer was created with values that do not fit'),
        trans.__(
          'The layer checks its arguments when it is made. One is out of range, or two of them contradict each other.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Name the arguments, and look up what they take'),
            code: 'help(nn.Conv2d)'
          }
        ]
      ];
  }
}
