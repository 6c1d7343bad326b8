/** A normalisation layer was made for another input. */
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IKind, Sign, ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedAt } from '../../predicates';
import { messageOrLog } from '../../signs';
import { shapeOf } from '../../shared/literal-shapes';
import { printShape } from './print-shape';
import { argumentOf } from './visible';
import { withWidth } from '../../shared/edits/layers';

type Value = 'given' | 'wanted' | 'layer' | 'source';

/** What a LayerNorm was made for, and the sizes that stand in their place. */
function normSizes(
  { wanted, input }: Values,
  reading: IReading
): ValuesOf<Value | 'input'> & { readonly kind: 'features' | 'layernorm' } {
  const made = wanted?.match(/\d+/g) ?? [];
  const got = (input?.match(/\d+/g) ?? []).slice(-made.length);
  return {
    kind: made.length > 1 ? 'layernorm' : 'features',
    layer: failedAt(/\brms_norm\(/, reading) ? 'RMSNorm' : 'LayerNorm',
    wanted: made.join(', '),
    given: got.join(', '),
    input: undefined
  };
}

/** The largest number of groups, not above those asked for, that divides. */
function greatestDivisor(
  channels: string | undefined,
  groups: string | undefined
): string | undefined {
  const most = Math.min(Number(groups), Number(channels));
  if (!(most >= 1 && most <= 4096)) {
    return undefined;
  }
  let count = most;
  while (Number(channels) % count !== 0) {
    count -= 1;
  }
  return String(count);
}

/** LayerNorm names its sizes: of a single one the advice is another. */
export const LAYER_NORM_SIGNS: readonly Sign<
  Value | 'input',
  keyof typeof NORM_KINDS
>[] = messageOrLog(
  /Given normalized_shape=\[(?<wanted>[\d, ]+)\], expected input with shape \[\*[\d, ]*\], but got input of size ?\[(?<input>[\d, ]*)\]/,
  { read: normSizes }
);

export const NORM_KINDS = {
  norm: {
    signs: [
      ...messageOrLog(
        /\b(?:running_mean|running_var|weight|bias) should contain (?<given>\d+) elements not (?<wanted>\d+)/,
        {
          read: ({ given, wanted }, reading) => {
            const shape = shapeOf(argumentOf(reading) ?? '', reading);
            const isLast = shape?.length === 3 && String(shape[2]) === wanted;
            return { given, wanted, source: isLast ? 'last' : undefined };
          }
        }
      ),
      ...messageOrLog(
        /expected input["']s size at dim=\d to match num_features \((?<wanted>\d{1,9})\), but got: (?<given>\d{1,9})/,
        { read: () => ({ layer: 'InstanceNorm' }) }
      )
    ],
    words: (trans, { given, wanted, layer, source }) => ({
      title:
        given && wanted
          ? trans.__(
              'The layer was made for %1 channels, the input has %2',
              wanted,
              given
            )
          : trans.__('The normalisation layer was made for another input'),
      cause: trans.__(
        'num_features of %1 must be the number of channels of the input, its dimension 1: [batch, channels, …].',
        layer ?? 'BatchNorm'
      ),
      fixes: [
        ...(source === 'last'
          ? [
              check(
                trans.__('The features stand last: bring them to dimension 1'),
                'x = norm(x.transpose(1, 2)).transpose(1, 2)'
              )
            ]
          : []),
        {
          ...check(
            trans.__('Make the layer for the channels of the input'),
            `nn.${layer ?? 'BatchNorm'}${source === 'last' ? '1' : '2'}d(${given ?? 'x.shape[1]'})`
          ),
          edit: withWidth({
            layer: [1, 2, 3].map(dims => `${layer ?? 'BatchNorm'}${dims}d`),
            width: ['num_features', 0],
            wanted,
            given
          })
        },
        printShape(trans)
      ]
    })
  },
  features: {
    words: (trans, { given, wanted, layer }) => ({
      title:
        given && wanted
          ? trans.__(
              'The layer was made for %1 features, the input has %2',
              wanted,
              given
            )
          : trans.__('The normalisation layer was made for another input'),
      cause: trans.__(
        'normalized_shape of %1 must be the last dimension of the input. The features stand last there, unlike the channels of images.',
        layer ?? 'LayerNorm'
      ),
      fixes: [
        {
          ...check(
            trans.__('Make the layer for the features of the input'),
            `nn.${layer ?? 'LayerNorm'}(${given ?? 'x.shape[-1]'})`
          ),
          edit: withWidth({
            layer: layer ?? 'LayerNorm',
            width: ['normalized_shape', 0],
            wanted,
            given
          })
        },
        check(
          trans.__('Images [N, C, H, W]: normalize over the channels'),
          'nn.GroupNorm(1, x.shape[1])'
        ),
        printShape(trans)
      ]
    })
  },
  affine: {
    signs: messageOrLog(
      /xpected (?<layer>weight|bias) to be (?:of same shape as normalized_shape|a vector of size equal to the number of channels in input), but got (?:weight|bias) of shape \[(?<given>[\d, ]{0,60})\] and (?:normalized_shape = \[(?<wanted>[\d, ]{1,60})\]|input of shape \[(?<input>[\d, ]{1,60})\])/
    ),
    words: (trans, { given, wanted, layer, input }) => ({
      title: trans.__(
        'The %1 of the normalisation has another shape',
        layer ?? 'weight'
      ),
      cause: input
        ? trans.__(
            'The %1 given by hand is [%2]. A group norm needs one number for each channel, and the channels are dimension 1 of the input [%3].',
            layer ?? 'weight',
            given,
            input
          )
        : trans.__(
            'The %1 given by hand is [%2], and normalized_shape is [%3]: the two must be equal. The input is not to blame.',
            layer ?? 'weight',
            given ?? '1, 8',
            wanted ?? '8'
          ),
      fixes: [
        check(
          trans.__('Let the module make its own'),
          input
            ? 'norm = nn.GroupNorm(groups, x.shape[1])\ny = norm(x)'
            : 'norm = nn.LayerNorm(x.shape[-1])\ny = norm(x)'
        ),
        {
          safety: 'diagnostic',
          ofLine: true,
          title: trans.__('Print both shapes just before the line'),
          code: 'print(x.shape, weight.shape)'
        }
      ]
    })
  },
  split: {
    signs: messageOrLog(
      /number of channels in input to be divisible by num_groups, but got input of shape \[\d{1,9}, (?<given>\d{1,9})[\d, ]{0,60}\] and num_groups ?= ?(?<wanted>\d{1,9})|num_channels \((?<channels>\d{1,9})\) must be divisible by num_groups \((?<groups>\d{1,9})\)|num_channels must be divisible by num_groups/,
      {
        read: ({ given, wanted, channels, groups }) => ({
          given: given ?? channels,
          wanted: wanted ?? groups
        })
      }
    ),
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted
          ? trans.__('%1 channels do not divide into %2 groups', given, wanted)
          : trans.__('The channels do not divide into the groups'),
      cause: trans.__(
        'GroupNorm splits the channels into num_groups equal groups, so num_groups must divide their number.'
      ),
      fixes: [
        check(
          trans.__('As many groups as divide the channels'),
          `nn.GroupNorm(${greatestDivisor(given, wanted) ?? 'math.gcd(32, channels)'}, ${given ?? 'channels'})`
        )
      ]
    })
  },
  layernorm: {
    words: (trans, { given, wanted, layer }) => {
      const [channels, ...sides] = given?.split(', ') ?? [];
      return {
        title:
          given && wanted && `${given}${wanted}`.length <= 12
            ? trans.__(
                'The layer was made for [%1], the input ends in [%2]',
                wanted,
                given
              )
            : trans.__('The normalisation was made for another input'),
        cause: trans.__(
          'normalized_shape must be the last dimensions of the input, all that are normalized together. With images or sequences of another size only the features should be among them.'
        ),
        fixes: [
          check(
            trans.__('Make the layer for the sizes of the input'),
            `nn.${layer ?? 'LayerNorm'}([${given ?? '64, 32'}])`
          ),
          sides.length === 2
            ? check(
                trans.__('Images of any size: one group of all channels'),
                `nn.GroupNorm(1, ${channels})`
              )
            : check(
                trans.__('Rows of any number: normalize the features only'),
                `nn.${layer ?? 'LayerNorm'}(${sides[0] ?? 'x.shape[-1]'})`
              ),
          printShape(trans)
        ]
      };
    }
  }
} satisfies Record<string, IKind<Value | 'input'>>;
