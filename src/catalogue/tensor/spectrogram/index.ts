import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { everyKeyword } from '../../shared/edits/calls';
import { optionSet } from '../../shared/edits/options';

export default define({
  id: 'tensor/spectrogram',
  answers: [
    'istft(…) window overlap add min: 1',
    'expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when onesided=True, but got 100',
    'expected a 1D window tensor of size equal to win_length=400, but got window with size [500]',
    'expected hop_length > 0, but got hop_length=0',
    'expected 0 < hop_length <= win_length'
  ],
  values: ['fft', 'hop', 'length', 'center', 'given'],
  kinds: {
    overlap: {
      signs: messageOrLog(
        /\bistft\(.{1,300}?\bn_fft=(?<fft>\d{1,9}), hop_length=(?<hop>\d{1,9}), win_length=(?<length>\d{1,9}), .{1,120}?center=(?<center>[01]),.{1,120}?\) ?window overlap add min:|\bwindow overlap add min:/
      ),
      words: (trans, { hop, length, center }) => ({
        title: trans.__('istft() cannot fill a place in the signal'),
        cause:
          hop && length && Number(hop) > Number(length)
            ? trans.__(
                'The windows are %1 samples long and %2 apart, so that some places lie in none.',
                length,
                hop
              )
            : center === '0'
              ? trans.__(
                  'A window such as Hann is 0 at its ends, and with center=False the first sample lies in no other window: there is nothing to divide by. The same happens where windows do not overlap.'
                )
              : trans.__(
                  'Every sample must lie in a window that is not 0 there, and one does not. Usually the window itself holds zeros, or hop_length is too large for it.'
                ),
        fixes: [
          ...(center === '0'
            ? [
                {
                  ...check(
                    trans.__('Use center=True, in stft() and in istft()'),
                    'X = torch.stft(x, n_fft, window=window, center=True, return_complex=True)\ny = torch.istft(X, n_fft, window=window, center=True, length=x.shape[-1])'
                  ),
                  edit: everyKeyword(['stft', 'istft'], 'center', 'True')
                }
              ]
            : []),
          {
            ...check(
              trans.__('A quarter of the window as the step'),
              `hop_length = ${length ? `${length} // 4` : 'win_length // 4'}  # the same in both calls`
            ),
            // With center=False the ends stay bare, whatever the step.
            edit:
              length && center !== '0'
                ? everyKeyword(
                    ['stft', 'istft'],
                    'hop_length',
                    `${length} // 4`
                  )
                : undefined
          },
          {
            safety: 'diagnostic',
            title: trans.__('Look for zeros in the window'),
            code: 'print((window == 0).sum(), window.shape)'
          }
        ]
      })
    },
    bins: {
      signs: messageOrLog(
        /\bistft\(.{1,300}?\bn_fft=(?<fft>\d{1,9}), .{1,300}?expected the frequency dimension [\w() ]{1,40} of the input tensor to match n_fft(?: \/ 2 \+ 1)? when onesided=\w{4,5}, but got (?<given>\d{1,9})/
      ),
      words: (trans, { fft, given }) => ({
        title: given
          ? trans.__('istft() got %1 frequencies', given)
          : trans.__('istft() got another number of frequencies'),
        cause:
          fft && given
            ? trans.__(
                'With n_fft=%1 there are %2 frequencies (n_fft // 2 + 1), in the last dimension but one, and the input has %3 there. Either stft() ran with another n_fft, or frequency and time are exchanged.',
                fft,
                Math.floor(Number(fft) / 2) + 1,
                given
              )
            : trans.__(
                'There are n_fft // 2 + 1 frequencies, in the last dimension but one. Either stft() ran with another n_fft, or frequency and time are exchanged.'
              ),
        fixes: [
          {
            ...check(
              trans.__('Give both calls the same n_fft'),
              given && Number(given) > 1
                ? `y = torch.istft(X, n_fft=${2 * (Number(given) - 1)}, window=window)`
                : 'y = torch.istft(X, n_fft=2 * (X.shape[-2] - 1), window=window)'
            ),
            edit:
              given && Number(given) > 1
                ? optionSet(
                    ['istft'],
                    [1, 'n_fft'],
                    String(2 * (Number(given) - 1))
                  )
                : undefined
          },
          check(
            trans.__('A network gave [..., time, frequency]: exchange them'),
            'y = torch.istft(X.transpose(-1, -2), n_fft, window=window)'
          )
        ]
      })
    },
    window: {
      signs: messageOrLog(
        /\bexpected a 1D window tensor of size equal to win_length=(?<length>\d{1,9}), but got window with size \[(?<given>[\d, ]{0,40})\]/
      ),
      words: (trans, { length, given }) => ({
        title:
          length && given && !given.includes(',')
            ? trans.__('A window of %1 for frames of %2', given, length)
            : trans.__('The window does not fit win_length'),
        cause:
          length && given !== undefined
            ? trans.__(
                'window must be one row of win_length=%1 numbers, and it is [%2]. win_length is n_fft where it is left out.',
                length,
                given
              )
            : trans.__(
                'window must be one row of win_length numbers. win_length is n_fft where it is left out.'
              ),
        fixes: [
          check(
            trans.__('Make the window of that length'),
            `window = torch.hann_window(${length ?? 'win_length'}, device=x.device)`
          ),
          ...(given && !given.includes(',') && Number(given) < Number(length)
            ? [
                check(
                  trans.__('Or say how long the window is'),
                  `X = torch.stft(x, ${length ?? 'n_fft'}, win_length=${given}, window=window, return_complex=True)`
                )
              ]
            : [])
        ]
      })
    },
    step: {
      signs: messageOrLog(
        /\bi?stft\(.{1,300}?hop_length=(?<hop>-?\d{1,9}), win_length=(?<length>\d{1,9}), .{1,300}?expected (?:0 < hop_length <= win_length|hop_length > 0, but got)/
      ),
      words: (trans, { hop, length }) => ({
        title: hop
          ? trans.__('hop_length=%1 does not work', hop)
          : trans.__('hop_length is out of range'),
        cause:
          hop && length
            ? Number(hop) > Number(length)
              ? trans.__(
                  'Windows of %1 samples that start %2 apart leave gaps, and istft() cannot fill them.',
                  length,
                  hop
                )
              : trans.__(
                  'hop_length is the distance of two windows, at least 1, and %1 was given. Usually n_fft // 4 of a small n_fft, or a duration in seconds that was rounded down.',
                  hop
                )
            : trans.__(
                'hop_length is the distance of two windows: at least 1, and for istft() at most win_length.'
              ),
        fixes: [
          check(
            trans.__('A quarter of the window, in both calls'),
            `hop_length = max(1, ${length ?? 'win_length'} // 4)`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“expected 0 < n_fft < …” means that the signal is shorter than one window.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.stft'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.stft.html'
      },
      {
        title: trans.__('PyTorch: torch.istft, windows that overlap'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.istft.html'
      }
    ]
  })
});
