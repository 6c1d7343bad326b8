/** A normalisation layer was made for another input. */
import type { Values } from '../../../diagnosis/types';
import type { IKind, Sign } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { printShape } from './print-shape';

type Value = 'given' | 'wanted';

/** What a LayerNorm was made for, and the sizes that stand in their place. */
function normSizes({ wanted, input }: Values): Values {
  const made = wanted?.match(/\d+/g) ?? [];
  const got = (input?.match(/\d+/g) ?? []).slice(-made.length);
  return {
    kind: made.length > 1 ? 'layernorm' : 'norm',
    input: undefined,
    wanted: made.join(', '),
    given: got.join(', ')
  };
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
        /\b(?:running_mean|running_var|weight|bias) should contain (?<given>\d+) elements not (?<wanted>\d+)/
      ),
      ...messageOrLog(
        /number of channels in input to be divisible by num_groups|num_channels \(\d+\) must be divisible by num_groups|vector of size equal to the number of channels in input/
      ),
      ...messageOrLog(
        /xpected (?:weight|bias) to be of same shape as normalized_shape/
      )
    ],
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted
          ? trans.__(
              'The layer was made for %1 features, the input has %2',
              wanted,
              given
            )
          : trans.__('The normalisation layer was made for another input'),
      cause: trans.__(
        'num_features or normalized_shape must be the number of channels (BatchNorm) or the last dimensions (LayerNorm) of the input.'
      ),
      fixes: [
        check(
          trans.__('Make the layer for the features of the input'),
          `nn.BatchNorm2d(${given ?? 'x.shape[1]'})  # nn.LayerNorm(${given ?? 'x.shape[-1]'})`
        ),
        printShape(trans)
      ]
    })
  },
  layernorm: {
    words: (trans, { given, wanted }) => {
      const [channels, ...sides] = given?.split(', ') ?? [];
      return {
        title:
          given && wanted && `${given}${wanted}`.length <= 13
            ? trans.__(
                'LayerNorm was made for [%1], the input ends in [%2]',
                wanted,
                given
              )
            : trans.__('LayerNorm was made for another input'),
        cause: trans.__(
          'normalized_shape must be the last dimensions of the input, all that are normalized together. With images or sequences of another size only the features should be among them.'
        ),
        fixes: [
          check(
            trans.__('Make the layer for the sizes of the input'),
            `nn.LayerNorm([${given ?? '64, 32'}])`
          ),
          sides.length === 2
            ? check(
                trans.__('Images of any size: one group of all channels'),
                `nn.GroupNorm(1, ${channels})`
              )
            : check(
                trans.__('Rows of any number: normalize the features only'),
                `nn.LayerNorm(${sides[0] ?? 'x.shape[-1]'})`
              ),
          printShape(trans)
        ]
      };
    }
  }
} satisfies Record<string, IKind<Value>>;
