/** What is left of the input is smaller than what the layer moves over it. */
import { check } from '../../fix';
import type { IKind } from '../../define';
import { failedAt } from '../../predicates';
import { messageOrLog } from '../../signs';
import { printShape } from './print-shape';

/** A sequence, as in sound and text. */
export const SHORT: IKind<'input' | 'kernel'> = {
  signs: [
    ...messageOrLog(
      /Calculated padded input size per channel: \((?<input>\d{1,9})\)\. Kernel size: \((?<kernel>\d{1,9})\)/
    ),
    // The pooling keeps the dimension of 1 that torch puts before the length.
    ...messageOrLog(
      /Given input size: \(\d{1,9}x1x(?<input>\d{1,9})\)\. Calculated output size: \(\d{1,9}x1x(?:0|-\d{1,9})\)\. Output size is too small/
    ),
    ...messageOrLog(/max_pool1d\(\) Invalid computed output size: (?:0|-\d)/)
  ],
  words: (trans, { input, kernel }) => ({
    title:
      input && kernel
        ? trans.__('The sequence has length %1, the kernel %2', input, kernel)
        : input
          ? trans.__('A length of %1 is too short for this layer', input)
          : trans.__('The sequence is too short for this layer'),
    cause: trans.__(
      'A layer for sequences takes [N, C, L] and moves its kernel along L, of which less is left here than the kernel is long. Either the length stands in another dimension, or poolings and strides before have used it up.'
    ),
    fixes: [
      printShape(trans),
      check(
        trans.__('The length stands elsewhere: bring it to the end'),
        'x = x.transpose(1, 2)  # [N, L, C] to [N, C, L]'
      ),
      check(
        trans.__('It is used up: end in a pooling that fits every length'),
        'pool = nn.AdaptiveMaxPool1d(1)'
      )
    ]
  })
};

/** An image or a volume. */
export const SMALL: IKind<'input' | 'kernel'> = {
  signs: [
    ...messageOrLog(
      /Calculated padded input size per channel: \((?<input>\d[\d x]{0,40})\)\. Kernel size: \((?<kernel>\d[\d x]{0,40})\)/
    ),
    ...messageOrLog(
      /Given input size: \(\d{1,9}x(?<input>\d[\dx]{0,40})\)\. Calculated output size: \([-\dx]{1,60}\)\. Output size is too small/
    ),
    ...messageOrLog(
      /Given input with spatial size \((?<sides>\d[\d, ]{0,40})\), kernel_size=\((?<kernels>\d[\d, ]{0,40})\)/,
      {
        read: ({ sides, kernels }) => ({
          input: sides?.replace(/, /g, ' x '),
          kernel: kernels?.replace(/, /g, ' x ')
        })
      }
    ),
    ...messageOrLog(
      /Kernel size can["']?t (?:be )?greater than actual input size|Calculated padded input size per channel|input image \([THW: \d]{1,60}\) smaller than kernel size|Output size is too small/
    ),
    {
      where: 'message',
      pattern: /negative dimension -\d+: \[\d+, \d+, -?\d+(?:, -?\d+){0,2}\]/,
      when: reading => failedAt(/\b(?:conv|\w{3}_pool|unfold)/, reading),
      confidence: 'likely'
    },
    ...messageOrLog(
      /the array of sliding blocks as \([-\d, ]{1,40}\), but its components must be at least one|\bpool (?:height|width|time) \d{1,9} too large relative to input|Padding value causes wrapping around more than once|plus negative padding -?\d{1,9} and -?\d{1,9} resulted in a negative output size/
    )
  ],
  words: (trans, { input, kernel }) => ({
    title:
      input && kernel
        ? trans.__('The input is %1, the kernel %2', input, kernel)
        : input
          ? trans.__('An input of %1 is too small for this layer', input)
          : trans.__('The input is too small for this layer'),
    cause: trans.__(
      'The kernel or the padding is larger than what is left of the image here. Each pooling and each stride of 2 halves it: start from larger images or drop a layer.'
    ),
    fixes: [
      check(
        trans.__('Start from larger inputs'),
        'x = F.interpolate(x, size=(224, 224))'
      ),
      check(
        trans.__('End in a pooling that fits every size'),
        'pool = nn.AdaptiveAvgPool2d(1)'
      ),
      printShape(trans)
    ]
  })
};
