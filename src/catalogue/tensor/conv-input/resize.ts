/** F.interpolate and adaptive pooling: the size that is asked for. */
import { check } from '../../fix';
import type { IKind } from '../../define';
import type { Values } from '../../../diagnosis/types';
import { failedAt } from '../../predicates';
import { messageOrLog } from '../../signs';
import { ownValue } from '../../../shared/own-value';
import { sizesOf } from '../shared/shapes';
import { printShape } from './print-shape';

/** The mode of interpolation for an input of so many dimensions. */
const MODES: Readonly<Record<string, string>> = {
  3: 'linear',
  4: 'bilinear',
  5: 'trilinear'
};

/** Numbers in round brackets, a single one with a comma behind it. */
function numbersIn(tuple: string | undefined): string[] {
  return tuple?.match(/[\d.]+/g) ?? [];
}

function counted({ input, size, factor }: Values): Values {
  return {
    input,
    given: size ?? factor,
    wanted: input && String(sizesOf(input)?.length)
  };
}

export const RESIZE_KINDS = {
  resize: {
    signs: messageOrLog(
      /Input and (?:output|scale_factor) must have the same number of spatial dimensions(?:, but got input (?:with ){1,2}spatial dimensions of \[(?<input>[\d, ]{1,60})\] and (?:output size of (?<size>\([\d, ]{1,60}\))|scale_factor of shape (?<factor>\([\d., ]{1,60}\))))?/,
      { read: counted }
    ),
    words: (trans, { input, given, wanted }) => ({
      title:
        given && wanted
          ? trans._n(
              'The new size has %1 number, the input %2 sides',
              'The new size has %1 numbers, the input %2 sides',
              numbersIn(given).length,
              wanted
            )
          : trans.__('The new size has another number of dimensions'),
      cause:
        input && given
          ? trans.__(
              'Behind batch and channels the input has the sides [%1], and %2 was asked for. It must be one number for each side, without batch and channels.',
              input,
              given
            )
          : trans.__(
              'size and scale_factor hold one number for each side of the input, without its batch and channels.'
            ),
      fixes: [
        check(
          trans.__('One number for each side'),
          wanted && given && numbersIn(given).length > Number(wanted)
            ? `x = F.interpolate(x, size=(${numbersIn(given).slice(0, Number(wanted)).join(', ')}))`
            : 'x = F.interpolate(x, size=(224, 224))  # of [N, C, H, W]'
        ),
        printShape(trans)
      ]
    })
  },
  mode: {
    signs: [
      ...messageOrLog(
        /Only 3D, 4D and 5D input Tensors supported \(got (?<dims>[345])D\) for the modes: [^()]{1,160}\(got (?<given>[\w-]{1,40})\)/,
        {
          read: ({ dims, given }) => ({ given, wanted: ownValue(MODES, dims) })
        }
      ),
      ...messageOrLog(
        /Got (?<dims>[345])D input, but (?<given>\w{1,40}) mode needs [345]D input/,
        {
          read: ({ dims, given }) => ({ given, wanted: ownValue(MODES, dims) })
        }
      )
    ],
    words: (trans, { given, wanted }) => ({
      title: given
        ? trans.__('The mode “%1” does not fit this input', given)
        : trans.__('The mode of interpolation does not fit'),
      cause: wanted
        ? trans.__(
            'F.interpolate names the mode after the sides of the input: linear for a sequence, bilinear and bicubic for an image, trilinear for a volume; nearest and area are for all. For this input it is “%1”.',
            wanted
          )
        : trans.__(
            'F.interpolate names the mode after the sides of the input: linear for a sequence, bilinear and bicubic for an image, trilinear for a volume; nearest and area are for all.'
          ),
      fixes: [
        check(
          trans.__('Name the mode that fits'),
          `x = F.interpolate(x, scale_factor=2, mode='${wanted ?? 'bilinear'}')`
        ),
        printShape(trans)
      ]
    })
  },
  output: {
    signs: [
      ...messageOrLog(
        /Input and output sizes should be greater than 0, but got input \((?<input>(?:[DHW]: [1-9]\d{0,8}(?:, )?){1,3})\) output \((?<given>[DHW]: [-\d, DHW:]{1,40})\)/
      ),
      ...messageOrLog(
        /elements of output_size must be greater than or equal to 0 but received \{(?<given>[-\d, ]{1,40})\}/
      ),
      {
        where: 'message',
        pattern:
          /negative dimension (?<given>-\d{1,9}): \[-?\d+, -?\d+(?:, -?\d+){0,3}\]/,
        when: reading => failedAt(/\badaptive_\w{3}_pool\dd\b/, reading)
      }
    ],
    words: (trans, { given, input }) => ({
      title: given
        ? trans.__('The size asked for is not above 0: %1', given)
        : trans.__('The size asked for is not above 0'),
      cause: input
        ? trans.__(
            'The input has %1; the size that it should get was 0. Usually a computed size was rounded down, or a scale factor is too small.',
            input
          )
        : trans.__(
            'The output of the layer needs at least 1 in each dimension. Usually a computed size was rounded down, or is negative; None keeps the size of the input.'
          ),
      fixes: [
        check(
          trans.__('At least 1 in each dimension'),
          'size = [max(1, int(side * scale)) for side in x.shape[-2:]]\nx = F.interpolate(x, size=size)  # or nn.AdaptiveAvgPool2d(1)'
        ),
        printShape(trans)
      ]
    })
  }
} satisfies Record<string, IKind<'given' | 'wanted' | 'input'>>;
