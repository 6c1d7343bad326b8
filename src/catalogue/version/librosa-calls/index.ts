import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { passedThrough, printedText } from '../../predicates';
import { withNames } from '../../shared/call-text';
import { ownCall } from '../../shared/ran-code';

/** Where a function stands, and its parameters in their order (librosa 0.11). */
const PARAMETERS: Readonly<
  Record<string, { readonly path: string; readonly names: readonly string[] }>
> = {
  mel: {
    path: 'librosa.filters.mel',
    names: ['sr', 'n_fft', 'n_mels', 'fmin', 'fmax']
  },
  melspectrogram: {
    path: 'librosa.feature.melspectrogram',
    names: ['y', 'sr', 'S', 'n_fft', 'hop_length']
  },
  mfcc: { path: 'librosa.feature.mfcc', names: ['y', 'sr', 'S', 'n_mfcc'] },
  chroma_stft: {
    path: 'librosa.feature.chroma_stft',
    names: ['y', 'sr', 'S']
  },
  spectral_centroid: {
    path: 'librosa.feature.spectral_centroid',
    names: ['y', 'sr', 'S', 'n_fft', 'hop_length']
  },
  zero_crossing_rate: {
    path: 'librosa.feature.zero_crossing_rate',
    names: ['y', 'frame_length', 'hop_length']
  },
  resample: {
    path: 'librosa.resample',
    names: ['y', 'orig_sr', 'target_sr']
  },
  stft: { path: 'librosa.stft', names: ['y', 'n_fft', 'hop_length'] },
  istft: {
    path: 'librosa.istft',
    names: ['stft_matrix', 'hop_length', 'win_length']
  },
  trim: { path: 'librosa.effects.trim', names: ['y', 'top_db', 'ref'] },
  pitch_shift: {
    path: 'librosa.effects.pitch_shift',
    names: ['y', 'sr', 'n_steps']
  },
  time_stretch: { path: 'librosa.effects.time_stretch', names: ['y', 'rate'] },
  load: { path: 'librosa.load', names: ['path', 'sr', 'mono'] },
  amplitude_to_db: {
    path: 'librosa.amplitude_to_db',
    names: ['S', 'ref', 'amin']
  },
  power_to_db: { path: 'librosa.power_to_db', names: ['S', 'ref', 'amin'] }
};

/** The call of the failed line with its values by name. */
function named(function_: string, reading: IReading): string | undefined {
  const call = ownCall(new RegExp(`(?:^|\\.)${function_}$`), reading);
  const args =
    call && withNames(call.args, ownValue(PARAMETERS, function_)?.names ?? []);
  return call && args ? `${call.name}(${args.join(', ')})` : undefined;
}

/** The usual call of a function, each argument by its name. */
function callOf(function_ = 'mel'): string {
  const { path, names } = ownValue(PARAMETERS, function_) ?? PARAMETERS.mel;
  return `${path}(${names
    .slice(0, 3)
    .map(name => `${name}=${name}`)
    .join(', ')})`;
}

export default define({
  id: 'version/librosa-calls',
  answers: [
    'TypeError: mel() takes 0 positional arguments but 2 positional arguments (and 3 keyword-only arguments) were given',
    'TypeError: resample() takes 1 positional argument but 3 were given',
    'librosa.util.exceptions.ParameterError: Audio data must be of type numpy.ndarray',
    'audioread.exceptions.NoBackendError'
  ],
  refines: ['python/call-arguments'],
  values: ['name', 'fixed'],
  kinds: {
    names: {
      // librosa 0.10 lets most arguments be given by name only.
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:librosa\.)?(?<name>mel|resample|stft|istft|melspectrogram|mfcc|load|trim|chroma_stft|pitch_shift|time_stretch|amplitude_to_db|power_to_db|spectral_centroid|zero_crossing_rate)\(\) takes (?:from \d to )?\d positional arguments? but \d (?:positional arguments? \(and \d keyword-only arguments?\) )?(?:were|was) given/,
          ename: /^TypeError$/,
          when: reading => /\blibrosa/.test(printedText(reading)),
          confidence: 'likely',
          read: ({ name = '' }, reading) => ({
            name,
            fixed: named(name, reading)
          })
        },
        {
          where: 'message',
          pattern:
            /\b(?<name>mel)\(\) takes 0 positional arguments but \d positional arguments? \(and \d keyword-only/,
          confidence: 'likely'
        }
      ],
      words: (trans, { name, fixed }) => ({
        title: trans.__('librosa wants its arguments by name'),
        cause: trans.__(
          'Since librosa 0.10 %1() takes all but the first, or all, by name only. The code was written for an older one.',
          name ?? 'mel'
        ),
        fixes: [
          check(
            trans.__('Name them'),
            fixed ??
              (name === 'resample'
                ? 'y = librosa.resample(y, orig_sr=sr, target_sr=16000)'
                : callOf(name))
          ),
          pip({
            title: trans.__('Code of others: librosa of then, then restart'),
            line: '%pip install "librosa<0.10"',
            isInUse: true
          })
        ]
      })
    },
    array: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: /^Audio data must be of type numpy\.ndarray/
        }
      ],
      words: trans => ({
        title: trans.__('librosa takes NumPy arrays, and got something else'),
        cause: trans.__(
          'What it got is a tensor, a list, a path, or the pair (samples, rate) that load() gives back.'
        ),
        fixes: [
          check(
            trans.__('A tensor: hand its array over'),
            'mfcc = librosa.feature.mfcc(y=waveform.squeeze(0).cpu().numpy(), sr=sr)'
          ),
          check(
            trans.__('Of load(): take the samples and the rate apart'),
            'y, sr = librosa.load(path, sr=16000)'
          )
        ]
      })
    },
    backend: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: /^$/,
          ename: /NoBackendError$/,
          when: reading => passedThrough(reading, /audioread[\\/]/)
        }
      ],
      words: trans => ({
        title: trans.__('Nothing here can read this audio file'),
        cause: trans.__(
          'librosa tried soundfile and then audioread, which needs FFmpeg for mp3, m4a and the like. It is missing, or the file is no audio.'
        ),
        fixes: [
          check(
            trans.__('Install FFmpeg'),
            '!apt-get install -y ffmpeg  # conda install -c conda-forge ffmpeg'
          ),
          check(
            trans.__('Or make it a wav file, once'),
            '!ffmpeg -i in.mp3 -ar 16000 -ac 1 out.wav'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See whether the file is what it says'),
            code: 'print(os.path.getsize(path), open(path, "rb").read(16))'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [trans.__('A file that is not there is named in the message.')],
    links: [
      {
        title: trans.__('librosa: changelog'),
        url: 'https://librosa.org/doc/latest/changelog.html'
      }
    ]
  })
});
