import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords } from '../../define';
import { check, pip } from '../../fix';
import { messageOrLog } from '../../signs';
import { onlyWarned } from '../../shared/remark';
import { torchOf as torchInKernel } from '../../shared/stack';

/** torchaudio/_backend/utils.py, 2.1 to 2.8. */
const HANDLER =
  /Couldn['’]t find appropriate backend to handle uri(?: (?<uri>\S{1,120}) and format \w{1,12})?/;

/** torchaudio/backend/no_backend.py and utils.py, up to 2.0. */
const NO_IO = /No audio I\/O backend is available/;
const NO_BACKEND = /No audio backend is available\./;

/** torchaudio since 2.9, datasets since 4.0. */
const NEEDED =
  /TorchCodec is required for (?:load|save)_with_torchcodec|To support (?:de|en)coding (?:audio|video) data, please install ['"]torchcodec['"]|No module named ['"]torchcodec\b/;

/** torchcodec/_core/ops.py, and who reports that in words of their own. */
const UNLOADED =
  /Could not load libtorchcodec|torchcodec is not installed correctly so built-in audio decoding/;

/** In the list of likely causes that follows. */
const VERSION =
  /The PyTorch version \((?<torch>[\w.+]{1,30})\) is not compatible/;

/** torchaudio/csrc/sox/io.cpp: sox opened, or read, nothing. */
const UNOPENED =
  /Error (?:loading|opening) audio file: failed to open file(?: \S{0,300}?(?<ending>\.\w{2,5}))?\b/;

/** The same of 0.6 and 0.7, of a file that does not say how long it is. */
const UNKNOWN_LENGTH = /Error reading audio file: unknown length/;

/** The version of torch that is named there. */
const torchOf = ({ exceptions, log }: IReading): string | undefined =>
  [...exceptions.map(({ message }) => message), log]
    .map(text => VERSION.exec(text.replace(/\s+/g, ' '))?.groups?.torch)
    .find(Boolean);

/** What reads a file without torchaudio's or torchcodec's help. */
function bySoundfile(trans: ITranslate): IFix {
  return check(
    trans.__('Or read the file with soundfile yourself'),
    "import soundfile, torch\ndata, rate = soundfile.read('speech.wav', dtype='float32', always_2d=True)\nwave = torch.from_numpy(data.T)",
    trans.__('For wav, flac, ogg and mp3; needs no FFmpeg.')
  );
}

function codecFixes(trans: ITranslate, title: string, code: string): IFix[] {
  return [
    check(
      title,
      code,
      trans.__(
        'FFmpeg must come with its shared libraries: a single ffmpeg program is not enough, as in many downloads for Windows. Restart the kernel afterwards.'
      )
    ),
    check(
      trans.__('Take the torchcodec release that fits torch'),
      '$ pip list | grep -i torch',
      trans.__(
        'Each release is built for one torch version; the table is in its README.'
      )
    ),
    bySoundfile(trans)
  ];
}

/** What both kinds of torchcodec have in common. */
function aboutCodec(
  trans: ITranslate
): Required<Pick<IWords, 'notThis' | 'links'>> {
  return {
    notThis: [
      trans.__(
        'As a mere warning at import it does no harm where no audio file is decoded, or the audio is passed as a tensor.'
      )
    ],
    links: [
      {
        title: trans.__('torchcodec: installation and versions'),
        url: 'https://github.com/meta-pytorch/torchcodec'
      },
      {
        title: trans.__('torchaudio: torchaudio.load'),
        url: 'https://docs.pytorch.org/audio/stable/torchaudio.html'
      }
    ]
  };
}

export default define({
  id: 'version/audio-backend',
  answers: [
    "RuntimeError: Couldn't find appropriate backend to handle uri speech.wav and format None.",
    'RuntimeError: No audio I/O backend is available.',
    'UserWarning: No audio backend is available.',
    'RuntimeError: Could not load libtorchcodec. Likely causes: FFmpeg is not properly installed in your environment',
    'ImportError: TorchCodec is required for load_with_torchcodec. Please install torchcodec to use this function.',
    "ImportError: To support decoding audio data, please install 'torchcodec'."
  ],
  values: ['uri', 'torch', 'ending'],
  known: reading => ({ torch: torchInKernel(reading) }),
  kinds: {
    backend: {
      signs: [
        ...messageOrLog(HANDLER, { confidence: 'likely' }),
        ...messageOrLog(NO_IO),
        {
          where: 'message',
          pattern: NO_BACKEND,
          when: reading => reading.mentions('torchaudio')
        },
        {
          where: 'log',
          pattern: NO_BACKEND,
          when: reading => onlyWarned(reading) && reading.mentions('torchaudio')
        }
      ],
      words: (trans, { uri }) => ({
        title: trans.__('torchaudio has nothing to read this file with'),
        cause: uri
          ? trans.__(
              'torchaudio leaves files to soundfile, FFmpeg or sox, and none of those it finds here takes %1. Usually none is installed.',
              uri.slice(-60)
            )
          : trans.__(
              'torchaudio leaves files to soundfile, FFmpeg or sox. It finds none of them that can do it in this kernel’s Python.'
            ),
        fixes: [
          pip({
            title: trans.__('Install soundfile'),
            line: '%pip install soundfile',
            detail: trans.__(
              'Enough for wav, flac and ogg up to torchaudio 2.8. Restart the kernel afterwards.'
            ),
            isInUse: true
          }),
          {
            safety: 'diagnostic',
            title: trans.__('See what torchaudio finds'),
            detail: trans.__('The list exists up to torchaudio 2.8.'),
            code: 'import torchaudio\nprint(torchaudio.__version__, torchaudio.list_audio_backends())'
          },
          bySoundfile(trans)
        ],
        notThis: [
          trans.__(
            'If soundfile is in the list, look at the file itself: the path, its ending, and whether it is really audio.'
          )
        ],
        links: [
          {
            title: trans.__('torchaudio: reading and writing files'),
            url: 'https://docs.pytorch.org/audio/stable/torchaudio.html'
          }
        ]
      })
    },
    unopened: {
      signs: messageOrLog(UNOPENED, { confidence: 'likely' }),
      words: (trans, { ending }) => ({
        title: ending
          ? trans.__('torchaudio’s sox cannot open this %1 file', ending)
          : trans.__('torchaudio’s sox cannot open this file'),
        cause: trans.__(
          'The sox_io back end says so of a path that is not there, and of a format that its sox was built without, such as opus, m4a, or mp3 in some builds. If the path is right, the file itself is fine.'
        ),
        fixes: [
          check(
            trans.__('Let another back end read it'),
            "wave, rate = torchaudio.load(path, backend='soundfile')  # or 'ffmpeg', since 2.0"
          ),
          check(
            trans.__('Or make a wav or flac of it'),
            '$ ffmpeg -i in.opus -ar 16000 out.wav'
          ),
          bySoundfile(trans),
          check(
            trans.__('See whether the path is there'),
            'import os\nprint(os.path.exists(path), os.getcwd())'
          )
        ]
      })
    },
    length: {
      signs: messageOrLog(UNKNOWN_LENGTH),
      words: trans => ({
        title: trans.__('The file does not say how long it is'),
        cause: trans.__(
          'The sox back end of torchaudio up to 0.7 refuses a file whose head names no length, as many mp3 files do. The file can be played all the same.'
        ),
        fixes: [
          check(
            trans.__('Make a wav of it, which says its length'),
            '$ ffmpeg -i in.mp3 -ar 16000 out.wav'
          ),
          check(
            trans.__('Or update torchaudio, with torch'),
            '%pip install --upgrade torch torchaudio',
            trans.__('Since 0.8 its sox_io back end reads such files.')
          ),
          bySoundfile(trans)
        ]
      })
    },
    needed: {
      signs: messageOrLog(NEEDED),
      words: trans => ({
        title: trans.__('Audio is read by torchcodec, which is missing'),
        cause: trans.__(
          'Since 2.9 torchaudio, and since 4.0 datasets, leave the decoding of audio to torchcodec. It is a package of its own and is not installed in this kernel’s Python.'
        ),
        fixes: codecFixes(
          trans,
          trans.__('Install torchcodec and FFmpeg'),
          '$ pip install torchcodec\n$ conda install -c conda-forge ffmpeg'
        ),
        ...aboutCodec(trans)
      })
    },
    unloaded: {
      signs: messageOrLog(UNLOADED, {
        when: ({ exceptions }) =>
          exceptions.every(
            ({ name, message }) =>
              /Warning$/.test(name) ||
              message === '' ||
              /torchcodec|libav|FFmpeg/.test(message)
          ),
        read: (_, reading) => ({ torch: torchOf(reading) })
      }),
      words: (trans, { torch }) => ({
        title: trans.__('torchcodec is installed but cannot be loaded'),
        cause: trans.__(
          'torchcodec needs FFmpeg’s shared libraries and a release that was built for the installed torch%1. One of the two does not fit here.',
          torch ? ` (${torch})` : ''
        ),
        fixes: codecFixes(
          trans,
          trans.__('Install FFmpeg where torchcodec finds it'),
          '$ conda install -c conda-forge ffmpeg\n# or: sudo apt install ffmpeg'
        ),
        ...aboutCodec(trans)
      })
    }
  }
});
