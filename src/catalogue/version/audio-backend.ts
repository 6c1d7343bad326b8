import type { IEntry, IReading } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { audioWords } from './shared/audio-words';
import { onlyWarned } from './shared/remark';

/** torchaudio/_backend/utils.py, 2.1 to 2.8. */
const HANDLER =
  /Couldn['’]t find appropriate backend to handle uri(?: (?<uri>\S{1,120}) and format (?<format>\w{1,12}))?/;

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

const torchOf = ({ exceptions, log }: IReading): string | undefined =>
  [...exceptions.map(({ message }) => message), log]
    .map(text => VERSION.exec(text.replace(/\s+/g, ' '))?.groups?.torch)
    .find(Boolean);

const entry: IEntry = {
  id: 'version/audio-backend',
  answers: [
    "RuntimeError: Couldn't find appropriate backend to handle uri speech.wav and format None.",
    'RuntimeError: No audio I/O backend is available.',
    'UserWarning: No audio backend is available.',
    'RuntimeError: Could not load libtorchcodec. Likely causes: FFmpeg is not properly installed in your environment',
    'ImportError: TorchCodec is required for load_with_torchcodec. Please install torchcodec to use this function.',
    "ImportError: To support decoding audio data, please install 'torchcodec'."
  ],
  signs: [
    ...said(UNLOADED, {
      when: ({ exceptions }) =>
        exceptions.every(
          ({ name, message }) =>
            /Warning$/.test(name) ||
            message === '' ||
            /torchcodec|libav|FFmpeg/.test(message)
        ),
      read: (_, reading) => ({ kind: 'unloaded', torch: torchOf(reading) })
    }),
    ...said(NEEDED, ofKind('needed')),
    ...said(HANDLER, { confidence: 'likely' }),
    ...said(NO_IO),
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
  page: audioWords,
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "Couldn't find appropriate backend to handle uri speech.wav and format None.",
      torch: '2.4',
      origin: 'reference',
      values: { uri: 'speech.wav' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'No audio I/O backend is available.',
      torch: '1.10',
      origin: 'reference'
    },
    {
      stderr:
        '/usr/lib/python3.9/site-packages/torchaudio/backend/utils.py:67: UserWarning: No audio backend is available.\n  warnings.warn("No audio backend is available.")\n',
      torch: '1.10',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Could not load libtorchcodec. Likely causes:\n          1. FFmpeg is not properly installed in your environment. We support\n             versions 4, 5, 6, 7 and 8.\n          2. The PyTorch version (2.8.0+cu128) is not compatible with\n             this version of TorchCodec. Refer to the version compatibility\n             table:\n             https://github.com/pytorch/torchcodec?tab=readme-ov-file#installing-torchcodec.\n          3. Another runtime dependency; see exceptions below.',
      torch: '2.8',
      origin: 'reference',
      values: { kind: 'unloaded', torch: '2.8.0+cu128' }
    },
    {
      ename: 'ImportError',
      evalue:
        'TorchCodec is required for load_with_torchcodec. Please install torchcodec to use this function.',
      torch: '2.9',
      origin: 'reference',
      values: { kind: 'needed' }
    },
    {
      ename: 'ImportError',
      evalue: "To support decoding audio data, please install 'torchcodec'.",
      torch: '2.8',
      origin: 'reference',
      values: { kind: 'needed' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'No audio backend is available.',
      stderr: 'pygame 2.5.2 (SDL 2.28.3, Python 3.11.6)\n'
    },
    {
      ename: 'LibsndfileError',
      evalue: "Error opening 'speech.wav': System error."
    },
    {
      ename: 'KeyError',
      evalue: "'speaker'",
      stderr:
        'UserWarning: torchcodec is not installed correctly so built-in audio decoding will fail.\n'
    }
  ]
};

export default entry;
