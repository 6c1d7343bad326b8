import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordGiven, keywordsTaken } from '../../shared/edits/calls';

type Value = 'window' | 'given' | 'name';

/** hann() and others name the function below them: the own line says which. */
function ofLine(
  { window, given, name }: Values,
  { code }: IReading
): Readonly<Partial<Record<Value, string>>> {
  const called = /\bsignal\.windows\.([a-z_]{1,20})\(/.exec(code)?.[1];
  return { window: called ?? window, given, name };
}

/** The call, as one would write it. */
function callOf(window = 'hann'): string {
  return window.endsWith('_window')
    ? `torch.${window}`
    : `torch.signal.windows.${window}`;
}

/** The functions that make a window. */
const WINDOWS: readonly string[] = [
  'hann',
  'hamming',
  'blackman',
  'bartlett',
  'cosine',
  'exponential',
  'gaussian',
  'general_cosine',
  'general_hamming',
  'kaiser',
  'nuttall',
  'bartlett_window',
  'blackman_window',
  'hamming_window',
  'hann_window',
  'kaiser_window'
];

export default define({
  id: 'tensor/signal-window',
  answers: [
    'general_cosine requires non-negative window length, got M=-1',
    'hann_window requires non-negative window_length, got window_length=-1',
    'general_cosine expects float32 or float64 dtypes, got: torch.float16',
    'gaussian is implemented for strided tensors only, got: torch.sparse_coo',
    'Standard deviation must be positive, got: -1 instead.',
    'Tau must be positive, got: -1 instead.',
    'Center must be None for symmetric windows',
    'Coefficients must be a list/tuple'
  ],
  values: ['window', 'given', 'name'],
  kinds: {
    length: {
      signs: messageOrLog(
        /\b(?<window>[a-z_]{4,20}) requires non-negative window(?: |_)length, got (?:M|window_length)=(?<given>-\d{1,18})/,
        { read: ofLine }
      ),
      words: (trans, { window, given }) => ({
        title: given
          ? trans.__('A window of %1 samples', given)
          : trans.__('A window of fewer than 0 samples'),
        cause: trans.__(
          '%1() makes a window of so many samples, 0 or more. Usually the number was computed, as a difference of two lengths, and came out below 0.',
          callOf(window)
        ),
        fixes: [
          check(
            trans.__('Take the length of the frames it goes with'),
            `window = ${callOf(window)}(n_fft)`
          ),
          check(
            trans.__('A duration: seconds times samples per second'),
            'win_length = int(0.025 * sample_rate)  # 25 ms'
          )
        ]
      })
    },
    type: {
      signs: messageOrLog(
        /\b(?<window>[a-z_]{4,20}) expects float32 or float64 dtypes, got: torch\.(?<given>\w{3,20})|\b(?<older>[a-z]{4,12}_window) expects floating point dtypes, got: TensorOptions\(dtype=(?<whole>\w{3,20}(?: int)?)/,
        {
          read: ({ window, given, older, whole }, reading) =>
            ofLine(
              { window: window ?? older, given: given ?? whole, name: older },
              reading
            )
        }
      ),
      words: (trans, { window, given }) => ({
        title: trans.__('The window is made in float32 or float64'),
        cause: /16|Half|BFloat/.test(given ?? '')
          ? trans.__(
              'dtype of %1() is %2, or torch.set_default_dtype() made that the usual one, and windows are not made in it. Make it in float32, and convert the window.',
              callOf(window),
              given
            )
          : trans.__(
              'dtype of %1() is %2, and the values of a window lie between 0 and 1. Often dtype was taken from a signal of whole numbers: convert that one as well.',
              callOf(window),
              given ?? 'int64'
            ),
        fixes: [
          /16|Half|BFloat/.test(given ?? '')
            ? check(
                trans.__('Make it in float32, then convert'),
                `window = ${callOf(window)}(n, dtype=torch.float32).to(torch.${given ?? 'float16'})`
              )
            : check(
                trans.__('Convert the signal, and leave dtype out'),
                `x = x.float()\nwindow = ${callOf(window)}(n, device=x.device)`
              )
        ]
      })
    },
    layout: {
      signs: messageOrLog(
        /\b(?<window>[a-z_]{4,20}) is implemented for strided tensors only, got: torch\.(?<given>sparse_\w{3,6})|\b(?<older>[a-z]{4,12}_window) is not implemented for sparse types/,
        {
          read: ({ window, given, older }, reading) =>
            ofLine({ window: window ?? older, given, name: older }, reading)
        }
      ),
      words: (trans, { window, given }) => ({
        title: trans.__('A window cannot be made sparse'),
        cause: trans.__(
          '%1() was given layout=torch.%2. Few values of a window are 0, so it is made as an ordinary tensor.',
          callOf(window),
          given ?? 'sparse_coo'
        ),
        fixes: [
          {
            ...check(
              trans.__('Leave layout= out'),
              `window = ${callOf(window)}(n)  # .to_sparse() after it, if that must be`
            ),
            edit: keywordsTaken(WINDOWS, ['layout'])
          }
        ]
      })
    },
    parameter: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^(?<name>Tau|Standard deviation|beta) must be (?:positive|non-negative), got: (?<given>-?[\d.e+-]{1,24}|-?nan) instead/,
          read: ofLine
        }
      ],
      words: (trans, { window, given, name }) => ({
        title: trans.__('The shape of the window is out of range'),
        cause: given
          ? trans.__(
              '%1 of %2() is %3. It says how fast the window falls off: tau and std in samples, above 0; beta of kaiser() is 0 or more.',
              name,
              callOf(window ?? (name === 'beta' ? 'kaiser' : 'gaussian')),
              given
            )
          : trans.__(
              'tau of exponential() and std of gaussian() are above 0, in samples; beta of kaiser() is 0 or more.'
            ),
        fixes: [
          name === 'Tau'
            ? check(
                trans.__('Give a decay in samples'),
                'window = torch.signal.windows.exponential(n, tau=n / 4)'
              )
            : name === 'beta'
              ? check(
                  trans.__('Give one of the usual shapes'),
                  'window = torch.signal.windows.kaiser(n, beta=12.0)'
                )
              : check(
                  trans.__('Give a width in samples'),
                  'window = torch.signal.windows.gaussian(n, std=n / 8)'
                )
        ]
      })
    },
    center: {
      signs: messageOrLog(/\bCenter must be None for symmetric windows/),
      words: trans => ({
        title: trans.__('A symmetric window has its centre in the middle'),
        cause: trans.__(
          'exponential() is symmetric unless sym=False, and then center= says nothing new: the two cannot be given together.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Another centre: say that it is not symmetric'),
              'window = torch.signal.windows.exponential(n, center=0, sym=False)'
            ),
            edit: keywordGiven(['exponential'], 'sym', 'False')
          },
          {
            ...check(
              trans.__('Or leave center= out'),
              'window = torch.signal.windows.exponential(n)'
            ),
            edit: keywordsTaken(['exponential'], ['center'])
          }
        ]
      })
    },
    coefficients: {
      signs: messageOrLog(
        /\bCoefficients (?:must be a list\/tuple|cannot be empty)/,
        { when: ({ code }) => code === '' || /general_cosine/.test(code) }
      ),
      words: trans => ({
        title: trans.__('general_cosine() takes a list of weights'),
        cause: trans.__(
          'The window is a sum of cosines, and the second argument lists their weights, at least one. A single number, a tensor or an empty list was given.'
        ),
        fixes: [
          check(
            trans.__('Give a list; these three make a Blackman window'),
            'window = torch.signal.windows.general_cosine(n, a=[0.42, 0.5, 0.08])'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“expected a 1D window tensor of size equal to win_length” comes from stft(): there the finished window does not fit.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.signal.windows'),
        url: 'https://docs.pytorch.org/docs/stable/signal.html'
      }
    ]
  })
});
