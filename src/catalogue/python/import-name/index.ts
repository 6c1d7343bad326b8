import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { define } from '../../define';
import { ownValue } from '../../../shared/own-value';
import { check, pip } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';
import {
  isKnownPackage,
  isOfProject,
  isOfTorch,
  topOf
} from '../shared/modules';
import { baseOf } from '../shared/base-of';
import { searchedFirst } from '../shared/searched-first';

/** CPython's words since 3.7; the path is missing where there is no file. */
const REFUSED =
  /^cannot import name ["'](?<name>\w{1,100})["'] from (?<begun>partially initialized module )?["'](?<module>[\w.]{1,160})["'] (?:\(most likely due to a circular import\) )?\((?<place>[^()]{1,300}\.py)\)/;

const INSTALLED = /[\\/](?:site|dist)-packages[\\/]/;

type Kind = 'own' | 'hidden' | 'taken' | 'cycle' | 'mixed';

/** What torchvision's references/detection have in utils.py, as a pattern. */
const OF_REFERENCE =
  'MetricLogger|SmoothedValue|collate_fn|warmup_lr_scheduler|reduce_dict';

/** Names that people look for in another library than theirs. */
const HOMES: Readonly<Record<string, string>> = {
  CrossEncoder: 'sentence_transformers',
  SentenceTransformer: 'sentence_transformers',
  SparseEncoder: 'sentence_transformers',
  load_dataset: 'datasets',
  Dataset: 'datasets',
  DatasetDict: 'datasets',
  LoraConfig: 'peft',
  get_peft_model: 'peft',
  PeftModel: 'peft',
  PeftConfig: 'peft',
  TaskType: 'peft',
  prepare_model_for_kbit_training: 'peft',
  AutoPeftModelForCausalLM: 'peft',
  SFTTrainer: 'trl',
  SFTConfig: 'trl',
  DPOTrainer: 'trl',
  DPOConfig: 'trl',
  GRPOTrainer: 'trl',
  PPOTrainer: 'trl',
  RewardTrainer: 'trl',
  Accelerator: 'accelerate',
  StableDiffusionPipeline: 'diffusers',
  DiffusionPipeline: 'diffusers',
  DDPMScheduler: 'diffusers',
  hf_hub_download: 'huggingface_hub',
  snapshot_download: 'huggingface_hub',
  notebook_login: 'huggingface_hub',
  KeyBERT: 'keybert',
  BERTopic: 'bertopic',
  BertViz: 'bertviz'
};

/** A library of Hugging Face that was asked for a name. */
const ASKED =
  /^cannot import name ["'](?<name>\w{1,60})["'] from ["'](?<module>transformers|diffusers|datasets|peft|trl|accelerate|evaluate|tokenizers|huggingface_hub)["']/;

/** The library that has the name, where it is another than the one that was asked. */
function homeOf({ exceptions }: IReading): string | undefined {
  const { name, module } =
    ASKED.exec(exceptions[0]?.message ?? '')?.groups ?? {};
  const home = ownValue(HOMES, name);
  return home === module ? undefined : home;
}

/** A module with the name of a project's file that lacks what a file beside it asks for. */
const OF_SIBLING =
  /^module ["'](?<module>\w{1,60})["'] has no attribute ["'](?<name>\w{1,60})["']/;

/** The file that asks, and the folder in which its sibling was meant to lie. */
function siblingIn({
  exceptions
}: IReading): { readonly asker: string; readonly place: string } | undefined {
  const module = OF_SIBLING.exec(exceptions[0]?.message ?? '')?.groups?.module;
  const frame = exceptions[0]?.frames.at(-1);
  const [, place, asker] =
    /^(.{0,240})[\\/]([\w-]{1,60}\.py)$/.exec(frame?.file ?? '') ?? [];
  return module && isOfProject(module) && frame?.place === 'user' && asker
    ? { asker, place }
    : undefined;
}

/** Names of a clone's own folder datasets, none of which Hugging Face's has. */
const OF_CLONES =
  /^(?:build|get|make|create)_(?:data\w{0,40}|coco\w{0,40}|loaders?)$|^[A-Z]\w{1,40}(?:Dataset|DataModule)$/;

/** What the path tells; null where it is a package's, and only its release tells. */
function kindOf(
  module: string,
  place: string,
  isBegun: boolean,
  name: string
): Kind | null {
  const isInstalled = INSTALLED.test(place);
  if (isInstalled) {
    return isBegun
      ? 'mixed'
      : isOfProject(module) || (module === 'datasets' && OF_CLONES.test(name))
        ? 'hidden'
        : null;
  }
  return isKnownPackage(module) && !module.includes('.')
    ? 'taken'
    : isBegun
      ? 'cycle'
      : 'own';
}

/** Whether the file that asks is the one that was imported: its name is a package's. */
function importsItself(
  module: string,
  place: string,
  { exceptions }: IReading
): boolean {
  const frame = exceptions[0]?.frames.at(-1);
  return (
    frame !== undefined &&
    !INSTALLED.test(place) &&
    baseOf(frame.file) === baseOf(place) &&
    new RegExp(String.raw`^(?:from|import) ${module}\b`).test(frame.code.trim())
  );
}

function found(reading: IReading) {
  const { name, begun, module, place } =
    REFUSED.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  const kind =
    module && place
      ? begun !== undefined && importsItself(module, place, reading)
        ? 'taken'
        : kindOf(module, place, begun !== undefined, name)
      : null;
  return kind === null || isOfTorch(module)
    ? null
    : { kind, name, module, place, asker: askerOf(reading, place) };
}

/** The other own file of a circle: the one whose line asked for the name. */
function askerOf({ exceptions }: IReading, place: string): string | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const file = frames[frames.length - 1]?.file;
  return file?.endsWith('.py') && baseOf(file) !== baseOf(place)
    ? baseOf(file)
    : undefined;
}

function restarted(trans: ITranslate, title: string, code?: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__('A restart loses all variables: save what took long.'),
    ...(code ? { code } : {})
  };
}

export default define({
  id: 'python/import-name',
  answers: [
    "ImportError: cannot import name 'load_data' from 'utils' (/env/lib/python3.11/site-packages/utils/__init__.py)",
    "ImportError: cannot import name 'Net' from partially initialized module 'model' (most likely due to a circular import) (/home/me/project/model.py)",
    "ImportError: cannot import name 'Net' from 'model' (/home/me/project/model.py)"
  ],
  refines: ['version/removed-api', 'python/missing-attribute'],
  values: ['name', 'module', 'place', 'asker'],
  signs: [
    {
      where: 'message',
      ename: /^ImportError$/,
      pattern: REFUSED,
      when: reading =>
        (isTorchInPlay(reading) ||
          /[\\/](?:site|dist)-packages[\\/]datasets[\\/]/.test(
            reading.exceptions[0]?.message ?? ''
          )) &&
        found(reading) !== null,
      confidence: 'likely',
      read: (_, reading) => found(reading) ?? {}
    },
    {
      where: 'message',
      ename: /^ImportError$/,
      pattern: ASKED,
      when: reading => homeOf(reading) !== undefined,
      read: ({ name, module }, reading) => ({
        kind: 'elsewhere',
        name,
        module,
        place: homeOf(reading)
      })
    },
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern: new RegExp(
        String.raw`^module ["']utils["'] has no attribute ["'](?<name>${OF_REFERENCE})["']`
      ),
      when: reading =>
        reading.incident.live?.kind !== 'attribute' &&
        isTorchInPlay(reading) &&
        siblingIn(reading) === undefined,
      confidence: 'likely',
      read: ({ name }) => ({ kind: 'reference', name })
    },
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern: OF_SIBLING,
      when: reading =>
        isTorchInPlay(reading) && siblingIn(reading) !== undefined,
      confidence: 'likely',
      read: ({ module, name }, reading) => ({
        kind: 'sibling',
        module,
        name,
        ...siblingIn(reading)
      })
    }
  ],
  kinds: {
    own: {
      words: (trans, { name = 'Net', module = 'model', place = '' }) => ({
        title: fitting(name, 28)
          ? trans.__('%1 has no %2', fitting(module, 20) ?? baseOf(place), name)
          : trans.__('The project’s file has no such name'),
        cause: trans.__(
          'Python imported %1, and that file gives nothing the name %2. It is another copy than the code was written for, or was changed after the kernel imported it.',
          place || module,
          name
        ),
        fixes: [
          restarted(
            trans,
            trans.__('You changed the file: restart, or load it again'),
            `import importlib, ${module}\nimportlib.reload(${module})`
          ),
          check(
            trans.__('See what it has that is called so, or nearly'),
            `import ${module}\nprint([n for n in dir(${module}) if '${name.slice(0, 4).toLowerCase()}' in n.lower()])`
          ),
          check(
            trans.__('A cloned project: bring all of its files to one state'),
            '$ git pull  # or clone it anew'
          )
        ]
      })
    },
    elsewhere: {
      words: (
        trans,
        {
          name = 'CrossEncoder',
          module = 'transformers',
          place = 'sentence_transformers'
        }
      ) => ({
        title: fitting(`${name}${place}${module}`, 42)
          ? trans.__('%1 is of %2, not of %3', name, place, module)
          : trans.__('That name is of %1, not of %2', place, module),
        cause: trans.__(
          '%1 has no %2 in any release: it is a part of the library %3.',
          module,
          name,
          place
        ),
        fixes: [
          check(
            trans.__('Import it from there'),
            `from ${place} import ${name}`
          ),
          pip({
            title: trans.__('Install that library, where it is missing'),
            line: `%pip install ${packageOf(place)}`
          })
        ]
      })
    },
    sibling: {
      words: (
        trans,
        { name = '', module = 'utils', place = '', asker = 'engine.py' }
      ) => {
        const isReference = new RegExp(
          `^(?:${OF_REFERENCE}|init_distributed_mode)$`
        ).test(name);
        return {
          title: trans.__('Another “%1” was imported than is meant', module),
          cause: trans.__(
            '%1 means the %2 that belongs beside it. Python found another module of that name first, or had imported one before, and that has no %3.',
            asker,
            `${module}.py`,
            name
          ),
          fixes: [
            check(
              trans.__('Forget the other, search the right folder first'),
              `${searchedFirst(place).join('\n')}\nsys.modules.pop('${module}', None)\nfrom ${asker.replace(/\.py$/, '')} import *`,
              isReference
                ? trans.__(
                    'engine.py, utils.py, transforms.py, coco_utils.py and coco_eval.py are of torchvision’s references/detection: all of one release, in one folder.'
                  )
                : trans.__(
                    'Where it still fails, %1 is not in that folder: bring it there.',
                    `${module}.py`
                  )
            ),
            {
              safety: 'diagnostic',
              title: trans.__('See which file it is'),
              code: `import ${module}\nprint(${module}.__file__)`
            }
          ]
        };
      }
    },
    reference: {
      words: (trans, { name = 'collate_fn' }) => ({
        title: trans.__('Another utils than torchvision’s was imported'),
        cause: trans.__(
          '%1 is in utils.py of torchvision’s references/detection, which no package brings: the file is copied beside the notebook. What Python imported as utils is another one.',
          name
        ),
        fixes: [
          check(
            trans.__('Fetch the files, forget the other utils'),
            `!for f in utils engine transforms coco_utils coco_eval; do wget -nc https://raw.githubusercontent.com/pytorch/vision/main/references/detection/$f.py; done\nimport sys\nsys.modules.pop('utils', None)\nimport utils`,
            trans.__(
              'The files have to be of the release of torchvision that is installed: v0.20.0 in place of main, say. A package called utils: %pip uninstall -y utils.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which file it is'),
            code: 'import utils\nprint(utils.__file__)'
          }
        ]
      })
    },
    hidden: {
      words: (trans, { name = '', module = 'utils', place = '' }) => ({
        title: trans.__(
          'An installed “%1” hides the project’s own',
          topOf(module)
        ),
        cause: trans.__(
          'Python took %1, which a package brought along, for the project’s %2, and it has no %3. It searches the project’s folder later, or not at all.',
          place,
          topOf(module),
          name
        ),
        fixes: [
          restarted(
            trans,
            trans.__('Have it search the project first, after a restart'),
            "import sys\nsys.path.insert(0, 'path/to/project')"
          ),
          check(
            trans.__('Nothing needs that package: uninstall it'),
            `%pip uninstall -y ${packageOf(module)}`,
            trans.__('%pip show tells what requires it.')
          )
        ]
      })
    },
    taken: {
      words: (trans, { name = '', module = 'datasets', place = '' }) => ({
        title: trans.__('A file of yours hides the package %1', module),
        cause: trans.__(
          'Python found %1 first, and imported it in place of the installed %2, which has %3.',
          place,
          module,
          name
        ),
        fixes: [
          restarted(
            trans,
            trans.__('Rename %1, then restart the kernel', baseOf(place))
          ),
          check(
            trans.__('It is a cloned repository: leave its folder'),
            '%cd ..'
          )
        ]
      })
    },
    cycle: {
      words: (trans, { name = 'Net', module = 'model', asker }) => ({
        title: trans.__('Two files import each other'),
        cause: asker
          ? trans.__(
              'While %1 was being imported, %2 asked it for %3, and it had not come to the line that makes it.',
              module,
              asker,
              name
            )
          : trans.__(
              'While %1 was being imported, a file that it imports asked it for %2, and it had not come to the line that makes it.',
              module,
              name
            ),
        fixes: [
          check(
            trans.__('Import it where it is used, inside the function'),
            `def build():\n    from ${module} import ${name}\n    return ${name}()`
          ),
          {
            safety: 'check',
            title: trans.__('Or move what both need into a third file')
          },
          {
            safety: 'check',
            title: trans.__(
              'The file has the name of a package: give it another one'
            ),
            detail: trans.__(
              'Then %1 was to be the package, and is that file.',
              module
            )
          }
        ]
      })
    },
    mixed: {
      words: (trans, { name = '', module = 'package', place = '' }) => ({
        title: trans.__('%1 could not be imported whole', topOf(module)),
        cause: trans.__(
          'Inside the installed package one file asks %1 for %2 before it has it. Mostly the package was replaced while the kernel ran, or its files are of two releases.',
          place || module,
          name
        ),
        fixes: [
          {
            ...restarted(trans, trans.__('Restart the kernel, and try again')),
            action: { kind: 'restart' }
          },
          check(
            trans.__('Still so: install it anew, and restart'),
            `%pip install --force-reinstall --no-deps ${packageOf(module)}`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The path is that of an installed library, and the name is not one of yours: then its release has it no more, or not yet.'
      )
    ],
    links: [
      {
        title: trans.__('Python: in which order modules are searched'),
        url: 'https://docs.python.org/3/tutorial/modules.html#the-module-search-path'
      }
    ]
  })
});
