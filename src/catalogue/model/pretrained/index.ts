import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';
import { cachedModel, placeOf } from './places';

// transformers, utils/hub.py, of 4.46 and 5.23.
const NOWHERE =
  /(?<![^\s'"])(?!None['"]? is )(?<name>[^\s'"]{1,300})['"]? is not a local folder and is not a valid model identifier|\bIncorrect path_or_model_id: '(?<path>[^\s'"]{1,300})'|\bRepository Not Found for url: https:\/\/huggingface\.co\/(?:api\/models\/)?(?<repository>[\w.-]{1,96}(?:\/[\w.-]{1,96})?)\/(?:resolve|tree|revision)\b/;

// huggingface_hub, utils/_validators.py.
const NO_REPOSITORY =
  /\bRepo id must (?:use alphanumeric chars|be in the form)[^\n]{0,200}: '(?<name>[^'\n]{1,300})'/;

// peft, config.py.
const NO_ADAPTER =
  /\bCan['’]t find ["']adapter_config\.json["'] at ["'](?<name>[^"'\n]{1,300})["']/;

/** Whether it is an adapter that is looked for: its message wraps the Hub's. */
function isAdapter({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) =>
    /^Can['’]t find ["']adapter_config\.json["'] at /.test(message)
  );
}

/** Objects that stand where a name belongs: a model, a tokenizer, a folder of datasets. */
const OBJECT =
  /\b(?:stat|argument): path should be string, bytes, os\.PathLike or integer, not (?<type>(?!(?:NoneType|list|dict|tuple|int|float|str|bool|bytes)\b)\w{1,80})|\bRepo id must be a string, not <class ["'](?:\w{1,60}\.){0,8}(?<other>\w{1,80})["']>/;

function inFromPretrained({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(({ func, code }) =>
      `${func} ${code}`.includes('from_pretrained')
    )
  );
}

// diffusers, configuration_utils.py; the folder may be one below the named one.
const NO_CONFIG =
  /\bError no file named (?<file>(?:config|model_index|scheduler_config)\.json) found in directory (?<name>\S{1,300}?)[.*]{0,4}(?=\s|$)/;

const NO_WEIGHTS =
  /\bError no file named (?!(?:config|model_index|scheduler_config)\.json)(?<file>[\w.-]{1,100})[^\n]{0,200} found in directory (?<name>\S{1,300}?)[.*]{0,4}(?=\s|$)/;

const NO_FILE =
  /(?<=^|[\s:])(?<name>[^\s'"]{1,300}) does not appear to have (?:a file|files) named \(?'?(?<file>[\w/-]{1,60}(?:\.\w{1,12}){0,4})/;

const NO_TOKENIZER =
  /\bCan't load (?<part>tokenizer|image processor|feature extractor) for '(?<name>[^\s'"]{1,300})'/;

const NO_TYPE =
  /\bUnrecognized model in (?<name>[^\s'"]{1,300})\. Should have a .?model_type.? key in its config\.json/;

const NEW_TYPE =
  /\bhas model type .?(?<type>[\w.-]{1,60}).? but Transformers does not recognize this architecture/;

const OFFLINE =
  /\bWe couldn't connect to 'https?:\/\/[^'\s]{1,100}' to load|\bAn error happened while trying to locate the files? on the Hub and we cannot find the requested files? in the local cache|\bCannot find the requested files in the disk cache and outgoing traffic has been disabled/;

const GATED =
  /\bYou are trying to access a gated repo\b|\bCannot access gated repo for url(?: https:\/\/huggingface\.co\/(?:api\/(?:models|datasets)\/)?(?:datasets\/)?(?<repository>[\w.-]{1,96}\/[\w.-]{1,96})\/)?|\bAccess to (?:model|dataset) (?<name>[\w.-]{1,96}\/[\w.-]{1,96}) is restricted\b|\b[Dd]ataset '(?<data>[\w.-]{1,96}\/[\w.-]{1,96})' is a gated dataset\b|\brequest to access (?:model|dataset) (?<asked>[\w.-]{1,96}\/[\w.-]{1,96}) is awaiting a review\b/;

/** The token is of the kind whose rights are given one by one. */
const FINE_GRAINED =
  /\bPlease enable access to public gated repositories in your fine-grained token settings\b/;

/** What a folder's name says of how its weights were made small. */
const QUANTIZED =
  /(?:^|[\W_])(?<way>gptq|awq|gguf|ggml|exl2|[348]-?bit|int[48]|q[2-8]_[0k])(?=[\W_]|$)/i;

function quantizedBy(name: string | undefined): string | undefined {
  return QUANTIZED.exec(name ?? '')?.groups?.way.toLowerCase();
}

/** What loads weights that were made small, by the way. */
function loaderOf(trans: ITranslate, way: string, name?: string): IFix {
  return /gguf|ggml|q\d_/.test(way)
    ? check(
        trans.__('Load the .gguf file with what is made for it'),
        `from llama_cpp import Llama  # %pip install llama-cpp-python\nmodel = Llama(model_path=${quoted(`${name ?? 'folder'}/MODEL.gguf`)})`,
        trans.__('In a web UI: choose the loader llama.cpp.')
      )
    : /awq/.test(way)
      ? check(
          trans.__('Load it with the loader for AWQ'),
          `from awq import AutoAWQForCausalLM  # %pip install autoawq\nmodel = AutoAWQForCausalLM.from_quantized(${quoted(name)})`,
          trans.__('In a web UI: choose the loader AutoAWQ.')
        )
      : /exl2/.test(way)
        ? check(
            trans.__('Load it with the loader for ExLlamaV2'),
            '%pip install exllamav2',
            trans.__('In a web UI: choose the loader ExLlamav2.')
          )
        : check(
            trans.__('Load it with the loader for GPTQ'),
            `from auto_gptq import AutoGPTQForCausalLM  # %pip install auto-gptq\nmodel = AutoGPTQForCausalLM.from_quantized(${quoted(name)}, device='cuda:0')`,
            trans.__(
              'In a web UI choose the loader GPTQ or ExLlama, or start it with --wbits 4 --groupsize 128 --model_type llama where the name says 4bit-128g.'
            )
          );
}

function quoted(name: string | undefined): string {
  return `'${name ?? 'folder'}'`;
}

function seeFolder(trans: ITranslate, name: string | undefined): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See where the kernel looks, and what is there'),
    code: `import os\nprint(os.getcwd())\nprint(os.path.isdir(${quoted(name)}), os.listdir())`
  };
}

function seeFiles(trans: ITranslate, name: string | undefined): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which files are there'),
    code: `import os\nprint(os.listdir(${quoted(name)}))`
  };
}

/** Where there are folders of checkpoints, or adapters only. */
function otherFolders(trans: ITranslate, name: string | undefined): IFix[] {
  return [
    check(
      trans.__('Where it holds folders checkpoint-…: take one of them'),
      `model = AutoModel.from_pretrained(${quoted(`${(name ?? 'folder').replace(/\/$/, '')}/checkpoint-STEP`)})`,
      trans.__(
        'Or have the end of the training write the model: trainer.save_model().'
      )
    ),
    check(
      trans.__('Where it holds adapter_config.json: load it with peft'),
      `from peft import AutoPeftModelForCausalLM\nmodel = AutoPeftModelForCausalLM.from_pretrained(${quoted(name)})`
    )
  ];
}

function login(trans: ITranslate): IFix {
  return check(
    trans.__('Log in, where the repository is private or gated'),
    'from huggingface_hub import login\nlogin()',
    trans.__('The token is asked for; do not write it into the notebook.')
  );
}

/** A name with its quotation marks, where a title has room for it. */
function shown(trans: ITranslate, name: string | undefined): string {
  const short = fitting(name, 28);
  return short ? trans.__('“%1”', short) : trans.__('The name');
}

/** Why a tokenizer, or what prepares images, does not load. */
function partCause(
  trans: ITranslate,
  name: string | undefined,
  part: string
): string {
  const cached = name === undefined ? undefined : cachedModel(name);
  if (cached && !cached.isSnapshot) {
    return trans.__(
      '%1 is a folder of the Hub’s cache. The files of the model lie deeper in it, below snapshots, and are found by the model’s name: %2.',
      name,
      cached.model
    );
  }
  switch (placeOf(name)) {
    case 'cache':
    case 'path':
      return trans.__(
        'The folder %1 is not there as the kernel sees it, or it lacks the files of the %2: a download was incomplete, they lie in a folder below it, or training wrote the weights alone.',
        name ?? '',
        part
      );
    case 'hub':
      return trans.__(
        '%1 looks like a model on the Hugging Face Hub. Usually the Hub was not reached (no network, a firewall, offline mode) and the cache lacks the files, or a folder of that name beside the program hides the model.',
        name ?? ''
      );
    case 'unclear':
      return trans.__(
        'Either the folder %1 lacks the files of the %2, which training does not write by itself, or there is neither a folder nor a model of that name; or there is a model, and the Hub was not reached, or this transformers is too old for its files.',
        name ?? '',
        part
      );
  }
}

/** Take that of the model that was trained further. */
function takeOriginal(trans: ITranslate, part: string): IFix {
  return check(
    trans.__('Take that of the model that was trained further'),
    part === 'tokenizer'
      ? "tokenizer = AutoTokenizer.from_pretrained('organisation/base-model')"
      : "processor = AutoImageProcessor.from_pretrained('organisation/base-model')",
    trans.__(
      'Save it beside the model, and the folder is complete: .save_pretrained(folder).'
    )
  );
}

function seeHub(trans: ITranslate, name: string | undefined): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('A model on the Hub: see whether it is reached'),
    code: `from huggingface_hub import list_repo_files\nprint(list_repo_files(${quoted(name)}))`,
    detail: trans.__(
      'Where this lists files, bring transformers up to date and restart the kernel.'
    )
  };
}

function partFixes(
  trans: ITranslate,
  name: string | undefined,
  part: string
): IFix[] {
  const cached = name === undefined ? undefined : cachedModel(name);
  const raw = name?.includes('\\') ? `r'${name}'` : quoted(name);
  switch (placeOf(name)) {
    case 'cache':
      return [
        check(
          trans.__(
            'Give the name of the model: the cache is searched by itself'
          ),
          `tokenizer = AutoTokenizer.from_pretrained('${cached?.model ?? 'organisation/model'}')`,
          trans.__(
            'Without a network: local_files_only=True, where all files were fetched once.'
          )
        ),
        {
          safety: 'diagnostic',
          title: cached?.isSnapshot
            ? trans.__('Or see where the files lie: perhaps one folder deeper')
            : trans.__('Or take the folder below snapshots that has the files'),
          code: `import glob\nprint(glob.glob(${raw} + '/**', recursive=True)[:40])`,
          detail: trans.__(
            'A pipeline of diffusers keeps it in a folder of its own: subfolder="tokenizer".'
          )
        }
      ];
    case 'path':
      return [
        {
          safety: 'diagnostic',
          title: trans.__('See whether the folder is there, and what it holds'),
          code: `import os\nprint(os.getcwd(), os.path.isdir(${raw}))\nprint(os.listdir(${raw}))`,
          detail: trans.__(
            'Files of a few hundred bytes are git-lfs pointers. An incomplete download: delete the folder and fetch it again.'
          )
        },
        /[\\/](?:tokenizer\w{0,8}|image_processor|feature_extractor)[\\/]?$/.test(
          name ?? ''
        )
          ? check(
              trans.__('Fetch the whole model again'),
              '$ hf download organisation/model --local-dir folder',
              trans.__(
                'Delete the incomplete folder first: programs often skip a folder that is there.'
              )
            )
          : takeOriginal(trans, part)
      ];
    case 'hub':
      return [
        seeHub(trans, name),
        check(
          trans.__('No way to the Hub: fetch it elsewhere, or from a mirror'),
          `import os\nos.environ['HF_ENDPOINT'] = 'https://hf-mirror.com'  # before transformers is imported\n# or copy the folder here:\ntokenizer = AutoTokenizer.from_pretrained('/path/to/${name?.split('/').pop() ?? 'model'}')`
        ),
        {
          safety: 'check',
          title: trans.__(
            'A folder that has the name of a model hides it: rename the folder'
          )
        }
      ];
    case 'unclear':
      return [
        seeFolder(trans, name),
        seeHub(trans, name),
        takeOriginal(trans, part),
        {
          safety: 'check',
          title: trans.__(
            'A folder that has the name of a model hides it: rename the folder'
          )
        }
      ];
  }
}

export default define({
  id: 'model/pretrained',
  answers: [
    "OSError: bert-base is not a local folder and is not a valid model identifier listed on 'https://huggingface.co/models'",
    "OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cached files.",
    "HFValidationError: Repo id must be in the form 'repo_name' or 'namespace/repo_name'",
    'OSError: Error no file named pytorch_model.bin, model.safetensors found in directory',
    'OSError: out does not appear to have a file named config.json',
    "OSError: Can't load tokenizer for 'out'",
    'OSError: You are trying to access a gated repo.',
    'ValueError: The checkpoint you are trying to load has model type `qwen3` but Transformers does not recognize this architecture',
    'ValueError: Unrecognized model in out. Should have a `model_type` key in its config.json'
  ],
  refines: ['python/network'],
  values: ['name', 'file', 'part', 'type'],
  kinds: {
    nowhere: {
      signs: messageOrLog(NOWHERE, {
        read: ({ name, path, repository }) => ({
          name: name ?? path ?? repository
        })
      }),
      words: (trans, { name }) => {
        const isHub = placeOf(name) === 'hub' && name?.includes('/');
        const spelling: IFix = {
          safety: 'check',
          title: trans.__(
            'Write the name as its page has it: organisation/model'
          )
        };
        return {
          title: isHub
            ? trans.__(
                '%1 is not found, or not open to you',
                shown(trans, name)
              )
            : trans.__(
                '%1 is no folder, and no model on the Hub',
                shown(trans, name)
              ),
          cause: isHub
            ? trans.__(
                'There is no folder %1 in the kernel’s working folder, and the Hub shows this kernel no model of that name: either the name is misspelt or gone, or the model is private or gated and there is no token that may read it.',
                name ?? ''
              )
            : trans.__(
                'from_pretrained() looked for a folder %1 in the kernel’s working folder, then for a model of that name on the Hugging Face Hub. A private model is not found without a token that may read it.',
                name ?? ''
              ),
          fixes: isHub
            ? [login(trans), spelling, seeFolder(trans, name)]
            : [seeFolder(trans, name), spelling, login(trans)]
        };
      }
    },
    unset: {
      signs: messageOrLog(
        /(?:^|[\s'"])None['"]? is not a local folder and is not a valid model/
      ),
      words: trans => ({
        title: trans.__('None was given in place of a model’s name'),
        cause: trans.__(
          'from_pretrained() got None where a folder or the name of a model belongs. A setting, an argument or a field of a configuration was never set.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Follow the name back to where it is set'),
            detail: trans.__(
              'In the traceback it is the argument of from_pretrained(), in your own line or in the configuration that your line loads.'
            ),
            code: 'print(repr(name))'
          },
          check(
            trans.__('An adapter: name the model that it was trained on'),
            "from peft import PeftModel\nbase = AutoModelForCausalLM.from_pretrained('organisation/model')\nmodel = PeftModel.from_pretrained(base, 'folder')",
            trans.__(
              'adapter_config.json has that name as base_model_name_or_path; null there is read as None.'
            )
          )
        ]
      })
    },
    path: {
      signs: messageOrLog(NO_REPOSITORY, {
        when: reading => !isAdapter(reading)
      }),
      words: (trans, { name }) => ({
        title: fitting(name, 28)
          ? trans.__('There is no folder %1', shown(trans, name))
          : trans.__('There is no folder of that path'),
        cause: trans.__(
          '%1 is no folder as the kernel sees it, so it was taken for the name of a model on the Hugging Face Hub, which cannot look like this.',
          name ?? trans.__('What was given')
        ),
        fixes: [
          seeFolder(trans, name),
          check(
            trans.__('Give the whole path of the folder'),
            "model = AutoModel.from_pretrained('/path/to/folder')",
            trans.__(
              'Without a slash in front it is searched in the kernel’s working folder.'
            )
          )
        ]
      })
    },
    adapter: {
      signs: messageOrLog(NO_ADAPTER, { confidence: 'likely' }),
      words: (trans, { name }) => ({
        title: trans.__('No adapter lies in %1', shown(trans, name)),
        cause: trans.__(
          'peft looked for adapter_config.json there, then on the Hugging Face Hub. Either the path is another one as the kernel sees it, or the folder holds folders checkpoint-…, a merged model or weights alone.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See where adapters lie'),
            code: "import pathlib\nprint(*pathlib.Path('.').resolve().rglob('adapter_config.json'), sep='\\n')"
          },
          check(
            trans.__('Take the folder that holds it'),
            `model = PeftModel.from_pretrained(base, ${quoted(`${(name ?? 'folder').replace(/\/$/, '')}/checkpoint-STEP`)})`
          ),
          check(
            trans.__('No adapter but a whole or merged model'),
            `model = AutoModelForCausalLM.from_pretrained(${quoted(name)})`
          )
        ]
      })
    },
    object: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: OBJECT,
          when: inFromPretrained,
          read: ({ type, other }) => ({ type: type ?? other })
        }
      ],
      words: (trans, { type }) => ({
        title: trans.__('from_pretrained() takes a name, and got an object'),
        cause: trans.__(
          'It loads by the name of a model or the path of a folder. Here it was given a %1 that is loaded already.',
          type ?? trans.__('model')
        ),
        fixes: [
          check(
            trans.__('Give both the same name'),
            "name = 'bert-base-uncased'  # or the folder\ntokenizer = AutoTokenizer.from_pretrained(name)\nmodel = AutoModelForSequenceClassification.from_pretrained(name)"
          ),
          check(
            trans.__('The model knows where it came from'),
            'tokenizer = AutoTokenizer.from_pretrained(model.name_or_path)'
          )
        ]
      })
    },
    incomplete: {
      signs: messageOrLog(NO_CONFIG, { confidence: 'likely' }),
      words: (trans, { name, file = 'config.json' }) => ({
        title: fitting(name, 24)
          ? trans.__('“%1” has no %2', name, file)
          : trans.__('The folder of the model has no %1', file),
        cause: trans.__(
          'from_pretrained() found the folder, and neither there nor in the part that it was to load (vae, unet …) a %1. Usually its download or copy broke off, or it was made by a script that saves weights alone.',
          file
        ),
        fixes: [
          check(
            trans.__('Delete the folder, and download the model again'),
            `from huggingface_hub import snapshot_download\nsnapshot_download('OWNER/MODEL', local_dir=${quoted(name)})`,
            trans.__(
              'A gated model needs its licence accepted on its page, and a token: without them the download leaves files out.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which files are there, in its folders, too'),
            code: `import os\nfor folder, _, files in os.walk(${quoted(name)}):\n    print(folder, files)`
          },
          ...otherFolders(trans, name)
        ]
      })
    },
    weights: {
      signs: messageOrLog(NO_WEIGHTS),
      words: (trans, { name, file }) => {
        const way = quantizedBy(name);
        return way
          ? {
              title: trans.__('The weights are quantized: another loader'),
              cause: trans.__(
                'from_pretrained() looks for %1. By the folder’s name its weights were quantized (%2), and then they usually lie in one file (.pt, .safetensors, .gguf) that only a loader for this format reads.',
                file ?? 'model.safetensors',
                way
              ),
              fixes: [loaderOf(trans, way, name), seeFiles(trans, name)]
            }
          : {
              title: fitting(name, 30)
                ? trans.__('The folder “%1” holds no weights', name)
                : trans.__('The folder holds no weights'),
              cause: trans.__(
                'from_pretrained() found the folder, but no %1 and no other file in which it looks for weights.',
                file ?? 'model.safetensors'
              ),
              fixes: [seeFiles(trans, name), ...otherFolders(trans, name)]
            };
      }
    },
    file: {
      signs: messageOrLog(NO_FILE),
      words: (trans, { name, file }) => ({
        title:
          fitting(name, 24) && fitting(file, 22)
            ? trans.__('“%1” has no %2', name, file)
            : trans.__('The model has no file that is needed'),
        cause:
          placeOf(name) === 'hub'
            ? trans.__(
                '%1 was found, without the file %2: usually a folder of that name in the working folder, which hides the model on the Hub, or a repository that holds other files (an adapter, a GGUF).',
                name ?? '',
                file ?? 'config.json'
              )
            : trans.__(
                '%1 was found, without the file %2.',
                name ?? trans.__('The folder or model'),
                file ?? 'config.json'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which files are there'),
            code: `import os\nfrom huggingface_hub import list_repo_files\nname = ${quoted(name)}\nprint(os.listdir(name) if os.path.isdir(name) else list_repo_files(name))`
          },
          ...(placeOf(name) === 'hub'
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__(
                    'A folder of that name beside the program: rename it'
                  )
                }
              ]
            : []),
          ...otherFolders(trans, name)
        ]
      })
    },
    tokenizer: {
      // The same words where the Hub is not reached, or has files that are too new.
      signs: messageOrLog(NO_TOKENIZER, { confidence: 'likely' }),
      words: (trans, { name, part = 'tokenizer' }) => ({
        title: fitting(name, 28)
          ? trans.__('“%1” has no %2 that loads', name, part)
          : trans.__('There is no %1 that loads', part),
        cause: partCause(trans, name, part),
        fixes: partFixes(trans, name, part)
      })
    },
    config: {
      signs: messageOrLog(NO_TYPE),
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('“%1” does not say which model it is', name)
          : trans.__('The folder does not say which model it is'),
        cause: trans.__(
          'The Auto classes read the kind of the model from config.json, its model_type. In %1 there is either no config.json, or one without it.',
          name ?? trans.__('the folder')
        ),
        fixes: [
          seeFiles(trans, name),
          ...otherFolders(trans, name),
          check(
            trans.__('Or load it with the class of the model itself'),
            `from transformers import BertModel\nmodel = BertModel.from_pretrained(${quoted(name)})`
          )
        ]
      })
    },
    type: {
      signs: messageOrLog(NEW_TYPE),
      words: (trans, { type }) => ({
        title: fitting(type, 28)
          ? trans.__('This transformers does not know “%1”', type)
          : trans.__('This transformers does not know the model'),
        cause: trans.__(
          'The config.json of the model names the kind %1, and the installed transformers has no code for it: mostly it is older than the model.',
          type ?? trans.__('of its model')
        ),
        fixes: [
          check(
            trans.__('Update transformers, then restart the kernel'),
            '%pip install --upgrade transformers'
          ),
          {
            safety: 'check',
            title: trans.__(
              'The newest does not know it either: see the model’s page'
            ),
            detail: trans.__(
              'It says which release is needed, or that trust_remote_code=True brings code of the model’s own, which then runs on your machine.'
            )
          }
        ]
      })
    },
    offline: {
      signs: messageOrLog(OFFLINE),
      words: trans => ({
        title: trans.__('The Hugging Face Hub was not reached'),
        cause: trans.__(
          'The files are not in this machine’s cache, and the kernel does not reach the Hub: either there is no network (compute nodes often have none), a proxy is not set, or offline mode is on.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See whether offline mode is on'),
            code: "import os\nprint(os.environ.get('HF_HUB_OFFLINE'), os.environ.get('TRANSFORMERS_OFFLINE'), os.environ.get('HF_HOME'))"
          },
          {
            safety: 'check',
            title: trans.__('Fetch it where there is a network, for the cache'),
            detail: trans.__(
              'A login node shares its home folder with the compute nodes, mostly. Older releases call it huggingface-cli download.'
            ),
            code: '$ hf download organisation/model'
          },
          check(
            trans.__('A network that blocks the Hub: use a mirror'),
            "import os\nos.environ['HF_ENDPOINT'] = 'https://hf-mirror.com'  # before transformers is imported"
          ),
          check(
            trans.__('Or load a folder that you copied here'),
            "model = AutoModel.from_pretrained('/path/to/folder')"
          )
        ]
      })
    },
    gated: {
      signs: messageOrLog(GATED, {
        when: ({ exceptions, log }) =>
          ![log, ...exceptions.map(({ message }) => message)].some(text =>
            FINE_GRAINED.test(text)
          ),
        read: ({ name, data, asked, repository }) => ({
          name: name ?? data ?? asked ?? repository
        })
      }),
      words: (trans, { name }) => ({
        title: trans.__('Access must be asked for first'),
        cause: trans.__(
          '%1 is given only to those who agreed to its terms on its page, and either the token of this kernel is not of one of them, or there is none.',
          name ?? trans.__('The model')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Agree to the terms on its page'),
            detail: trans.__(
              'With the account whose token you use; some answer only after days.'
            ),
            ...(name ? { code: `https://huggingface.co/${name}` } : {})
          },
          login(trans)
        ]
      })
    },
    fine: {
      signs: messageOrLog(FINE_GRAINED),
      words: trans => ({
        title: trans.__('The token may not read gated repositories'),
        cause: trans.__(
          'It is a fine-grained token, whose rights are given one by one, and that for public gated repositories is not among them.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give it that right, in the settings of the token'),
            code: 'https://huggingface.co/settings/tokens',
            detail: trans.__(
              '“Read access to contents of all public gated repos you can access”. Or make one of the kind “Read”.'
            )
          },
          login(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A checkpoint that torch.save() wrote is loaded with torch.load(), not with from_pretrained().'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: loading models'),
        url: 'https://huggingface.co/docs/transformers/models'
      },
      {
        title: trans.__('Transformers: installation, offline mode'),
        url: 'https://huggingface.co/docs/transformers/installation#offline-mode'
      }
    ]
  })
});
