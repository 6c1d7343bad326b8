import { packageOf } from '../../../shared/package-names';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { cameWith, wentWith } from '../../shared/history';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { failedLine } from '../../predicates';
import { inLoad } from '../../shared/loading';
import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** Packages whose own pickles fail in this way, without torch. */
const OTHERS = String.raw`(?:pandas|sklearn|scipy|numpy|joblib|xgboost|lightgbm|catboost|keras|tensorflow|gensim|spacy|pyspark|flask|builtins)\b`;

/** A started process has no classes of the notebook: another entry's case. */
const STARTED = String.raw`(?:__mp_main__|multiprocessing)\b`;

const notStarted = ({ exceptions, log }: IReading): boolean =>
  !/spawn_main|popen_spawn|forkserver/.test(log) &&
  !exceptions.some(({ frames }) =>
    frames.some(({ file, func }) =>
      /multiprocessing[\\/]|spawn_main/.test(`${file} ${func}`)
    )
  );

/** Names that people give to the folders of a project, installed or not. */
function isProject(library: string): boolean {
  return /^(?:nets?|models?|utils?|src|lib|libs|common|modules|network|networks|core|layers|datasets?|data|config|train|tools|backbone)$/.test(
    library
  );
}

/** A web server's own program, which may load a pickle of any library. */
const isServed = (reading: IReading): boolean =>
  ['bin/gunicorn', 'bin/uwsgi', 'bin/uvicorn', 'bin/flask'].some(program =>
    reading.mentions(program)
  ) && !reading.mentions('torch');

/** Libraries of which another version lacks what the file names. */
const LIBRARY = /^(?:torch|torchvision|torchaudio|timm|transformers)\b/;

/** The folders into which pip installs. */
const INSTALLED = /[\\/](?:site|dist)-packages[\\/]/;

/**
 * The package of `module`, where it was installed: the error names its place,
 * or frames of it lie beside those of torch.
 */
function installedPackage(
  module: string,
  place: string | undefined,
  reading: IReading | undefined
): string | undefined {
  const [name] = module.split('.');
  const isInstalled =
    INSTALLED.test(place ?? '') ||
    reading?.exceptions.some(({ frames }) =>
      frames.some(({ file }) =>
        new RegExp(`[\\\\/](?:site|dist)-packages[\\\\/]${name}[\\\\/]`).test(
          file
        )
      )
    );
  return isInstalled && name !== 'numpy' ? name : undefined;
}

/** Packages whose classes people pickle, by the name that is imported. */
const PACKAGES =
  /^(?:ultralytics|timm|transformers|sklearn|torch_geometric|torchvision|torchaudio|torchtext|fastai|pytorch_lightning|lightning|lightning_fabric|segmentation_models_pytorch|efficientnet_pytorch|pretrainedmodels|einops|mmcv|mmengine|mmdet|mmseg|detectron2|pandas|scipy|omegaconf|hydra|torchmetrics|monai|fairseq|sentence_transformers|dgl|peft|speechbrain|diffusers|accelerate|skorch|spacy|gensim|joblib|xgboost|albumentations|yacs|easydict|antlr4|pathlib2|dill|cloudpickle|gym|gymnasium|stable_baselines3)$/;

/** Between which releases the library got, or lost, what the file names. */
function stepOf(module: string, name: string | undefined) {
  const gone = wentWith(module, name);
  // A package hands on what its modules define.
  const parts = module.split('.');
  const came = parts
    .map((_, at) => cameWith(parts.slice(0, parts.length - at).join('.'), name))
    .find(step => step !== undefined);
  return gone !== undefined
    ? { before: gone.after.split('.').slice(0, 2).join('.') }
    : came !== undefined
      ? { since: came.after.split('.').slice(0, 2).join('.') }
      : {};
}

/** What is missing: a class of one's own, a part of a library, or NumPy 2. */
function readMissing(
  { name, module = '', place }: Values,
  reading?: IReading
): {
  name?: string;
  module?: string;
  library?: string;
  before?: string;
  since?: string;
  kind: 'class' | 'pickled' | 'library' | 'numpy' | 'package' | 'script';
} {
  if (/^__torch__(?:\.|$)/.test(module)) {
    return { module, kind: 'script' };
  }
  if (name === undefined && PACKAGES.test(module)) {
    return { module, kind: 'package' };
  }
  const library =
    LIBRARY.exec(module)?.[0] ?? installedPackage(module, place, reading);
  // A whole library that is missing is no matter of its version.
  if (library && (name !== undefined || library !== module)) {
    return {
      name,
      module,
      library,
      ...stepOf(module, name),
      kind: isProject(library) ? 'class' : 'library'
    };
  }
  if (module.startsWith('numpy._core')) {
    return { name, module, kind: 'numpy' };
  }
  const isPickled =
    module === '__main__' && name !== undefined && readsPickle(reading);
  return { name, module, kind: isPickled ? 'pickled' : 'class' };
}

/** Whether the line that failed reads a pickle that torch did not write. */
function readsPickle(reading: IReading | undefined): boolean {
  return (
    reading !== undefined &&
    /\b(?:pickle|pkl|joblib|dill|cloudpickle)\.loads?\(/.test(
      failedLine(reading)
    )
  );
}

/** What is to stand where the file asks for it, as it was then. */
function definition(name: string, base: string): string {
  return /^[a-z]/.test(name)
    ? `def ${name}(x):  # as it was when it was saved\n    ...`
    : `class ${name}${base}:  # as it was when it was saved\n    ...`;
}

/** `__main__` is what was started: to define it in an imported file is not enough. */
function intoMain(trans: ITranslate, name: string): IFix {
  return {
    safety: 'check',
    title: trans.__('It is loaded in an imported file: hand it to __main__'),
    detail: trans.__(
      '__main__ is the notebook, or the script that was started; only there the file looks.'
    ),
    code: `import __main__\nfrom the_module import ${name}\n__main__.${name} = ${name}`
  };
}

function saveWeights(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Next time save the weights only'),
    detail: trans.__('They fit wherever the class can be built.'),
    code: 'torch.save(model.state_dict(), path)'
  };
}

function fromOtherProcess(trans: ITranslate): string {
  return trans.__(
    'From a DataLoader or a process that was just started: then the class stands in the notebook, where the new process cannot see it.'
  );
}

function whatPickles(trans: ITranslate): ILink {
  return {
    title: trans.__('Python: what can be pickled'),
    url: 'https://docs.python.org/3/library/pickle.html#what-can-be-pickled-and-unpickled'
  };
}

export default define({
  id: 'model/unpickle-class',
  answers: [
    "Can't get attribute 'Net' on <module '__main__'>",
    "Can't get attribute 'SPPF' on <module 'models.common' from …>",
    "ModuleNotFoundError: No module named 'models' in torch.load",
    "No module named 'numpy._core' in torch.load",
    "Can't get attribute '_rebuild_tensor_v2' on <module 'torch._utils' from …>"
  ],
  values: ['name', 'module', 'library', 'before', 'since'],
  signs: [
    {
      where: 'message',
      pattern:
        /Can["']?t get attribute ["'](?<name>\w+)["'] on <module ["'](?<module>[\w.]+)["'](?: from ["'](?<place>[^"']{1,300})["'])?/,
      when: inLoad,
      read: readMissing
    },
    {
      where: 'message',
      pattern: new RegExp(
        String.raw`Can["']?t get attribute ["'](?<name>\w+)["'] on <module ["'](?<module>(?!__main__["'](?: \(built-in\)| from)|${OTHERS}|${STARTED})[\w.]+)["'](?: from ["'](?<place>[^"']{1,300})["'])?`
      ),
      when: notStarted,
      confidence: 'likely',
      read: readMissing
    },
    // What only torch gives to pickle; the rest of the line may be cut off. The
    // second in Python 2's words.
    ...messageOrLog(
      /(?:Can["']?t get attribute|'module' object has no attribute) ["'](?<name>_rebuild_(?:\w{0,40}tensor\w{0,40}|parameter\w{0,20}|from_type_v2|wrapper_subclass))["']/,
      {
        read: ({ name }) => readMissing({ name, module: 'torch._utils' })
      }
    ),
    // A script's own class; with a small letter it may be a worker's function.
    {
      where: 'message',
      pattern:
        /Can["']?t get attribute ["'](?<name>[A-Z]\w*)["'] on <module ["'](?<module>__main__)["'] from/,
      when: reading => notStarted(reading) && !isServed(reading),
      confidence: 'likely',
      read: readMissing
    },
    {
      where: 'message',
      pattern:
        /Can["']?t get attribute ["']__main__["'] on <module ["'](?<module>builtins)["']/,
      confidence: 'likely',
      read: readMissing
    },
    // torch 0.x compares the class's source with that of the file.
    {
      where: 'message',
      pattern: /^<module ["'](?<module>__main__)["']> is a built-in class/,
      when: inLoad,
      read: readMissing
    },
    {
      where: 'message',
      pattern: /^No module named ["'](?<module>__torch__)\b/,
      read: readMissing
    },
    {
      where: 'message',
      // Python 2 printed no quotes.
      pattern: /No module named ["']?(?<module>[\w.]+)/,
      // A line that imports is no file of weights, as below torch.hub.
      when: reading =>
        inLoad(reading) && !/^\s*(?:from|import) /.test(failedLine(reading)),
      read: readMissing
    }
  ],
  kinds: {
    class: {
      words: (trans, { name, module }) => ({
        title:
          name && name.length <= 24
            ? /^[a-z]/.test(name)
              ? trans.__('The file needs a function that is not here: %1', name)
              : trans.__('The file needs a class that is not here: %1', name)
            : trans.__('The file needs a class or module that is not here'),
        cause:
          name && module && module !== '__main__'
            ? trans.__(
                'The file names %1 in module %2, by the code that saved it. A module %2 is here, and has none: either another one of that name is found first, or it is of another state of the project.',
                name,
                module
              )
            : name && module
              ? trans.__(
                  'torch.save(model) stores the weights and only the name of the class, here %1 in module %2. When loading, the class must be found under that very name.',
                  name,
                  module
                )
              : module
                ? trans.__(
                    'torch.save(model) stores the weights and only the name of the class, here in module %1. When loading, that module must be importable.',
                    module
                  )
                : trans.__(
                    'torch.save(model) stores the weights and only the name of the class. When loading, the class must be found under that very name.'
                  ),
        fixes: [
          {
            safety: 'check',
            title:
              module && module !== '__main__'
                ? trans.__('Load it where the code lies that saved it')
                : /^[a-z]/.test(name ?? 'N')
                  ? trans.__('Define the function before loading')
                  : trans.__('Define or import the class before loading'),
            detail:
              module && /^(?:models|utils)(?:\.|$)/.test(module)
                ? trans.__(
                    'Weights of YOLOv5, v7 and their kin name models and utils of their repository: run there, or load with torch.hub.'
                  )
                : undefined,
            code:
              module && module !== '__main__' && !name
                ? `import sys\nsys.path.insert(0, 'path/to/the/code')  # the folder that holds ${module.split('.')[0]}\nmodel = torch.load(path, weights_only=False)`
                : module && module !== '__main__' && name
                  ? `import sys\nsys.path.insert(0, 'path/to/the/code')  # first, and in a fresh kernel: the folder that holds ${module.split('.')[0]}\nfrom ${module} import ${name}`
                  : definition(name ?? 'Net', '(nn.Module)')
          },
          ...(name && module === '__main__' ? [intoMain(trans, name)] : []),
          saveWeights(trans)
        ],
        notThis: [fromOtherProcess(trans)],
        links: [LINKS.saving(trans), whatPickles(trans)]
      })
    },
    pickled: {
      words: (trans, { name = 'Vocabulary' }) => ({
        title:
          name.length > 24
            ? trans.__('The file needs a class that is not here')
            : /^[a-z]/.test(name)
              ? trans.__('The file needs a function that is not here: %1', name)
              : trans.__('The file needs a class that is not here: %1', name),
        cause: trans.__(
          'pickle stores values and only the names of classes and functions, here %1 in __main__: the program or notebook that saved the file defined it itself. What loads it needs it under that name.',
          name
        ),
        fixes: [
          check(
            trans.__('Define or import it before loading'),
            definition(name, '')
          ),
          intoMain(trans, name),
          {
            safety: 'safe',
            title: trans.__('Next time import it where the file is saved'),
            detail: trans.__(
              'From a module that the loading program has too: then the file names that module.'
            )
          }
        ],
        notThis: [fromOtherProcess(trans)],
        links: [whatPickles(trans)]
      })
    },
    // Classes of TorchScript, which exist in its programs only.
    script: {
      words: trans => ({
        title: trans.__('The file is a TorchScript program'),
        cause: trans.__(
          'Module __torch__ stands for classes that torch.jit.save() wrote: the file holds a whole program, with its code, and no checkpoint of torch.save().'
        ),
        fixes: [
          check(
            trans.__('Load it as what it is'),
            "model = torch.jit.load(path, map_location='cpu')"
          ),
          check(
            trans.__('Its weights alone, for a model made here'),
            "state = torch.jit.load(path, map_location='cpu').state_dict()\nmodel.load_state_dict(state)"
          )
        ],
        notThis: [],
        links: [
          {
            title: trans.__('PyTorch: torch.jit.load'),
            url: 'https://docs.pytorch.org/docs/stable/generated/torch.jit.load.html'
          }
        ]
      })
    },
    package: {
      words: (trans, { module = 'timm' }) => ({
        title:
          module.length <= 20
            ? trans.__('The file needs %1, which is not installed', module)
            : trans.__('The file needs a package that is not installed'),
        cause: trans.__(
          'The file holds objects of %1, by the names of their classes: to load it the package must be there.',
          module
        ),
        fixes: [
          pip({
            title: trans.__('Install it, and load again'),
            line: `%pip install ${packageOf(module)}`,
            detail: trans.__(
              'Best in the release that saved the file. A folder of that name in the working directory would hide it.'
            )
          }),
          saveWeights(trans)
        ],
        notThis: [fromOtherProcess(trans)],
        links: [LINKS.saving(trans), whatPickles(trans)]
      })
    },
    library: {
      words: (
        trans,
        { library = 'torch', name, module = '', before, since }
      ) => ({
        title: trans.__('The file was saved by another version of %1', library),
        cause: before
          ? trans.__(
              'The file asks %1 for %2, which its releases from %3 on do not have: an older one saved it.',
              library,
              name ?? module,
              before
            )
          : since
            ? trans.__(
                'The file asks %1 for %2, which came with %3: a newer one saved it than runs here.',
                library,
                name ?? module,
                since
              )
            : name
              ? trans.__(
                  'The file asks %1 for %2, which the version that runs here does not have. Usually a newer version saved it, or the package was updated and the kernel not restarted.',
                  library,
                  name
                )
              : trans.__(
                  'The file asks %1 for its module %2, which the version that runs here does not have. Usually it was moved in a newer release than the one that saved the file, else it came later.',
                  library,
                  module
                ),
        fixes: [
          ...(library === 'torch_geometric'
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__('A dataset of PyG: let it be processed anew'),
                  detail: trans.__(
                    'The folder processed/ of the dataset holds what that version pickled; raw/ stays.'
                  ),
                  code: "import shutil\nshutil.rmtree('data/processed')  # of this dataset"
                }
              ]
            : []),
          ...(before
            ? [
                check(
                  trans.__('Load it with an older %1', library),
                  `%pip install "${packageOf(library)}<${before}"  # then restart the kernel`
                )
              ]
            : since
              ? [
                  check(
                    trans.__('Update %1, then restart the kernel', library),
                    `%pip install --upgrade "${packageOf(library)}>=${since}"`
                  )
                ]
              : [
                  check(
                    trans.__('Update %1, then restart the kernel', library),
                    `%pip install --upgrade ${packageOf(library)}`
                  ),
                  check(
                    trans.__(
                      'It was the newest: take the release of the file’s time'
                    ),
                    `%pip install "${packageOf(library)}==VERSION"  # then restart the kernel`
                  )
                ]),
          {
            safety: 'check',
            title: trans.__('Where the file was saved, save the weights only'),
            detail: trans.__(
              'Then load_state_dict() puts them into a model made here.'
            ),
            code: 'torch.save(model.state_dict(), path)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which version is installed here'),
            code: `import ${library}\nprint(${library}.__version__, ${library}.__file__)`
          }
        ],
        notThis: [
          trans.__(
            'The class named is one of your own: then it must be defined or imported before loading.'
          )
        ],
        links: [LINKS.saving(trans), LINKS.serialization(trans)]
      })
    },
    safetensors: {
      signs: messageOrLog(
        /Attempting to load a safetensors file but safetensors is not installed/
      ),
      words: trans => ({
        title: trans.__('safetensors is needed to read this file'),
        cause: trans.__(
          'The file is in the format of safetensors, which torch.load() reads only with the package of that name.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Install it, and let it read the file'),
            code: '%pip install safetensors\nfrom safetensors.torch import load_file\nstate = load_file(path)'
          }
        ],
        notThis: [],
        links: [LINKS.load(trans), LINKS.loadStateDict(trans)]
      })
    },
    numpy: {
      words: trans => ({
        title: trans.__('The file was saved with NumPy 2, here is NumPy 1'),
        cause: trans.__(
          'torch.save() stored NumPy values, and NumPy 2 calls their module numpy._core. NumPy 1 does not know that name.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update NumPy'),
            code: '$ pip install --upgrade "numpy>=2"'
          },
          {
            safety: 'check',
            title: trans.__('torch older than 2.3: give NumPy 1 that name'),
            code: "import sys, numpy.core\nsys.modules['numpy._core'] = numpy.core\nsys.modules['numpy._core.multiarray'] = numpy.core.multiarray"
          },
          saveWeights(trans)
        ],
        notThis: [fromOtherProcess(trans)],
        links: [LINKS.saving(trans), whatPickles(trans)]
      })
    }
  }
});
