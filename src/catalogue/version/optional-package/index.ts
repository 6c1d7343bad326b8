import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { ownValue } from '../../../shared/own-value';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';
import { isTorchInPlay } from '../../shared/torch-in-play';

// transformers of 4.46 and 5.23: trainer, modeling_utils, quantizers, utils/import_utils.py.
const ACCELERATE =
  /\b(?:Using (?:the `?Trainer`? with `?PyTorch`?|`?low_cpu_mem_usage=True`?|a `?device_map`?|`?bitsandbytes`? \d-bit quantization)|Loading an? \w{1,20} quantized model)[^\n]{0,160} requires [`'"]?(?<package>[Aa]ccelerate)\b(?![^\n]{0,60} and the latest version of bitsandbytes)/;

/** transformers from 4.43 on. */
const BITSANDBYTES =
  /\bUsing `?bitsandbytes`? \d-bit quantization requires the latest version of (?<package>bitsandbytes)\b/;

/** transformers 4.38 to 4.41, quantizers/quantizer_bnb_8bit.py: one `if` asks for both. */
const BITS =
  /\bUsing `?(?:bitsandbytes`? (?<bits>\d)-bit quantization|load_in_(?<loaded>\d)bit=True`?) requires Accelerate[^\n]{0,60} and the latest version of bitsandbytes/;

const LIBRARY =
  /\b(?<asker>\w{1,60}) requires the (?<package>[\w-]{1,30}) library but it was not found in your environment/;

const DISABLED =
  /\bPyTorch >= ?(?<wanted>\d\.\d{1,2}) is required but found (?<found>\d\.\d{1,2}[\w.+]{0,20})/;

/** transformers, tokenization_utils_base.py: `return_tensors='pt'`. */
const UNSEEN =
  /Unable to convert output to PyTorch tensors format, PyTorch is not installed/;

/** Other wordings: tokenizers that ask for what they need. */
const ASKED =
  /\b(?:make sure (?:you have|that) [`'"]?|need to (?:have|install) [`'"]?|(?:please|try) (?:install|pip install) [`'"]?|requires? (?:the )?[`'"]?)(?<package>sentencepiece|SentencePiece|tiktoken|protobuf|sacremoses|ftfy)\b/;

/** gym and gymnasium: environments whose part was not installed with them. */
const ENVIRONMENT =
  /\bpip install [`'"]?(?<package>gym(?:nasium)?\[[\w,-]{1,30}\])/;

const FLASH =
  /\bFlash ?Attention ?2 has been toggled on, but it cannot be used due to the following error: the package [^\n]{0,60} to be (?:not )?installed/;

const OPTIMUM =
  /\bLoading an? (?<asker>\w{1,20}) quantized model requires (?<package>optimum|gptqmodel|auto-gptq|autoawq|compressed-tensors|hqq|torchao|quanto)\b/;

/** Callbacks, loggers and metrics that need a package of their own. */
const PART =
  /(?:^|\s)`?(?<asker>\w{1,60})`?(?: metric(?: with default models)?)? requires (?:that )?`?(?<package>[A-Za-z][\w-]{1,30})`? (?:to be|is|package be) installed/;

const TENSORBOARD =
  /^Neither `tensorboard` nor `tensorboardX` is available|^TensorBoard logging requires TensorBoard version/;

// diffusers of 0.2x and transformers.
const PEFT =
  /^PEFT backend is required for|^PEFT is not available\b|^Using PEFT [^\n]{1,60} requires PEFT\b/;

/** datasets, torchvision, pandas, importlib.metadata and transformers. */
const NAMED: readonly RegExp[] = [
  /^To support (?:de|en)coding \w{1,10}(?: \w{1,10})?, please install ["'](?<package>librosa|soundfile|Pillow|pdfplumber|decord|av)["']/,
  /^(?<package>PyAV) is not installed/,
  /^Missing optional dependency ["'](?<package>[\w.-]{2,40})["']/,
  /^No package metadata was found for (?:The )?["']?(?<package>[A-Za-z][\w.-]{1,40})/,
  /^You need to (?:pip )?install (?<package>[A-Za-z][\w-]{1,40}) to use/,
  /^Loading an AWQ quantized model requires (?<package>auto-awq) library/,
  /^Loading a GGUF checkpoint in PyTorch, requires both PyTorch and (?<package>GGUF)/
];

/** Whoever raises it: a message that ends in the command. */
const COMMAND =
  /\b(?:pip3?|conda) install (?:-U |--upgrade )?[`'"]?(?<package>[A-Za-z][\w.-]{1,40}(?:\[[\w,-]{1,40}\])?)(?![\w.+/-]|[`'"]?[<>=!~]|:\/\/)/;

/** Errors that other entries know better, though they name a command. */
function isAnotherMatter({ exceptions }: IReading): boolean {
  return /No module named|DLL load failed|cannot open shared object|requires a different|compatible|(?:version|compiled|built|downgrade|upgrade)\b/i.test(
    exceptions[0]?.message ?? ''
  );
}

const TOKENIZER =
  /\bYou need to have sentencepiece (?:or tiktoken )?installed to convert a slow tokenizer/;

/**
 * transformers 4.5x and 5, import_utils.py: a class whose package is missing is
 * called Placeholder. Those tokenizers read a model of sentencepiece.
 */
const PLACEHOLDER =
  /\btransformers\.models\.\w{1,40}\.tokenization_(?:t5|llama|gemma|xlm_roberta|xlm_prophetnet|mbart|mbart50|albert|camembert|deberta_v2|marian|pegasus|barthez|big_bird|m2m_100|nllb|plbart|rembert|seamless_m4t|siglip|speecht5|speech_to_text|udop|xglm|xlnet)\._LazyModule\.__getattr__\.<locals>\.Placeholder/;

/** As messages call them, where pip calls them otherwise. */
const PACKAGES: Readonly<Record<string, string>> = {
  Accelerate: 'accelerate',
  PyTorch: 'torch',
  TensorFlow: 'tensorflow',
  GGUF: 'gguf',
  PyAV: 'av',
  TensorBoard: 'tensorboard',
  'Torch-fidelity': 'torch-fidelity',
  'auto-awq': 'autoawq',
  SentencePiece: 'sentencepiece',
  SciPy: 'scipy',
  Torchvision: 'torchvision'
};

function toInstall(name: string): string {
  return ownValue(PACKAGES, name) ?? packageOf(name);
}

function thenRestart(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Then restart the kernel'),
    detail: trans.__('A restart loses all variables: save what took long.')
  };
}

export default define({
  id: 'version/optional-package',
  answers: [
    'ImportError: Using the `Trainer` with `PyTorch` requires `accelerate>=1.1.0`',
    'ValueError: Using a `device_map` requires `accelerate`',
    'ImportError: Using `low_cpu_mem_usage=True` or a `device_map` requires Accelerate',
    'ImportError: T5Tokenizer requires the SentencePiece library but it was not found in your environment',
    'ImportError: FlashAttention2 has been toggled on, but it cannot be used',
    'ImportError: Loading a GPTQ quantized model requires optimum',
    'ValueError: PEFT backend is required for this method.',
    'RuntimeError: TensorBoardCallback requires tensorboard to be installed.'
  ],
  values: ['package', 'asker', 'bits', 'wanted', 'found'],
  kinds: {
    package: {
      signs: [
        ...messageOrLog(ACCELERATE),
        ...messageOrLog(BITSANDBYTES),
        ...messageOrLog(LIBRARY, {
          when: reading => !DISABLED.test(printedText(reading))
        }),
        ...messageOrLog(UNSEEN, {
          when: reading => !DISABLED.test(printedText(reading)),
          read: () => ({ package: 'torch' })
        }),
        ...messageOrLog(OPTIMUM),
        {
          where: 'message',
          ename: /^(?:ValueError|ImportError|ModuleNotFoundError)$/,
          pattern: ASKED,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^(?:DependencyNotInstalled|ModuleNotFoundError|ImportError)$/,
          pattern: ENVIRONMENT,
          when: isTorchInPlay,
          confidence: 'likely',
          read: () => ({ asker: 'gym.make()' })
        },
        ...messageOrLog(PART),
        {
          where: 'message',
          pattern: TENSORBOARD,
          read: () => ({ package: 'tensorboard' })
        },
        {
          where: 'message',
          pattern: PEFT,
          read: () => ({ package: 'peft' })
        },
        ...NAMED.map((pattern): Sign<'package'> => ({
          where: 'message',
          pattern,
          when: isTorchInPlay,
          confidence: 'likely'
        })),
        {
          where: 'message',
          pattern: COMMAND,
          ename:
            /^(?:ImportError|ModuleNotFoundError|DependencyNotInstalled|PackageNotFoundError)$/,
          when: reading => isTorchInPlay(reading) && !isAnotherMatter(reading),
          confidence: 'possible'
        },
        ...messageOrLog(TOKENIZER, {
          read: () => ({ package: 'sentencepiece' })
        }),
        ...messageOrLog(PLACEHOLDER, {
          confidence: 'likely',
          read: () => ({ package: 'sentencepiece' })
        })
      ],
      words: (trans, { package: name = 'accelerate', asker }) => ({
        title: fitting(toInstall(name), 13)
          ? trans.__(
              'Either %1 is missing, or it came after the import',
              toInstall(name)
            )
          : trans.__(
              'Either a package is missing, or it came after the import'
            ),
        cause: asker
          ? trans.__(
              '%1 needs %2. Libraries such as transformers look once, when they are imported, which packages there are: one that was installed since is seen only after a restart of the kernel.',
              asker,
              toInstall(name)
            )
          : trans.__(
              'This call needs %1. Libraries such as transformers look once, when they are imported, which packages there are: one that was installed since is seen only after a restart of the kernel.',
              toInstall(name)
            ),
        fixes: [
          check(
            trans.__('Install it for this kernel, or bring it up to date'),
            `%pip install --upgrade ${toInstall(name)}`
          ),
          thenRestart(trans),
          {
            safety: 'diagnostic',
            title: trans.__('See whether this kernel has it, and which'),
            code: `%pip show ${toInstall(name)}`
          }
        ]
      })
    },
    /** transformers 5, import_utils.py: it goes on without a torch too old for it. */
    old: {
      signs: [LIBRARY, UNSEEN].map(
        (pattern): Sign<'asker' | 'package' | 'wanted' | 'found'> => ({
          where: 'message',
          pattern,
          when: reading => DISABLED.test(printedText(reading)),
          read: (_, reading) => ({
            ...DISABLED.exec(printedText(reading))?.groups
          })
        })
      ),
      words: (trans, { wanted = '2.4', found }) => ({
        title: trans.__('transformers wants PyTorch %1 or later', wanted),
        cause: found
          ? trans.__(
              'It printed that it goes on without PyTorch, since it needs %1 and found %2. So every class that needs PyTorch is taken for missing.',
              wanted,
              found
            )
          : trans.__(
              'It printed that it goes on without PyTorch, since it needs %1. So every class that needs PyTorch is taken for missing.',
              wanted
            ),
        fixes: [
          check(
            trans.__('Update PyTorch, then restart the kernel'),
            '%pip install --upgrade torch torchvision'
          ),
          check(
            trans.__('Or take a transformers of the time of this torch'),
            '%pip install "transformers<5"',
            trans.__('Still refused: 4.40 or earlier.')
          )
        ]
      })
    },
    either: {
      signs: messageOrLog(BITS, {
        read: ({ bits, loaded }) => ({ bits: bits ?? loaded })
      }),
      words: (trans, { bits = '8' }) => ({
        title: trans.__(
          'Either bitsandbytes or accelerate cannot be used here'
        ),
        cause: trans.__(
          'A model of %1 bits needs both, as they were when transformers was imported, and up to transformers 4.44 a CUDA GPU: without one it takes bitsandbytes for missing. All are asked for at once, so the message does not tell which one it is.',
          bits
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which one it is'),
            code: "from importlib.util import find_spec\nimport torch\nprint(torch.cuda.is_available(), find_spec('accelerate'), find_spec('bitsandbytes'))"
          },
          check(
            trans.__('Install both for this kernel, or bring them up to date'),
            '%pip install --upgrade accelerate bitsandbytes'
          ),
          thenRestart(trans)
        ]
      })
    },
    flash: {
      signs: messageOrLog(FLASH),
      words: trans => ({
        title: trans.__('flash-attn is not installed for this kernel'),
        cause: trans.__(
          'attn_implementation asks for FlashAttention 2, a package that is built for one torch, one CUDA and newer NVIDIA GPUs. PyTorch has a fast attention of its own that needs no package.'
        ),
        fixes: [
          check(
            trans.__('Take the attention of PyTorch itself'),
            "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='sdpa')"
          ),
          check(
            trans.__('Or install it, then restart the kernel'),
            '%pip install flash-attn --no-build-isolation',
            trans.__(
              'Where there is no wheel for this torch and CUDA it is compiled, which takes long and needs nvcc.'
            )
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A package that was installed by a terminal may belong to another Python than the kernel’s: %pip installs for the kernel.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: installation'),
        url: 'https://huggingface.co/docs/transformers/installation'
      }
    ]
  })
});
