import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define, type Sign } from '../../define';
import { check } from '../../fix';

/** Two packages on PyPI that bring a module of the same name. */
interface ITwins {
  /** What the other one, which has the module's name, is for. */
  readonly other: string;
  /** What to install for the names that were asked for. */
  readonly meant: string;
  /** What the meant one has, and the other has not. */
  readonly names: string;
}

/** Their packages on PyPI, unpacked: whisper 1.1, clip 0.2, ffmpeg 1.4, apex 0.9, Hydra 2.5. */
const TWINS: Readonly<Record<string, ITwins>> = {
  whisper: {
    other: 'whisper',
    meant: 'openai-whisper',
    names:
      'load_model|load_audio|transcribe|available_models|pad_or_trim|log_mel_spectrogram|DecodingOptions|decode|audio|tokenizer|Whisper|normalizers|utils'
  },
  clip: {
    other: 'clip',
    meant: 'git+https://github.com/openai/CLIP.git',
    names: 'load|tokenize|available_models|model|simple_tokenizer'
  },
  ffmpeg: {
    other: 'ffmpeg',
    meant: 'ffmpeg-python',
    names: 'input|output|probe|run|filter|Error|concat'
  },
  apex: {
    other: 'apex',
    meant: '--no-build-isolation git+https://github.com/NVIDIA/apex.git',
    names:
      'amp|optimizers|parallel|normalization|fp16_utils|contrib|multi_tensor_apply|transformer|mlp'
  },
  hydra: {
    other: 'hydra',
    meant: 'hydra-core',
    names:
      'main|initialize|initialize_config_dir|compose|utils|core|experimental'
  }
};

/** What the modules lack: of one, so that the pattern knows its names. */
function lacking(module: string, { names }: ITwins): Sign<'module' | 'name'>[] {
  return [
    String.raw`^module ["']${module}["'] has no attribute ["'](?<name>${names})["']`,
    String.raw`^cannot import name ["'](?<name>${names})["'] from ["']${module}["']`,
    String.raw`^No module named ["']${module}\.(?<name>${names})\b`
  ].map(source => ({
    where: 'message',
    pattern: new RegExp(source),
    when: isInstalled,
    confidence: 'likely',
    read: ({ name }) => ({ module, name })
  }));
}

/** A path that is no package's shows a file of the user's in its place. */
function isInstalled({ exceptions }: IReading): boolean {
  const place = /\((?<place>[^()]{1,300}\.py)\)/.exec(
    exceptions[0]?.message ?? ''
  )?.groups?.place;
  return place === undefined || /[\\/](?:site|dist)-packages[\\/]/.test(place);
}

/** The other apex is for Pyramid, and imports what torch's does not know. */
const PYRAMID =
  /cannot import name ["']UnencryptedCookieSessionFactoryConfig["']|No module named ["']?pyramid\b/;

export default define({
  id: 'version/look-alike',
  answers: [
    "AttributeError: module 'whisper' has no attribute 'load_model'",
    "AttributeError: module 'clip' has no attribute 'load'",
    "AttributeError: module 'ffmpeg' has no attribute 'input'",
    "ImportError: cannot import name 'amp' from 'apex'",
    "AttributeError: module 'hydra' has no attribute 'main'"
  ],
  refines: [
    'python/missing-attribute',
    'python/failed-import',
    'python/import-name',
    'version/removed-api'
  ],
  values: ['module', 'name'],
  signs: [
    ...Object.entries(TWINS).flatMap(([module, twins]) =>
      lacking(module, twins)
    ),
    {
      where: 'message',
      ename: /^(?:ImportError|ModuleNotFoundError)$/,
      pattern: PYRAMID,
      when: reading => reading.mentions('apex'),
      confidence: 'likely',
      read: () => ({ module: 'apex' })
    }
  ],
  words: (trans, { module = 'whisper', name }) => {
    const { other, meant } = ownValue(TWINS, module) ?? TWINS.whisper;
    return {
      title: trans.__('The package “%1” is another one than is meant', other),
      cause: name
        ? trans.__(
            'On PyPI the name “%1” belongs to a package of somebody else, which also brings a module %2. It has no %3.',
            other,
            module,
            name
          )
        : trans.__(
            'On PyPI the name “%1” belongs to a package of somebody else, which also brings a module %2.',
            other,
            module
          ),
      fixes: [
        check(
          trans.__('Exchange it, then restart the kernel'),
          `%pip uninstall -y ${other}\n%pip install ${meant}`
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See which file is imported'),
          code: `import ${module}\nprint(${module}.__file__)`
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The path shown is a file or folder of yours: then that has the package’s name, and hides it.'
      )
    ],
    links: [
      {
        title: trans.__('Whisper: setup'),
        url: 'https://github.com/openai/whisper#setup'
      },
      {
        title: trans.__('CLIP: usage'),
        url: 'https://github.com/openai/CLIP#usage'
      }
    ]
  })
});
