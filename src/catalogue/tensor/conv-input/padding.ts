/** Padding that is too large: for the kernel, or for what it mirrors. */
import type { Values } from '../../../diagnosis/types';
import { passedFunction } from '../../predicates';
import type { IKind, Sign } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { printShape } from './print-shape';

/** Half of the kernel as dilation spreads it: the most that pooling takes. */
function halfOf(kernel: string, dilation: string): string {
  return String(Math.floor(((Number(kernel) - 1) * Number(dilation) + 1) / 2));
}

/** The first side whose padding is too large, of the two that old texts name. */
function tooLarge({ padW, padH, kW, kH }: Values): [string?, string?] {
  const sides = [
    [padW, kW],
    [padH, kH]
  ] as const;
  return [
    ...(sides.find(
      ([pad, kernel]) => Number(pad) > Math.floor(Number(kernel) / 2)
    ) ?? [undefined, undefined])
  ];
}

function poolPadding(groups: Values): Values {
  const [pad, kernel] = groups.padW
    ? tooLarge(groups)
    : [groups.pad, groups.kernel];
  return {
    given: pad,
    kernel,
    wanted: kernel && halfOf(kernel, groups.dilation ?? '1')
  };
}

/** The padding of one side and the size that it would mirror. */
function mirrored({ pads, dim, input }: Values): Values {
  const size = input?.split(', ')[Number(dim)];
  return {
    given: pads?.split(', ').find(pad => Number(pad) >= Number(size)),
    wanted: size
  };
}

/** stft() pads by itself: its frame tells it from a padding of the user's. */
export const MIRROR_SIGNS: readonly Sign<
  'given' | 'wanted',
  'reflect' | 'signal'
>[] = messageOrLog(
  /Padding size should be less than the corresponding input dimension(?:, but got: padding \((?<pads>\d{1,9}, \d{1,9})\) at dimension (?<dim>\d) of input \[(?<input>[\d, ]{1,60})\])?/,
  {
    read: (groups, reading) => ({
      ...mirrored(groups),
      kind: passedFunction(reading, /^stft$/) ? 'signal' : 'reflect'
    })
  }
);

export const PADDING_KINDS = {
  padding: {
    signs: messageOrLog(
      /\bpad should be (?:smaller than|smaller than or equal to|at most) half of (?:effective )?kernel size(?:, but got (?:padW = (?<padW>\d{1,9}), padH = (?<padH>\d{1,9}), kW = (?<kW>\d{1,9}), kH = (?<kH>\d{1,9})|pad=(?<pad>\d{1,9}), kernel_size=(?<kernel>\d{1,9})(?: and dilation=(?<dilation>\d{1,9}))?))?|\bmax_pool1d\(\) padding should be at most half of kernel size(?:, but got padding=(?<pad1d>\d{1,9}) and kernel_size=(?<kernel1d>\d{1,9}))?/,
      {
        read: groups =>
          poolPadding({
            ...groups,
            pad: groups.pad ?? groups.pad1d,
            kernel: groups.kernel ?? groups.kernel1d
          })
      }
    ),
    words: (trans, { given, kernel, wanted }) => ({
      title:
        given && kernel
          ? trans.__(
              'Padding %1 is more than half of the kernel of %2',
              given,
              kernel
            )
          : trans.__('The padding is more than half of the kernel'),
      cause:
        given && wanted
          ? trans.__(
              'A pooling layer takes at most half of its kernel as padding, so at most %1 here, and padding=%2 was given. The size of the input plays no part.',
              wanted,
              given
            )
          : trans.__(
              'A pooling layer takes at most half of its kernel as padding. The size of the input plays no part.'
            ),
      fixes: [
        check(
          trans.__('Make the padding smaller, or the kernel larger'),
          `pool = nn.MaxPool2d(kernel_size=${kernel ?? '3'}, padding=${wanted ?? '1'})`
        ),
        check(
          trans.__('More padding than that: pad before the pooling'),
          `x = F.pad(x, (${Array(4)
            .fill(given ?? '2')
            .join(
              ', '
            )}))  # two numbers for each dimension, the last one first`
        )
      ]
    })
  },
  reflect: {
    signs: messageOrLog(
      /Padding length should be less than or equal to two times the input dimension/
    ),
    words: (trans, { given, wanted }) => ({
      title:
        given && wanted
          ? trans.__('Padding by %1 mirrors a side of only %2', given, wanted)
          : trans.__('The padding mirrors more than the input has'),
      cause:
        given && wanted
          ? trans.__(
              'mode="reflect" fills %1 places with what lies inside the border, and this dimension has %2 values, so less than %2 can be filled. Either the input has shrunk too far here, or the padding is too large.',
              given,
              wanted
            )
          : trans.__(
              'mode="reflect" fills the border with what lies inside of it, so the padding must be smaller than the input. Either the input has shrunk too far here, or the padding is too large.'
            ),
      fixes: [
        check(
          trans.__('A mode that does not need the values: repeat the border'),
          "x = F.pad(x, pad, mode='replicate')"
        ),
        printShape(trans)
      ]
    })
  },
  signal: {
    words: (trans, { given, wanted }) => ({
      title: wanted
        ? trans.__('The signal of %1 samples is too short for stft()', wanted)
        : trans.__('The signal is too short for stft()'),
      cause:
        given && wanted
          ? trans.__(
              'With center=True stft() mirrors n_fft / 2 = %1 samples at each end, so the signal needs more than %1; the last dimension has %2. Either the recording is too short, or time is not the last dimension.',
              given,
              wanted
            )
          : trans.__(
              'With center=True stft() mirrors n_fft / 2 samples at each end, so the signal needs more than that. Either the recording is too short, or time is not the last dimension.'
            ),
      fixes: [
        check(
          trans.__('Fill short signals up with zeros'),
          'x = F.pad(x, (0, max(0, n_fft - x.shape[-1])))'
        ),
        check(
          trans.__('Or do not mirror the ends'),
          "spectrum = torch.stft(x, n_fft, window=window, pad_mode='constant', return_complex=True)"
        ),
        printShape(trans)
      ]
    })
  }
} satisfies Record<string, IKind<'given' | 'wanted' | 'kernel'>>;
