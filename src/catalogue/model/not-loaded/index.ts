import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';

/** A line of a program, also in a traceback that was copied onto one line. */
function says(pattern: RegExp): (reading: IReading) => boolean {
  return reading => pattern.test(printedText(reading));
}

const FACES = /assert ["']detection["'] in self\.models/;
const SWAPPER = /\b(?:face_)?swapper\.get\(/;
const LLAMA =
  /\bllama_cpp\b[\s\S]{1,400}\bassert self\.(?:_?model|ctx)(?:\.model)? is not None/;
const PROCESSOR =
  /\bimage_processor(?:\(|\.(?:preprocess|crop_size|size|image_mean)\b)/;

/** The folder of the model in the command. */
const MODEL_PATH = /--model[-_]path[ =](?<path>[^\s\\]{1,200})/;

/** LLaVA takes a model for one of its own by the folder's name alone. */
function modelPath(reading: IReading): string | undefined {
  return MODEL_PATH.exec(`${reading.incident.source} ${printedText(reading)}`)
    ?.groups?.path;
}

function isPlainName(reading: IReading): boolean {
  const path = modelPath(reading);
  const base = path?.split(/[\\/]/).filter(Boolean).pop();
  return base === undefined || !/llava/i.test(base);
}

function lookInto(trans: ITranslate, folder: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which files are there, and their sizes'),
    code: `$ ls -lR ${folder}`
  };
}

export default define({
  id: 'model/not-loaded',
  answers: [
    "AssertionError: assert 'detection' in self.models (insightface)",
    "AttributeError: 'NoneType' object has no attribute 'get' (face_swapper)",
    'AssertionError: assert self.model is not None (llama_cpp)',
    'ValueError: Failed to load model from file',
    "TypeError: 'NoneType' object is not callable (image_processor of LLaVA)",
    "Could not download 'pyannote/speaker-diarization-3.1' pipeline.",
    "Prompt name 'query' not found in the configured prompts dictionary"
  ],
  refines: [
    'python/assertion',
    'python/missing-attribute',
    'python/missing-key',
    'python/module-called',
    'python/wrong-object',
    'tensor/not-a-tensor'
  ],
  values: ['name', 'path'],
  kinds: {
    faces: {
      signs: [
        {
          where: 'message',
          ename: /^AssertionError$/,
          pattern: /^/,
          when: says(FACES),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('insightface found no model that detects faces'),
        cause: trans.__(
          'FaceAnalysis loads the .onnx files of its pack, such as buffalo_l, and there was none that detects faces: the download broke off, or the archive was unpacked into a folder inside the folder.'
        ),
        fixes: [
          check(
            trans.__('Put the .onnx files right into the pack’s folder'),
            '$ ls ~/.insightface/models/buffalo_l  # det_10g.onnx, w600k_r50.onnx, …',
            trans.__(
              'A program may have a folder of its own for it: root= of FaceAnalysis, then models/buffalo_l. No second buffalo_l inside.'
            )
          ),
          check(
            trans.__('Delete the folder, so that it is downloaded anew'),
            '$ rm -r ~/.insightface/models/buffalo_l'
          )
        ]
      })
    },
    swapper: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: /^["']NoneType["'] object has no attribute ["']get["']/,
          when: says(SWAPPER),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The model that swaps faces was not loaded'),
        cause: trans.__(
          'insightface’s get_model() gives None where the file, mostly inswapper_128.onnx, is not there or not whole; the program notices only when it calls the model.'
        ),
        fixes: [
          check(
            trans.__('Put the whole inswapper_128.onnx into its folder'),
            '$ ls -l models/insightface models/roop  # 530 MB or more',
            trans.__(
              'The page of the program names the folder. Then start it anew.'
            )
          ),
          lookInto(trans, 'models')
        ]
      })
    },
    llama: {
      signs: [
        {
          where: 'message',
          ename: /^AssertionError$/,
          pattern: /^/,
          when: says(LLAMA),
          confidence: 'likely'
        },
        {
          where: 'log',
          pattern:
            /\bllama_cpp\b.{1,400} assert self\.model is not None AssertionError/,
          fatal: true,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern: /^Failed to load model from file: (?<path>\S{1,300})/,
          confidence: 'likely'
        }
      ],
      words: (trans, { path }) => ({
        title: trans.__('llama.cpp could not load the model’s file'),
        cause: trans.__(
          'Its reason stands above, in its own output. Usual: the file is of another format than this llama-cpp-python reads (GGML before August 2023, GGUF since), of a newer architecture, or not whole.'
        ),
        fixes: [
          check(
            trans.__('Update llama-cpp-python, and take a .gguf file'),
            '%pip install --upgrade llama-cpp-python',
            trans.__(
              'A .bin of GGML needs an old release: llama-cpp-python<0.1.79. A web UI brings its own: run its update script.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See whether the file is there and whole'),
            code: `$ ls -l ${path ?? 'models'}`
          }
        ]
      })
    },
    llava: {
      signs: [
        {
          where: 'message',
          ename: /^(?:TypeError|AttributeError)$/,
          pattern:
            /^["']NoneType["'] object (?:is not callable|has no attribute ["'](?:preprocess|crop_size|size|image_mean)["'])/,
          when: reading =>
            says(PROCESSOR)(reading) &&
            says(/\bllava\b/i)(reading) &&
            isPlainName(reading),
          confidence: 'likely',
          read: (_, reading) => ({ path: modelPath(reading) })
        },
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^["']\w{1,60}["'] object has no attribute ["']get_vision_tower["']/,
          confidence: 'likely'
        }
      ],
      words: (trans, { path }) => ({
        title: trans.__('LLaVA loaded it as a model without images'),
        cause: path
          ? trans.__(
              'LLaVA looks for “llava” in the last part of the model’s path, and for “lora” where it is an adapter. %1 has neither, so that a plain language model was loaded, and image_processor is None.',
              path
            )
          : trans.__(
              'LLaVA looks for “llava” in the last part of the model’s path or name, and for “lora” where it is an adapter. Without it a plain language model is loaded, and image_processor is None.'
            ),
        fixes: [
          check(
            trans.__('Give the folder a name with llava in it'),
            `$ mv ${path ?? 'checkpoints'} llava-v1.5-7b  # an adapter: llava-v1.5-7b-lora`
          ),
          check(
            trans.__('In code of your own: give the name apart'),
            "load_pretrained_model(path, base, model_name='llava-v1.5-7b-lora')"
          )
        ]
      })
    },
    pyannote: {
      signs: [
        {
          where: 'log',
          pattern:
            /\bCould not download ["'](?<name>pyannote\/[\w.-]{1,80})["'] (?:pipeline|model)/,
          fatal: true,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^["']NoneType["'] object has no attribute ["'](?:to|eval|instantiate|__call__)["']/,
          when: says(
            /\bpyannote\b[\s\S]{1,2000}\bfrom_pretrained\(|DiarizationPipeline\(/
          ),
          confidence: 'likely'
        }
      ],
      words: (trans, { name }) => ({
        title: trans.__('The pipeline of pyannote was not given out'),
        cause: trans.__(
          '%1 is given only to those who agreed to its terms, and it loads pyannote/segmentation-3.0, which asks the same. Without that, or without a token that may read them, from_pretrained() gives None.',
          name ?? trans.__('The pipeline')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Agree to the terms of both, on their pages'),
            code: `https://huggingface.co/${name ?? 'pyannote/speaker-diarization-3.1'}\nhttps://huggingface.co/pyannote/segmentation-3.0`,
            detail: trans.__('With the account whose token you use.')
          },
          check(
            trans.__('Give a token of that account that may read them'),
            `pipeline = Pipeline.from_pretrained('${name ?? 'pyannote/speaker-diarization-3.1'}', use_auth_token='hf_…')`,
            trans.__(
              'Made at huggingface.co/settings/tokens, of the kind “Read”; one of the fine-grained kind needs access to gated repositories. pyannote.audio 4 calls the argument token.'
            )
          )
        ]
      })
    },
    prompts: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^Prompt name ["'](?<name>[\w-]{1,60})["'] not found in the configured prompts dictionary with keys \[\]/,
          confidence: 'likely',
          read: ({ name }, { log }) => ({
            name,
            path: /model found with name (?<path>\S{1,200}?)\.? Creating a new one/.exec(
              log
            )?.groups?.path
          })
        }
      ],
      words: (trans, { name = 'query', path }) => ({
        title: fitting(name, 26)
          ? trans.__('The model has no prompt “%1”', name)
          : trans.__('The model has no such prompt'),
        cause: path
          ? trans.__(
              '%1 was not found to be a model of Sentence Transformers, so one was put together without prompts: the folder lacks modules.json and config_sentence_transformers.json, as a download of only some files or of an early state does.',
              path
            )
          : trans.__(
              'The prompts stand in config_sentence_transformers.json of the model, which is not there or has none: the folder may hold only some of its files, or an early state.'
            ),
        fixes: [
          check(
            trans.__('Download all files of the model anew'),
            `from huggingface_hub import snapshot_download\nsnapshot_download('owner/name'${path ? `, local_dir='${path}'` : ''})`
          ),
          check(
            trans.__('Or give the text of the prompt itself'),
            "model.encode(texts, prompt='Instruct: …\\nQuery: ')"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Where from_pretrained() itself raises an error, that one says why.'
      )
    ],
    links: [
      {
        title: trans.__('insightface: model packages'),
        url: 'https://github.com/deepinsight/insightface/tree/master/python-package'
      },
      {
        title: trans.__('llama-cpp-python'),
        url: 'https://github.com/abetlen/llama-cpp-python'
      }
    ]
  })
});
