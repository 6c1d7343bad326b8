/** The input has another number of channels than the layer takes. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IKind, ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { layerOwner, isOwnCall } from '../../shared/code-owner';
import { sizesOf } from '../shared/shapes';
import { fitOf } from '../../shared/fitting-variable';
import { modelOf, twinOf, withTwin } from '../../shared/near-variable';
import { visibleCode } from '../../shared/ran-code';
import { isTrained } from '../../shared/visible-layers';
import { printShape } from './print-shape';
import { visibleOf } from './visible';
import { withWidth } from '../../shared/edits/layers';
import { inputThen } from '../../shared/edits/values';

type Value =
  | 'input'
  | 'given'
  | 'wanted'
  | 'owner'
  | 'wrote'
  | 'meant'
  | 'anew'
  | 'reason'
  | 'source'
  | 'wider'
  | 'transposed';

/** Whose layer it is: a package's, or by chance another's than the user's own. */
const readOwner = (values: Values, reading: IReading) => ({
  owner:
    layerOwner(reading) ??
    (isOwnCall(reading) && !isTrained(reading) ? undefined : 'unknown'),
  ...twinOf(reading),
  ...modelOf(reading),
  ...fitOf(values, reading),
  ...visibleOf(values, reading),
  ...(isShortcut(values) && TAKEN_APART.test(visibleCode(reading).text)
    ? { source: 'block' }
    : {})
});

/** Layers are taken out of their blocks. */
const TAKEN_APART = /\bchildren\(\)|\bnamed_children\(\)|Sequential\(\*/;

/**
 * Whether the shortcut of a residual block got what the block gives: a 1x1
 * convolution to twice or four times the channels, and those came in. The
 * children of the block run one after the other then.
 */
function isShortcut({ given, wanted, weight }: Values): boolean {
  const [made, , ...kernel] = sizesOf(weight) ?? [];
  return (
    String(kernel) === '1,1' &&
    String(made) === given &&
    [2, 4].includes(made / Number(wanted))
  );
}

function shortcutFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Replace layers in place: the blocks keep their own forward()'),
      'for name, child in list(module.named_children()):\n    if isinstance(child, nn.BatchNorm2d):\n        setattr(module, name, new_layer)\n    else:\n        replace(child)  # the function that this stands in',
      trans.__(
        'nn.Sequential(*block.children()) is right only for a whole model whose children run in order.'
      )
    )
  ];
}

/** A layer that came with its weights is not to be built anew. */
function keptLayer(
  trans: ITranslate,
  { wanted = '', owner }: ValuesOf<Value>
): IFix {
  return check(
    owner === 'unknown'
      ? trans.__('A model that was loaded: bring the input to %1', wanted)
      : trans.__('Keep the layer, and bring the input to %1 channels', wanted),
    `print(x.shape)  # dimension 1 must be ${wanted}`,
    trans.__(
      'Its trained weights are for that number: the processor, feature extractor or transforms of the same model give it.'
    )
  );
}

function channelCause(trans: ITranslate, values: ValuesOf<Value>): string {
  const { input, given, wanted, owner, source } = values;
  const rank = sizesOf(input)?.length;
  if (source === 'block') {
    return trans.__(
      'A 1x1 convolution from %1 to %2 channels is the shortcut of a residual block, and it got %2: the output of the block itself. The children of the block run one after the other, as in nn.Sequential(*block.children()), and its own forward() is lost.',
      wanted,
      given
    );
  }
  if (source !== undefined && input && given && wanted) {
    return source === 'cat'
      ? trans.__(
          'Dimension 1 of the input [%1] is the number of channels. cat() joined the channels of its tensors, %2 together, and the layer was made for %3.',
          input,
          given,
          wanted
        )
      : trans.__(
          'Dimension 1 of the input [%1] is the number of channels. The layer before it gives %2 of them, and this one was made for %3.',
          input,
          given,
          wanted
        );
  }
  if (given === '1' && wanted === '3' && (rank ?? 4) === 4) {
    return trans.__(
      'The images are grey (1 channel), the network was made for colour (3 channels).'
    );
  }
  if (!input || !given || !wanted) {
    return trans.__(
      'The number of channels of the input (its dimension 1) is not the in_channels of the layer. The order is [batch, channels, height, width].'
    );
  }
  if (owner !== undefined && owner !== 'unknown') {
    return trans.__(
      'Dimension 1 of the input [%1] is the number of channels: it is %2. The layer stands in %4, and its weights are for %3.',
      input,
      given,
      wanted,
      owner
    );
  }
  if (isMel(sizesOf(input) ?? [], wanted)) {
    return trans.__(
      'Dimension 1 of the input [%1] is the number of mel bands: it is %2, the first layer of Whisper takes %3. These features were not made by the extractor of this model, or were cut or joined in another way.',
      input,
      given,
      wanted
    );
  }
  if (isLikelyBatch({ input, given, wanted, owner })) {
    return trans.__(
      'The layer shows an input of three dimensions as a batch of one, [%1]: its first one, %2, was taken for the channels. Where %2 is the number of samples, the channels are missing: the layer takes %3 of them.',
      input,
      given,
      wanted
    );
  }
  return rank === 3
    ? trans.__(
        'Dimension 1 of the input [%1] is the number of channels: it is %2, the layer was made for %3. The order is [batch, channels, length].',
        input,
        given,
        wanted
      )
    : trans.__(
        'Dimension 1 of the input [%1] is the number of channels: it is %2, the layer was made for %3. The order is [batch, channels, height, width].',
        input,
        given,
        wanted
      );
}

/** As many channels as images of satellites have, and no more. */
const MOST_BANDS = 16;

/**
 * Whether dimension 1 is more likely the batch of an input without channels: the
 * batch is 1, and the number is one that no layer of images gives.
 */
function isLikelyBatch({
  input,
  given,
  wanted,
  owner
}: ValuesOf<Value>): boolean {
  const sizes = sizesOf(input) ?? [];
  const count = Number(given);
  return (
    owner === undefined &&
    sizes.length === 4 &&
    sizes[0] === 1 &&
    count > 4 &&
    count % 8 !== 0 &&
    Number(wanted) > 4 &&
    sizes[3] !== Number(wanted)
  );
}

/** What helps with images, by their number of channels. */
function imageFixes(
  trans: ITranslate,
  { given, wanted }: ValuesOf<Value>,
  isBatch: boolean
): IFix[] {
  switch (`${given} for ${wanted}`) {
    case '1 for 3':
      return [
        {
          ...check(
            trans.__('Repeat the grey channel three times'),
            'x = x.repeat(1, 3, 1, 1)  # or open images with .convert("RGB")'
          ),
          edit: isBatch ? inputThen('.repeat(1, 3, 1, 1)') : undefined
        }
      ];
    case '3 for 1':
      return [
        check(
          trans.__('Colour images, a layer for grey ones: convert them'),
          'image = image.convert("L")  # or transforms.Grayscale()'
        )
      ];
    case '4 for 3':
      return [
        check(
          trans.__('The images have an alpha channel: drop it'),
          'image = image.convert("RGB")'
        )
      ];
    default:
      return [];
  }
}

/** Whether the layer is the first of Whisper: mel bands × 3000 frames. */
function isMel(sizes: readonly number[], wanted: string | undefined): boolean {
  return (
    sizes.length === 3 &&
    sizes[2] === 3000 &&
    (wanted === '80' || wanted === '128')
  );
}

function melFeatures(trans: ITranslate, wanted = '80'): IFix {
  return check(
    trans.__('Make the features with the extractor of this very model'),
    "features = processor(audio, sampling_rate=16000, return_tensors='pt').input_features\nprint(features.shape)  # [batch, " +
      wanted +
      ', 3000]',
    trans.__(
      'Whisper takes 80 mel bands, from large-v3 on 128, and 3000 frames. Compare the samples of evaluation with those of training.'
    )
  );
}

/** A layer of the user's own, for the channels that there are. */
function madeAnew(
  trans: ITranslate,
  { given, wanted, owner, wider, transposed }: ValuesOf<Value>,
  spatialDims: number
): IFix {
  const layer = `Conv${transposed ? 'Transpose' : ''}${spatialDims}d`;
  return {
    ...check(
      owner === undefined
        ? trans.__('Make the layer for the channels of the input')
        : owner === 'unknown'
          ? trans.__('Your own layer: make it for the channels of the input')
          : trans.__('Or exchange the layer, and train the new one'),
      wider ??
        `nn.${layer}(${given ?? 'x.shape[1]'}, out_channels, kernel_size=3)`
    ),
    edit: withWidth({
      layer,
      width: ['in_channels', 0],
      wanted,
      given
    })
  };
}

/** Rows without a length are shown as one sequence, their number as channels. */
function mayBeRows({ input, source }: ValuesOf<Value>): boolean {
  const sizes = sizesOf(input);
  return sizes?.length === 3 && sizes[0] === 1 && source === undefined;
}

/**
 * Brings the last dimension behind the batch. A batch of one may be none, as the
 * layer shows a single sample so: what is said then is right for both, or says
 * for which it is.
 */
function lastToFirst(
  trans: ITranslate,
  sizes: readonly number[],
  isBatch: boolean
): IFix[] {
  const wanted = sizes[sizes.length - 1];
  const title = trans.__('The channels stand last: move them to dimension 1');
  if (isBatch) {
    const method = [
      '.transpose(1, 2)',
      '.permute(0, 3, 1, 2)',
      '.permute(0, 4, 1, 2, 3)'
    ][sizes.length - 3];
    return [{ ...check(title, `x = x${method}`), edit: inputThen(method) }];
  }
  if (sizes.length > 3) {
    return [
      check(
        title,
        `x = x.movedim(-1, -${sizes.length - 1})  # with a batch or without`
      )
    ];
  }
  return [
    check(
      trans.__('Rows of %1 values: give each the length 1', wanted),
      `x = x.reshape(-1, ${wanted}, 1)  # [batch, channels, length]`
    ),
    ...(sizes[1] === 1
      ? []
      : [
          check(
            trans.__(
              'A batch of one sequence, [1, %1, %2]: turn it',
              sizes[1],
              wanted
            ),
            'x = x.transpose(1, 2)'
          )
        ])
  ];
}

function channelFixes(trans: ITranslate, values: ValuesOf<Value>): IFix[] {
  const { input, given, wanted, owner, source } = values;
  const sizes = sizesOf(input) ?? [];
  const spatialDims = Math.max(1, (sizes.length || 4) - 2);
  // An image by itself is shown as a batch of one.
  const isBatch = sizes.length > 2 && sizes[0] > 1;
  const isLast = sizes.length > 2 && sizes[spatialDims + 1] === Number(wanted);
  // An input without its channels is taken for one sample without a batch.
  const lacksChannels =
    sizes.length > 2 && sizes[0] === 1 && wanted === '1' && given !== '3';
  // The first layer of a network for colour images gets no feature map.
  const isGreyBatch =
    owner === undefined &&
    sizes.length === 4 &&
    sizes[0] === 1 &&
    wanted === '3' &&
    Number(given) >= MOST_BANDS &&
    !isLast;
  if (source === 'block') {
    return shortcutFixes(trans);
  }
  if (source !== undefined && owner === undefined) {
    return [madeAnew(trans, values, spatialDims)];
  }
  if (isLikelyBatch({ input, given, wanted, owner })) {
    return [
      {
        safety: 'diagnostic',
        title: trans.__('See how many dimensions the input has'),
        code: `print(x.shape)  # [${given}, ${sizes.slice(2).join(', ')}]: ${given} samples, and no channels`
      },
      check(
        trans.__('Make it with its channels: [batch, channels, height, width]'),
        `x = torch.randn(${given}, ${wanted}, ${sizes.slice(2).join(', ')})  # noise, for example`
      )
    ];
  }
  return [
    ...(spatialDims === 2 ? imageFixes(trans, { given, wanted }, isBatch) : []),
    ...(lacksChannels
      ? [
          {
            ...check(
              trans.__('A batch without the channel dimension: add it'),
              `x = x.unsqueeze(1)  # [${given}, 1, ${sizes.slice(2).join(', ')}]`
            ),
            edit: inputThen('.unsqueeze(1)')
          }
        ]
      : []),
    ...(isGreyBatch
      ? [
          check(
            trans.__(
              'Grey images without a channel dimension: give them three'
            ),
            `x = x.unsqueeze(1).expand(-1, 3, -1, -1)  # [${given}, 3, ${sizes.slice(2).join(', ')}]`
          ),
          check(
            trans.__('Or make the layer for one channel'),
            'nn.Conv2d(1, out_channels, kernel_size=3)  # and x = x.unsqueeze(1)'
          )
        ]
      : []),
    ...(isLast ? lastToFirst(trans, sizes, isBatch) : []),
    ...(isMel(sizes, wanted) ? [melFeatures(trans, wanted)] : []),
    ...(owner !== undefined && wanted !== undefined && !isLast
      ? [keptLayer(trans, { wanted, owner })]
      : []),
    ...(isLast || lacksChannels || isGreyBatch || mayBeRows(values)
      ? []
      : [madeAnew(trans, values, spatialDims)])
  ];
}

export const CHANNELS: IKind<Value> = {
  signs: [
    ...messageOrLog(
      /(?:Given (?:groups=(?<groups>\d+)|(?<transposed>transposed)=\w{1,5}), weights?(?: of (?:size|shape):?)? ?\[(?<weight>[\d, ]+)\] ?, (?:so )?e|E|e)xpected input ?\(?\[(?<input>[\d, ]+)\]\)? {1,2}to have (?<wanted>\d+) channels, but got (?<given>\d+) channels/,
      {
        // With groups the channels of a weight are those of one group.
        tells: ({ groups = '1' }) => groups === '1',
        read: readOwner
      }
    ),
    ...messageOrLog(
      /Need input\.size\[1\] == (?<wanted>\d+) but got (?<given>\d+)/
    ),
    ...messageOrLog(
      /Need input of dimension \d and input\.size\[1\] == (?<wanted>\d+) but got input to be of shape: ?\[\d+ x (?<given>\d+)/
    ),
    // transformers
    ...messageOrLog(
      /channel dimension of the pixel values match with the one set in the configuration(?:\. Expected (?<wanted>\d{1,9}) but got (?<given>\d{1,9}))?/
    )
  ],
  words: (trans, values) => {
    const { given, wanted } = values;
    return withTwin(trans, values, {
      title:
        given && wanted
          ? trans._n(
              'The input has %1 channel, the layer takes %2',
              'The input has %1 channels, the layer takes %2',
              Number(given),
              wanted
            )
          : trans.__('The input does not have the shape this layer takes'),
      cause: channelCause(trans, values),
      fixes: [...channelFixes(trans, values), printShape(trans)]
    });
  }
};
