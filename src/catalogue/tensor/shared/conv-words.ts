import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { kindWords } from './conv-kinds';
import { sizesOf } from './shapes';

/** The title of `tensor/conv-input`. */
export function convTitle(trans: ITranslate, values: Values): string {
  const { kind, given, wanted } = values;
  const own = kindWords(trans, values);
  if (own) {
    return own.title;
  }
  if (kind === 'small') {
    return trans.__('The input is too small for this layer');
  }
  if (kind === 'norm') {
    return given && wanted
      ? trans.__(
          'The layer was made for %1 features, the input has %2',
          wanted,
          given
        )
      : trans.__('The normalisation layer was made for another input');
  }
  if (kind === 'layernorm') {
    const short = `${given}${wanted}`.length <= 13;
    return short && given && wanted
      ? trans.__(
          'LayerNorm was made for [%1], the input ends in [%2]',
          wanted,
          given
        )
      : trans.__('LayerNorm was made for another input');
  }
  if (kind === 'dims') {
    return trans.__('The input has the wrong number of dimensions');
  }
  return given && wanted
    ? trans._n(
        'The input has %1 channel, the layer takes %2',
        'The input has %1 channels, the layer takes %2',
        Number(given),
        wanted
      )
    : trans.__('The input does not have the shape this layer takes');
}

/** Its cause. */
export function convCause(trans: ITranslate, values: Values): string {
  const { kind, input, given, wanted } = values;
  const own = kindWords(trans, values);
  if (own) {
    return own.cause;
  }
  switch (kind) {
    case 'small':
      return trans.__(
        'The kernel or the padding is larger than what is left of the image here. Each pooling and each stride of 2 halves it: start from larger images or drop a layer.'
      );
    case 'norm':
      return trans.__(
        'num_features or normalized_shape must be the number of channels (BatchNorm) or the last dimensions (LayerNorm) of the input.'
      );
    case 'layernorm':
      return trans.__(
        'normalized_shape must be the last dimensions of the input, all that are normalized together. With images or sequences of another size only the features should be among them.'
      );
    case 'dims':
      return trans.__(
        'Layers for images take [batch, channels, height, width], for sequences [batch, channels, length]; PyTorch has the channels before the size. A batch or a channel dimension is missing, or one too many.'
      );
    default:
      if (
        given === '1' &&
        wanted === '3' &&
        (sizesOf(input)?.length ?? 4) === 4
      ) {
        return trans.__(
          'The images are grey (1 channel), the network was made for colour (3 channels).'
        );
      }
      return input && given && wanted
        ? sizesOf(input)?.length === 3
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
            )
        : trans.__(
            'The number of channels of the input (its dimension 1) is not the in_channels of the layer. The order is [batch, channels, height, width].'
          );
  }
}

function channelFixes(
  trans: ITranslate,
  { input, given, wanted }: Values
): IFix[] {
  const sizes = sizesOf(input) ?? [];
  const dims = Math.max(1, (sizes.length || 4) - 2);
  const isLast = sizes.length > 2 && sizes[dims + 1] === Number(wanted);
  const fixes: IFix[] = [
    {
      safety: 'check',
      title: trans.__('Make the layer for the channels of the input'),
      code: `nn.Conv${dims}d(${given ?? 'x.shape[1]'}, out_channels, kernel_size=3)`
    }
  ];
  if (isLast) {
    fixes.unshift({
      safety: 'check',
      title: trans.__('The channels stand last: move them to dimension 1'),
      code:
        dims === 1
          ? 'x = x.transpose(1, 2)'
          : dims === 2
            ? `x = x.permute(0, 3, 1, 2)${sizes[0] === 1 ? '  # without a batch: permute(2, 0, 1)' : ''}`
            : 'x = x.permute(0, 4, 1, 2, 3)'
    });
  }
  // An input without its channels is taken for one sample without a batch.
  if (sizes.length > 2 && sizes[0] === 1 && wanted === '1' && given !== '3') {
    fixes.unshift({
      safety: 'check',
      title: trans.__('A batch without the channel dimension: add it'),
      code: `x = x.unsqueeze(1)  # [${given}, 1, ${sizes.slice(2).join(', ')}]`
    });
  }
  if (dims === 2 && given === '1' && wanted === '3') {
    fixes.unshift({
      safety: 'check',
      title: trans.__('Repeat the grey channel three times'),
      code: 'x = x.repeat(1, 3, 1, 1)  # or open images with .convert("RGB")'
    });
  }
  if (dims === 2 && given === '3' && wanted === '1') {
    fixes.unshift({
      safety: 'check',
      title: trans.__('Colour images, a layer for grey ones: convert them'),
      code: 'image = image.convert("L")  # or transforms.Grayscale()'
    });
  }
  if (dims === 2 && given === '4' && wanted === '3') {
    fixes.unshift({
      safety: 'check',
      title: trans.__('The images have an alpha channel: drop it'),
      code: 'image = image.convert("RGB")'
    });
  }
  return fixes;
}

/** What to do about a dimension that is missing, or one too many. */
function dimensionFixes(
  trans: ITranslate,
  { input, given, wanted }: Values
): IFix[] {
  const add: IFix = {
    safety: 'check',
    title: trans.__('Add the missing batch or channel dimension'),
    code: 'x = x.unsqueeze(0)'
  };
  const remove: IFix = {
    safety: 'check',
    title: trans.__('Or take a superfluous one away'),
    code: 'x = x.squeeze(1)'
  };
  const rows = sizesOf(input);
  const lacks = Number(wanted) - Number(given);
  if (rows?.length === 2 || lacks === 2) {
    const side = Math.sqrt(rows?.[1] ?? NaN);
    return [
      // 784 numbers are an image of 28 * 28, 16 hardly one of 4 * 4.
      ...(Number.isInteger(side) && side >= 8
        ? [
            {
              safety: 'check' as const,
              title: trans.__('Images that were flattened: shape them again'),
              code: `x = x.view(-1, 1, ${side}, ${side})`
            }
          ]
        : []),
      {
        safety: 'check',
        title: trans.__(
          'A row of numbers per sample: give it height and width'
        ),
        code: 'x = x[:, :, None, None]  # [N, C] becomes [N, C, 1, 1]'
      },
      {
        safety: 'check',
        title: trans.__('One grey image: add batch and channel'),
        code: 'x = x[None, None]  # [H, W] becomes [1, 1, H, W]'
      }
    ];
  }
  if (lacks < 0) {
    return [{ ...remove, title: trans.__('Take the superfluous one away') }];
  }
  return lacks > 0 ? [add] : [add, remove];
}

/** Its fixes, best first. */
export function convFixes(trans: ITranslate, values: Values): IFix[] {
  const shape: IFix = {
    safety: 'diagnostic',
    title: trans.__('Print the shape just before the layer'),
    code: 'print(x.shape)'
  };
  const own = kindWords(trans, values);
  if (own) {
    return [own.fix, shape];
  }
  switch (values.kind) {
    case 'small':
      return [
        {
          safety: 'check',
          title: trans.__('Start from larger inputs'),
          code: 'x = F.interpolate(x, size=(224, 224))'
        },
        {
          safety: 'check',
          title: trans.__('End in a pooling that fits every size'),
          code: 'pool = nn.AdaptiveAvgPool2d(1)'
        },
        shape
      ];
    case 'norm':
      return [
        {
          safety: 'check',
          title: trans.__('Make the layer for the features of the input'),
          code: `nn.BatchNorm2d(${values.given ?? 'x.shape[1]'})  # nn.LayerNorm(${values.given ?? 'x.shape[-1]'})`
        },
        shape
      ];
    case 'layernorm': {
      const [channels, ...sides] = values.given?.split(', ') ?? [];
      return [
        {
          safety: 'check',
          title: trans.__('Make the layer for the sizes of the input'),
          code: `nn.LayerNorm([${values.given ?? '64, 32'}])`
        },
        sides.length === 2
          ? {
              safety: 'check',
              title: trans.__('Images of any size: one group of all channels'),
              code: `nn.GroupNorm(1, ${channels})`
            }
          : {
              safety: 'check',
              title: trans.__(
                'Rows of any number: normalize the features only'
              ),
              code: `nn.LayerNorm(${sides[0] ?? 'x.shape[-1]'})`
            },
        shape
      ];
    }
    case 'dims':
      return [...dimensionFixes(trans, values), shape];
    default:
      return [...channelFixes(trans, values), shape];
  }
}
