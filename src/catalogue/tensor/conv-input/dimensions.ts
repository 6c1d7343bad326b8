/** A dimension is missing in the input, or one too many. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import type { IKind, Sign, ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedAt, passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { sizesOf } from '../shared/shapes';
import { printShape } from './print-shape';

/** The layers of convolution, as a traceback has their file. */
export const CONVOLUTION = /[\\/]nn[\\/]modules[\\/]conv\.py$/;

type Value = 'input' | 'given' | 'wanted' | 'layer' | 'channels';

/** How many dimensions an input of these sizes has. */
function countIn(input: string | undefined): string | undefined {
  const sizes = sizesOf(input);
  return sizes ? String(sizes.length) : undefined;
}

/** Of a layer that takes a batch, or one sample without it. */
function batchedOrNot({ layer, input, few, many }: Values): ValuesOf<Value> {
  return {
    layer,
    input,
    given: countIn(input),
    wanted: few && many && `${few} or ${many}`
  };
}

/**
 * Layers that take a batch or a single sample, and say for an empty one what
 * they say for a wrong number of dimensions: the sizes tell them apart.
 */
export const BATCH_MODE_SIGNS: readonly Sign<Value, 'dims' | 'empty'>[] =
  messageOrLog(
    /(?:(?<layer>\w{4,24}): )?Expected (?<few>\d)D or (?<many>\d)D \(batch mode\) tensor with optional 0 dim batch size for input, but got: ?\[(?<input>[\d, ]{0,60})\]/,
    {
      read: groups => {
        const { input, given, ...others } = batchedOrNot(groups);
        return given === groups.few || given === groups.many
          ? { kind: 'empty', input, layer: undefined }
          : { kind: 'dims', input, given, ...others };
      }
    }
  );

/** How many dimensions are missing, below 0 for too many; NaN when unknown. */
function missing({ given, wanted }: ValuesOf<Value>): number {
  const [few, many] = (wanted?.match(/\d+/g) ?? []).map(
    count => Number(count) - Number(given)
  );
  return (few ?? NaN) >= 0 ? few : (many ?? few ?? NaN);
}

/** Whether a convolution of images got two dimensions: an image, or rows. */
function isConvOf2({ input, layer = '' }: ValuesOf<Value>): boolean {
  return layer === 'conv2d' && sizesOf(input)?.length === 2;
}

/** How many dimensions a BatchNorm works on, by those of its input. */
const NORM_DIMS: Readonly<Record<string, string>> = {
  '2': '1',
  '2 or 3': '1',
  '3': '1',
  '4': '2',
  '5': '3'
};

/** The normalisation, where only such a layer says it so, and what it got. */
function normed(
  { wanted = '', given }: ValuesOf<'wanted' | 'given'>,
  reading: IReading
): ValuesOf<Value> {
  const dims = ownValue(NORM_DIMS, wanted);
  const layer = passedThrough(reading, /[\\/]instancenorm\.py$/)
    ? 'InstanceNorm'
    : passedThrough(reading, /[\\/]batchnorm\.py$/)
      ? 'BatchNorm'
      : undefined;
  return {
    wanted: wanted || undefined,
    given,
    layer: layer && dims && given ? `${layer}${dims}d` : undefined
  };
}

/** What helps where a normalisation is that of other dimensions. */
function normFixes(
  trans: ITranslate,
  { given = '', layer = '' }: ValuesOf<Value>
): IFix[] | null {
  const made = /^(?<name>\w{1,20}Norm)(?<dims>[123])d$/.exec(layer)?.groups;
  if (!made) {
    return null;
  }
  const dims = ownValue(NORM_DIMS, given);
  const single = check(
    trans.__('A single sample: give it its batch dimension'),
    'x = x.unsqueeze(0)'
  );
  const other = check(
    given === '4' || given === '5'
      ? trans.__('Behind a convolution of images: the layer for those')
      : trans.__('Behind a Linear layer or a sequence: the layer for those'),
    `nn.${made.name}${dims}d(num_features)  # in place of nn.${layer}`
  );
  return dims === undefined
    ? [single]
    : dims === made.dims
      ? [single]
      : given === '3' && made.dims === '2'
        ? [single, other]
        : [other];
}

/** A usual size of a batch, before a number that is no side of an image. */
function isBatch(sizes: readonly number[] | null): boolean {
  const [rows, numbers] = sizes ?? [];
  return rows % 8 === 0 && rows <= 1024 && numbers % 8 !== 0;
}

/** Sides of a photograph rather than a batch of rows. */
function isPicture(sizes: readonly number[] | null): boolean {
  const [height, width] = sizes ?? [];
  return (
    height > 256 && width !== 784 && width >= height / 3 && width <= 3 * height
  );
}

/** Rows of numbers that no reshape makes images of. */
function otherModel(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Token ids or a table: take a model for those'),
    detail: trans.__(
      'A model for images takes no rows of numbers. Model and data set do not belong together then, and another shape only brings the next error.'
    )
  };
}

/** An input of five dimensions for images: a dimension of 1, or frames. */
function tooMany(trans: ITranslate, sizes: readonly number[]): IFix[] {
  const one = sizes.slice(0, 3).lastIndexOf(1);
  return one >= 0
    ? [
        check(
          trans.__('Take the dimension of size 1 away'),
          `x = x.squeeze(${one})`
        )
      ]
    : [
        check(
          trans.__('Frames or crops [N, T, C, H, W]: count each as a sample'),
          'x = x.flatten(0, 1)  # [N * T, C, H, W]'
        ),
        check(
          trans.__('Or convolve over time, too: the channels before the time'),
          'nn.Conv3d(in_channels, out_channels, kernel_size=3)  # of x.transpose(1, 2)'
        )
      ];
}

/** The dimension that is missing, by the channels that the weight takes. */
function missingOne(
  trans: ITranslate,
  sizes: readonly number[],
  channels: number
): IFix | undefined {
  if (sizes[0] === channels && channels !== 1) {
    return check(
      trans.__('Add the batch dimension: the channels are there'),
      'x = x.unsqueeze(0)'
    );
  }
  if (channels === 1 && sizes[0] !== 1) {
    return check(
      trans.__('Add the channel dimension behind the batch'),
      `x = x.unsqueeze(1)  # [${sizes.join(', ')}] becomes [${[sizes[0], 1, ...sizes.slice(1)].join(', ')}]`
    );
  }
  if (sizes.length === 3 && channels === 3 && !sizes.includes(3)) {
    return check(
      trans.__('Grey images without a channel dimension: give them three'),
      `x = x.unsqueeze(1).expand(-1, 3, -1, -1)  # [${sizes[0]}, 3, ${sizes.slice(1).join(', ')}]`
    );
  }
  return sizes.length === 3 && sizes[2] === channels
    ? check(
        trans.__('One image with its channels last: put them first'),
        'x = x.permute(2, 0, 1).unsqueeze(0)'
      )
    : undefined;
}

function dimensionFixes(
  trans: ITranslate,
  { input, given, wanted, layer, channels }: ValuesOf<Value>
): IFix[] {
  const sizes = sizesOf(input);
  const lacks = missing({ given, wanted });
  const ofNorm = normFixes(trans, { given, layer });
  if (ofNorm !== null) {
    return ofNorm;
  }
  if (sizes?.length === 5 && layer === 'conv2d') {
    return tooMany(trans, sizes);
  }
  if (sizes?.length === 2 || lacks === 2) {
    const grey = check(
      trans.__('One grey image: add batch and channel'),
      'x = x[None, None]  # [H, W] becomes [1, 1, H, W]'
    );
    const side = Math.sqrt(sizes?.[1] ?? NaN);
    return [
      // 784 numbers are an image of 28 * 28, 16 hardly one of 4 * 4, and 100
      // for a generator are noise.
      ...(!layer?.startsWith('conv_transpose') &&
      Number.isInteger(side) &&
      side >= 8 &&
      sizes?.[0] !== sizes?.[1] &&
      !isPicture(sizes)
        ? [
            check(
              trans.__('Images that were flattened: shape them again'),
              `x = x.view(-1, 1, ${side}, ${side})`
            )
          ]
        : []),
      ...(isConvOf2({ input, layer })
        ? sizes?.[0] === sizes?.[1]
          ? [grey]
          : isBatch(sizes)
            ? [otherModel(trans), grey]
            : [grey, otherModel(trans)]
        : [
            check(
              trans.__('A row of numbers per sample: give it height and width'),
              'x = x[:, :, None, None]  # [N, C] becomes [N, C, 1, 1]'
            ),
            grey
          ])
    ];
  }
  const one = sizes?.indexOf(1) ?? -1;
  const remove = `x = x.squeeze(${one < 0 ? 1 : one})`;
  if (lacks < 0 && sizes?.length === 4 && layer === 'conv1d' && one < 0) {
    return [
      check(
        trans.__('Images and feature maps: take the layer for those'),
        `nn.Conv2d(${sizes[1]}, out_channels, kernel_size=3)`
      )
    ];
  }
  if (lacks < 0) {
    // squeeze() changes nothing where no dimension has the size 1.
    return sizes && one < 0
      ? []
      : [check(trans.__('Take the superfluous one away'), remove)];
  }
  const known =
    sizes && lacks === 1 && channels !== undefined
      ? missingOne(trans, sizes, Number(channels))
      : undefined;
  if (known || (sizes && lacks === 1 && channels !== undefined)) {
    return known ? [known] : [];
  }
  const add = check(
    trans.__('Add the missing batch or channel dimension'),
    'x = x.unsqueeze(0)'
  );
  return lacks > 0
    ? [add]
    : [add, check(trans.__('Or take a superfluous one away'), remove)];
}

function dimensionTitle(
  trans: ITranslate,
  { given, wanted, layer }: ValuesOf<Value>
): string {
  if (!given || !wanted) {
    return trans.__('The input has the wrong number of dimensions');
  }
  return layer
    ? trans.__('%1 takes %2 dimensions, the input has %3', layer, wanted, given)
    : trans.__(
        'The layer takes %1 dimensions, the input has %2',
        wanted,
        given
      );
}

export const DIMENSIONS: IKind<Value> = {
  signs: [
    // Before torch 1.11, of cells of an RNN as well.
    ...messageOrLog(/input has less dimensions than expected/, {
      when: reading => passedThrough(reading, CONVOLUTION)
    }),
    ...messageOrLog(/Need input of dimension \d(?:\.\.\.|$)/),
    ...messageOrLog(
      /Expected (?<few>\d)D \(unbatched\) or (?<many>\d)D \(batched\) input to (?<layer>\w{1,40}), but got input of size: \[(?<input>[\d, ]*)\]/,
      { read: batchedOrNot }
    ),
    ...messageOrLog(
      /Expected (?<few>\d)D or (?<many>\d)D (?:input|\(batch mode\) expected for input|tensor), but got:? ?\[(?<input>[\d, ]*)\]/,
      { read: batchedOrNot }
    ),
    ...messageOrLog(
      /Expected (?<wanted>\d)-dimensional (?:input|tensor) for \d-dimensional (?:weight|input)(?: ?\[\d{1,6}, (?<channels>\d{1,6})[\d, ]{0,50}\]| \d{1,6} (?<old>\d{1,6})[\d ]{0,40})?(?:, but got (?<given>\d)-dimensional (?:input|tensor) of size \[(?<input>[\d, ]*)\])?/,
      {
        read: ({ wanted, given, input, channels, old }, reading) => ({
          wanted,
          given,
          input,
          // The weight of a transposed one has them in its first size.
          channels: failedAt(/\bconv_transpose/, reading)
            ? undefined
            : (channels ?? old)
        })
      }
    ),
    ...messageOrLog(
      /xpected (?<wanted>\d)D input \(got (?<given>\d)D input\)/,
      {
        read: ({ wanted, given }, reading) => normed({ wanted, given }, reading)
      }
    ),
    ...messageOrLog(
      /xpected (?<few>\d)D or (?<many>\d)D input \(got (?<given>\d)D input\)|non-empty (?<least>\d)D or (?<most>\d)D (?:\(batch mode\) |input )?tensor expected/,
      {
        read: ({ few, many, given, least, most }, reading) =>
          normed(
            {
              given,
              wanted: given ? `${few} or ${many}` : `${least} or ${most}`
            },
            reading
          )
      }
    ),
    {
      where: 'message',
      ename: /^(?:ValueError|RuntimeError)$/,
      pattern:
        /^(?:Input dimension should be at least (?<least>\d)|Expected at least (?<wanted>\d) dimensions for input tensor but received (?<given>\d)|Input tensor must have at least (?<more>\d) dimensions, but got (?<has>\d))$/,
      read: ({ least, wanted, given, more, has }) => ({
        wanted: least ?? wanted ?? more,
        given: given ?? has
      })
    },
    ...messageOrLog(
      /Expected \dD \(unbatched\) or \dD \(batched\) input to \w+|Expected \d-dimensional (?:input|tensor|weight) for \d-dimensional (?:weight|input)/
    ),
    ...messageOrLog(
      /xpected (?:\dD,? ){0,3}(?:or )?\dD input \(got \dD input\)|\dD or \dD \(batch mode\) (?:expected for input|tensor)|non-empty \dD or \dD (?:\(batch mode\) |input )?tensor expected|xpected \dD tensor as input, got \dD/
    ),
    // The convolutions of torch up to 0.1 say no more than this.
    {
      where: 'message',
      pattern:
        /^[Ee]xpected (?:a )?\dD (?:input )?tensor(?:$|[.!]|,? (?:but )?got)/,
      confidence: 'likely'
    },
    ...messageOrLog(
      /Only (?:3D, 4D and 5D (?:input Tensors supported(?! \(got [345]D\))|padding with)|2D, 3D, 4D, 5D padding with)|Padding size \d{1,3} is not supported for \dD input/
    ),
    // Layers that name the number of dimensions in a wording of their own.
    ...messageOrLog(
      /\b\w{4,24}pool[23]d\w{0,4}\(\): Expected [34]D or [45]D tensor, but got|\bpixel_(?:un)?shuffle expects input to have at least 3 dimensions|Input to max_unpooling[23]d should be a|Feature dropout requires at least 2 dimensions|Expected 3D or higher dimensionality input \(got \d/
    ),
    ...messageOrLog(
      /Expected \d(?: to \d dimensions|-dimensional tensor), but got \d-dimensional tensor for argument #1 ["'](?:self|input)["'] \(while checking arguments for [\w:]{0,20}(?:pool|conv|batch_norm|grid_sampler|upsample|unfold|col2im|im2col)/
    ),
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^Padding length too large$/,
      confidence: 'likely'
    },
    ...messageOrLog(
      /Length of pad should be no more than twice the number of dimensions of the input/
    )
  ],
  words: (trans, { input, given, wanted, layer, channels }) => ({
    title: dimensionTitle(trans, { given, wanted, layer }),
    cause: /Norm[123]d$/.test(layer ?? '')
      ? trans.__(
          '%1 is the layer for an input of %2 dimensions, batch and channels among them, and this one has %3.',
          layer,
          wanted,
          given
        )
      : input && isConvOf2({ input, layer })
        ? sizesOf(input)?.[0] === sizesOf(input)?.[1]
          ? trans.__(
              'The input is [%1], and layers for images take [batch, channels, height, width] or one image without the batch. It looks like a single image without its channel.',
              input
            )
          : trans.__(
              'The input is [%1], and layers for images take [batch, channels, height, width]. It is one image without its channel, or a batch of rows of numbers (token ids, a table).',
              input
            )
        : input
          ? trans.__(
              'The input is [%1]. Layers for images take [batch, channels, height, width], for sequences [batch, channels, length]: a batch or a channel dimension is missing, or one too many.',
              input
            )
          : wanted && !given
            ? /or/.test(wanted)
              ? trans.__(
                  'The input needs %1 dimensions here, none of them of size 0: the channels stand before the sizes that the layer works on, the batch before the channels.',
                  wanted
                )
              : trans.__(
                  'The input needs at least %1 dimensions here: the channels stand before the sizes that the layer works on, the batch before the channels.',
                  wanted
                )
            : trans.__(
                'Layers for images take [batch, channels, height, width], for sequences [batch, channels, length]; PyTorch has the channels before the size. A batch or a channel dimension is missing, or one too many.'
              ),
    fixes: [
      ...dimensionFixes(trans, { input, given, wanted, layer, channels }),
      printShape(trans)
    ]
  })
};
