import type { IFix, IPage, ITranslate, Values } from '../../../diagnosis/types';

/** What reads a file without torchaudio's or torchcodec's help. */
function bySoundfile(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Or read the file with soundfile yourself'),
    detail: trans.__('For wav, flac, ogg and mp3; needs no FFmpeg.'),
    code: "import soundfile, torch\ndata, rate = soundfile.read('speech.wav', dtype='float32', always_2d=True)\nwave = torch.from_numpy(data.T)"
  };
}

function codecPage(trans: ITranslate, { kind, torch }: Values): IPage {
  const isUnloaded = kind === 'unloaded';
  return {
    title: isUnloaded
      ? trans.__('torchcodec is installed but cannot be loaded')
      : trans.__('Audio is read by torchcodec, which is missing'),
    cause: isUnloaded
      ? trans.__(
          'torchcodec needs FFmpeg’s shared libraries and a release that was built for the installed torch%1. One of the two does not fit here.',
          torch ? ` (${torch})` : ''
        )
      : trans.__(
          'Since 2.9 torchaudio, and since 4.0 datasets, leave the decoding of audio to torchcodec. It is a package of its own and is not installed in this kernel’s Python.'
        ),
    fixes: [
      {
        safety: 'check',
        title: isUnloaded
          ? trans.__('Install FFmpeg where torchcodec finds it')
          : trans.__('Install torchcodec and FFmpeg'),
        detail: trans.__(
          'FFmpeg must come with its shared libraries: a single ffmpeg program is not enough, as in many downloads for Windows. Restart the kernel afterwards.'
        ),
        code: isUnloaded
          ? '$ conda install -c conda-forge ffmpeg\n# or: sudo apt install ffmpeg'
          : '$ pip install torchcodec\n$ conda install -c conda-forge ffmpeg'
      },
      {
        safety: 'check',
        title: trans.__('Take the torchcodec release that fits torch'),
        detail: trans.__(
          'Each release is built for one torch version; the table is in its README.'
        ),
        code: '$ pip list | grep -i torch'
      },
      bySoundfile(trans)
    ],
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

/** Why no audio file can be read or written, by what is missing. */
export function audioWords(trans: ITranslate, values: Values): IPage {
  if (values.kind) {
    return codecPage(trans, values);
  }
  const uri = values.uri?.slice(-60);
  return {
    title: trans.__('torchaudio has nothing to read this file with'),
    cause: uri
      ? trans.__(
          'torchaudio leaves files to soundfile, FFmpeg or sox, and none of those it finds here takes %1. Usually none is installed.',
          uri
        )
      : trans.__(
          'torchaudio leaves files to soundfile, FFmpeg or sox. It finds none of them that can do it in this kernel’s Python.'
        ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Install soundfile'),
        detail: trans.__(
          'Enough for wav, flac and ogg up to torchaudio 2.8. Restart the kernel afterwards.'
        ),
        code: '$ pip install soundfile'
      },
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
  };
}
