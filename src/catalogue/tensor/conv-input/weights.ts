/** The weight or bias of a convolution, given by hand, does not fit it. */
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import type { IKind } from '../../define';
import { failedAt, passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { printShape } from './print-shape';

/** `conv2d(`, with the sides that it works on. */
const CALL = /\bconv(?:_transpose)?(?<sides>[123])d\(/;

/** Whether F.conv1d() … was called itself: not by a layer with its own weight. */
function calledByHand(reading: IReading): boolean {
  return (
    failedAt(CALL, reading) &&
    !passedThrough(reading, /\bnn\/modules\/conv\.py/)
  );
}

/** The sides of the weight, as two messages tell them. */
const TOLD =
  /for (?<dims>\d)-dimensional weight ?\[|a list of (?<sides>\d) values to match the convolution dimensions/;

/** Whether the function works on more sides than the weight given by hand has. */
function weightLacksOne(reading: IReading): boolean {
  return (
    calledByHand(reading) &&
    reading.exceptions.some(({ message, frames }) => {
      const called = CALL.exec(frames[frames.length - 1]?.code ?? '');
      const { dims, sides } = TOLD.exec(message)?.groups ?? {};
      // Beside its sides a weight has two dimensions for the channels.
      const has = dims === undefined ? Number(sides) : Number(dims) - 2;
      return has < Number(called?.groups?.sides);
    })
  );
}

export const WEIGHT_KINDS = {
  weight: {
    signs: [
      {
        where: 'message',
        pattern: /weight should have at least three dimensions/,
        when: calledByHand
      },
      {
        where: 'message',
        pattern:
          /Expected \d-dimensional input for \d-dimensional weight ?\[(?<given>[\d, ]{1,60})\], but got \d-dimensional input/,
        when: weightLacksOne
      },
      {
        where: 'message',
        pattern:
          /a list of [12] values to match the convolution dimensions, but got \w{1,20}=\[/,
        when: weightLacksOne
      }
    ],
    words: (trans, { given }) => ({
      title: trans.__('The kernel of the convolution lacks dimensions'),
      cause: given
        ? trans.__(
            'The kernel is [%1], and it lacks a dimension: F.conv2d takes [out_channels, in_channels / groups, height, width], F.conv3d one more. The input is not to blame.',
            given
          )
        : trans.__(
            'A kernel made by hand needs its channels, too: F.conv2d takes [out_channels, in_channels / groups, height, width], F.conv1d [out_channels, in_channels / groups, width]. The input is not to blame.'
          ),
      fixes: [
        check(
          trans.__('Give the kernel its two channel dimensions'),
          'kernel = kernel[None, None]  # [height, width] becomes [1, 1, height, width]\ny = F.conv2d(x, kernel)  # x: [N, 1, H, W]'
        ),
        check(
          trans.__('The same kernel for each channel'),
          'weight = kernel.expand(x.shape[1], 1, *kernel.shape[-2:])\ny = F.conv2d(x, weight, groups=x.shape[1])'
        ),
        {
          safety: 'diagnostic',
          ofLine: true,
          title: trans.__('Print both shapes just before the line'),
          code: 'print(x.shape, kernel.shape)'
        }
      ]
    })
  },
  tuple: {
    signs: messageOrLog(
      /expected (?<layer>stride|padding|dilation|output_padding) to be a single integer value or a list of (?<wanted>\d) values to match the convolution dimensions, but got \w{1,20}=\[(?<given>[-\d, ]{1,60})\]/
    ),
    words: (trans, { layer, wanted, given }) => ({
      title: trans.__(
        '%1 does not have one number for each side',
        layer ?? 'stride'
      ),
      cause:
        wanted && given
          ? trans._n(
              'The weight of this convolution has %1 side behind its two channel dimensions, and [%2] was given. Either the numbers are too many or too few, or the weight lacks a dimension.',
              'The weight of this convolution has %1 sides behind its two channel dimensions, and [%2] was given. Either the numbers are too many or too few, or the weight lacks a dimension.',
              Number(wanted),
              given
            )
          : trans.__(
              'stride, padding and dilation are one number for all sides, or one for each side of the kernel.'
            ),
      fixes: [
        check(
          trans.__('One number for all sides'),
          `conv = nn.Conv2d(c_in, c_out, kernel_size=3, ${layer ?? 'stride'}=1)`
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
  bias: {
    signs: messageOrLog(
      /Given (?:transposed=\d, )?weight of size \[[\d, ]{1,60}\], expected bias to be 1-dimensional with (?<wanted>\d{1,9}) elements, but got bias of size \[(?<given>[\d, ]{0,60})\]/
    ),
    words: (trans, { given, wanted }) => ({
      title: wanted
        ? trans.__('The bias needs %1 numbers, one for each channel', wanted)
        : trans.__('The bias does not fit the convolution'),
      cause:
        given && wanted
          ? trans.__(
              'The weight makes %1 output channels, so the bias holds %1 numbers in one dimension; it has the shape [%2].',
              wanted,
              given
            )
          : trans.__(
              'The bias of a convolution holds one number for each output channel, in one dimension.'
            ),
      fixes: [
        check(
          trans.__('One number for each output channel'),
          `bias = torch.zeros(${wanted ?? 'weight.shape[0]'})  # transposed: weight.shape[1] * groups`
        ),
        {
          safety: 'diagnostic',
          ofLine: true,
          title: trans.__('Print both shapes just before the line'),
          code: 'print(weight.shape, bias.shape)'
        }
      ]
    })
  },
  groups: {
    signs: messageOrLog(
      /Given groups=(?<wanted>\d{1,9}), expected weight to be (?:at least|divisible by) \d{1,9} at dimension 0, but got weight of size \[{1,2}(?<given>\d{1,9})|Given groups=\d{1,9}, expected weight to be (?:at least|divisible by) \d{1,9} at dimension 0/
    ),
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted
          ? trans.__('%1 filters do not divide into %2 groups', given, wanted)
          : trans.__('The weight does not fit the convolution'),
      cause: trans.__(
        'The weight of a convolution is [out_channels, in_channels / groups, height, width], where groups divides both numbers of channels. Transposed ones exchange the first two.'
      ),
      fixes: [
        check(
          trans.__('One filter for each channel: repeat it'),
          'channels = x.shape[1]\nweight = kernel.expand(channels, 1, *kernel.shape[-2:])\ny = F.conv2d(x, weight, groups=channels)'
        ),
        printShape(trans)
      ]
    })
  }
} satisfies Record<string, IKind<'given' | 'wanted' | 'layer'>>;
