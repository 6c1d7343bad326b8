import { speaksOfTorch } from '../../../diagnosis/python-words';
import type { Edit } from '../../../code/types';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { packageOf } from '../../../shared/package-names';
import { importedNameRenamed, moduleRenamed } from '../../shared/edits/imports';
import { linesFirst } from '../../shared/edits/names';
import { fitting } from '../../shared/fitting';
import { callingPackage, isRaisedInLibrary } from '../../shared/code-owner';
import { printedText } from '../../predicates';
import { isAlone, isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';
import { importFacts } from './facts';
import {
  isKnownPackage,
  isOfProject,
  isOfTorch,
  mistypedPackage
} from '../shared/modules';
import { anotherVersion } from '../shared/another-version';

const MISSING = /^No module named '?(?<module>[\w.]{1,200})'?/;
/** The module that a message names, `''` where it names none. */
function moduleIn({ exceptions }: IReading): string {
  return MISSING.exec(exceptions[0]?.message ?? '')?.groups?.module ?? '';
}

/** Modules that only older releases of a library have, by those releases. */
const OLDER: readonly (readonly [module: RegExp, spec: string])[] = [
  [
    /^fastai\.(?:conv_learner|dataset|transforms|sgdr|plots|structured|model|column_data)\b/,
    'fastai==0.7.0'
  ],
  [
    /^fastai\.(?:basic_train|basic_data|callbacks|train|widgets|datasets|utils\.mem|gen_doc)\b/,
    'fastai<2'
  ],
  [/^mmcv\.(?:runner|parallel)\b/, 'mmcv-full<2'],
  [/^mmdet\.core\b/, 'mmdet<3'],
  [/^mmseg\.core\b/, 'mmsegmentation<1']
];

/** Projects that PyPI does not have, or not under this name. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['clip', 'git+https://github.com/openai/CLIP.git'],
  ['detectron2', 'git+https://github.com/facebookresearch/detectron2.git'],
  [
    'segment_anything',
    'git+https://github.com/facebookresearch/segment-anything.git'
  ],
  ['sam2', 'git+https://github.com/facebookresearch/sam2.git'],
  ['groundingdino', 'git+https://github.com/IDEA-Research/GroundingDINO.git'],
  ['taming', 'git+https://github.com/CompVis/taming-transformers.git'],
  ['ldm', 'git+https://github.com/CompVis/stable-diffusion.git'],
  ['audiocraft', 'git+https://github.com/facebookresearch/audiocraft.git'],
  ['apex', 'git+https://github.com/NVIDIA/apex.git --no-build-isolation'],
  ['llava', 'git+https://github.com/haotian-liu/LLaVA.git'],
  ['nvdiffrast', 'git+https://github.com/NVlabs/nvdiffrast.git']
]);

/** The release to take for a module, or for what the line imports of it. */
function olderOf(module: string, { code }: IReading): string | undefined {
  const asked =
    new RegExp(String.raw`\b(?:from|import) (${module}[\w.]{0,80})`).exec(
      code
    )?.[1] ?? module;
  return OLDER.find(([pattern]) => pattern.test(asked))?.[1];
}

/** Packages whose lack tells nothing of torch. */
const OF_ANYBODY =
  /^(?:matplotlib|numpy|pandas|scipy|seaborn|sklearn|requests|flask|django)$/i;

/** Whether torch is in play, or its name in that of what is missing. */
function isOurs(reading: IReading, module: string): boolean {
  return (
    isTorchInPlay(reading) ||
    (reading.incident.kind === 'text' &&
      !module.includes('.') &&
      !OF_ANYBODY.test(module) &&
      mayBeTorch(reading)) ||
    speaksOfTorch(module) ||
    olderOf(module, reading) !== undefined
  );
}

/** Whether the message alone says something, and no other entry says it. */
function isToldByText(reading: IReading): boolean {
  const module = moduleIn(reading);
  return (
    isAlone(reading) &&
    isOurs(reading, module) &&
    (!isOfTorch(module) || mistypedPackage(module) !== undefined)
  );
}

/** google.colab is missing as `google`, too, where nothing else of Google's is. */
function isColab(module: string, reading: IReading): boolean {
  return (
    /^google(?:\.colab)?$/.test(module) && reading.mentions('google.colab')
  );
}

/** Whether the line imports from its own folder: `from .layers import Block`. */
function isRelative({ exceptions }: IReading): boolean {
  const frames = exceptions[0]?.frames ?? [];
  return /^from \.+\w/.test(frames[frames.length - 1]?.code ?? '');
}

/** The names of compiled parts that a package builds when it is first used. */
const EXTENSION = /(?:_ext|_cuda|_cpp|_kernels?|_ops|_C)$/;

/** Python says of a plain file that it has no modules in it. */
const NO_PACKAGE = /; ["']?(?<plain>[\w.]{1,100})["']? is not a package/;

/** Files that a project's setup.py writes. */
const GENERATED = /\.(?:_?version|_version_info|git_version)$/;

/**
 * The folder that holds a started program, where its project is called as the
 * module is: `inference/demo.py` of the clone `BasicSR`, and no `basicsr`.
 */
function projectOf(
  module: string,
  { exceptions }: IReading
): { readonly place: string; readonly script: string } | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const own = frames.find(({ place }) => place === 'user');
  const parts = own?.file.split(/[\\/]/) ?? [];
  const bare = (name: string) => name.toLowerCase().replace(/[-_.]/g, '');
  const at = parts.findIndex(
    (part, index) =>
      index < parts.length - 1 &&
      new RegExp(`^${bare(top(module))}(?:master|main|pytorch)?$`).test(
        bare(part)
      )
  );
  return own?.func === '' && at > 0
    ? {
        place: parts.slice(0, at + 1).join('/'),
        script: parts.slice(at + 1).join('/')
      }
    : undefined;
}

/**
 * The folder of a clone that is imported from outside, as `import detr.models`
 * does: its files search their own modules there.
 */
function rootOf({ exceptions }: IReading): string | undefined {
  const [first, ...inner] = exceptions[0]?.frames ?? [];
  const outer = /^(?:from|import) (?<outer>[A-Za-z_]\w{0,60})\b/.exec(
    first?.code ?? ''
  )?.groups?.outer;
  if (outer === undefined) {
    return undefined;
  }
  const asker = inner.filter(({ place }) => place === 'user').pop();
  const parts = asker?.file.split(/[\\/]/) ?? [];
  const at = parts.indexOf(outer);
  return at > 0 && at < parts.length - 1
    ? parts.slice(0, at + 1).join('/')
    : undefined;
}

function kindOf(module: string, reading: IReading): MissingKind {
  if (isColab(module, reading)) {
    return 'colab';
  }
  if (NO_PACKAGE.test(reading.exceptions[0]?.message ?? '')) {
    return 'hiding';
  }
  if (GENERATED.test(module)) {
    return 'generated';
  }
  if (!module.includes('.') && projectOf(module, reading)) {
    return 'repository';
  }
  // What a package imports is not the user's to mistype.
  const asker = callingPackage(reading);
  return asker !== undefined && EXTENSION.test(module)
    ? 'extension'
    : mistypedPackage(module) !== undefined && !isRaisedInLibrary(reading)
      ? 'mistyped'
      : /\._\w+$/.test(module)
        ? 'compiled'
        : isOfProject(module) ||
            isRelative(reading) ||
            (module.includes('.') &&
              !isKnownPackage(module) &&
              !speaksOfTorch(module))
          ? 'own'
          : module.includes('.')
            ? 'part'
            : 'missing';
}

/** Programs that bring a Python of their own, and how that is called. */
const HOMES: readonly (readonly [RegExp, string])[] = [
  [
    /\bpython_embed(?:d?ed)?\b|ComfyUI_windows_portable/,
    String.raw`.\python_embeded\python.exe`
  ],
  [
    /stable-diffusion-webui[^\n]{0,80}\\|\\stable-diffusion-webui\b/,
    String.raw`venv\Scripts\python.exe`
  ]
];

/** The Python of the program, where it is not the one that pip would serve. */
function homeOf(reading: IReading): { readonly home?: string } {
  const text = printedText(reading);
  return { home: HOMES.find(([sign]) => sign.test(text))?.[1] };
}

/** Parts of the package lightning, which holds PyTorch Lightning as one of them. */
const OF_LIGHTNING =
  /^lightning\.(?=(?:callbacks|loggers|strategies|profilers|plugins|trainer|tuner|loops|core)\b)/;

/** The kind, and the package whose compiled part is missing. */
function kindAndAsker(module: string, reading: IReading) {
  const kind = kindOf(module, reading);
  switch (kind) {
    case 'extension':
      return { kind, package: callingPackage(reading) };
    case 'repository':
      return { kind, ...projectOf(module, reading) };
    case 'own':
      return { kind, place: rootOf(reading) };
    case 'part':
      return OF_LIGHTNING.test(module)
        ? { kind, near: module.replace(OF_LIGHTNING, 'lightning.pytorch.') }
        : { kind };
    case 'hiding':
      return {
        kind,
        package: NO_PACKAGE.exec(reading.exceptions[0].message)?.groups?.plain
      };
    default:
      return {
        kind,
        ...homeOf(reading),
        pasted: reading.incident.kind === 'text' ? 'yes' : undefined
      };
  }
}

type MissingKind =
  | 'hiding'
  | 'generated'
  | 'repository'
  | 'extension'
  | 'mistyped'
  | 'colab'
  | 'compiled'
  | 'part'
  | 'own'
  | 'missing';

/** The package that a module stands in. */
function top(module: string): string {
  return module.split('.')[0];
}

function install(trans: ITranslate, name: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Install it from the notebook, with %pip'),
    detail: trans.__(
      '%pip installs for the Python that this kernel runs. Make sure that the package of this name is the one you mean.'
    ),
    code: `%pip install ${name}`
  };
}

/** The program has a Python of its own: pip of the system serves another. */
function homeFixes(trans: ITranslate, module: string, home: string): IFix[] {
  const isNode = home.includes('python_embeded');
  const one = check(
    trans.__('Install it with the program’s own Python, then restart'),
    `$ ${home} -m pip install ${SOURCES.get(top(module)) ?? packageOf(module)}`,
    trans.__(
      'In the folder of the program. pip in another terminal installs for another Python.'
    )
  );
  const all = check(
    trans.__('Or all that the extension asks for'),
    `$ ${home} -m pip install -r ${isNode ? String.raw`ComfyUI\custom_nodes\NODE\requirements.txt` : String.raw`extensions\NAME\requirements.txt`}`
  );
  return isKnownPackage(module) || SOURCES.has(top(module))
    ? [one, all]
    : [all, one];
}

/** With a press where the package that brings the module is known. */
function installFor(
  trans: ITranslate,
  module: string,
  name = packageOf(module)
): IFix {
  const fix = install(trans, name);
  return isKnownPackage(module) && name === packageOf(module)
    ? pip({
        title: fix.title,
        line: `%pip install ${name}`,
        detail: fix.detail
      })
    : fix;
}

/** For a program that was started in a terminal, or in a cell by a shell line. */
function installByShell(trans: ITranslate, name: string): IFix {
  return check(
    trans.__('Install it for the Python that runs the program'),
    `$ python -m pip install ${name}`,
    trans.__(
      'Type it where the program is started, in the same environment, with the same word for Python (python, python3, py). In a notebook: %pip install.'
    )
  );
}

function whichPython(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which Python the kernel runs'),
    code: 'import sys\nprint(sys.executable)'
  };
}

function restart(trans: ITranslate, title: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__('A restart loses all variables: save what took long.')
  };
}

function renamed(trans: ITranslate, near: string, edit: Edit): IFix {
  return {
    safety: 'check',
    title: trans.__('Write %1, if that is what you mean', near),
    code: near,
    edit
  };
}

/** What to do where a module is a file of a repository. */
function ownFixes(
  trans: ITranslate,
  module: string,
  place: string | undefined
): IFix[] {
  const inFolder: IFix = {
    safety: 'check',
    title: trans.__('Start the program in the folder of its repository'),
    detail: trans.__(
      'Put in the path of your clone: the folder that holds %1.',
      `${top(module)}.py ${trans.__('or')} ${top(module)}/`
    ),
    code: '%cd path/to/repository'
  };
  if (module.includes('.')) {
    return [
      check(
        trans.__('A submodule: fetch it, as the README may say'),
        '$ git submodule update --init --recursive'
      ),
      check(
        trans.__('A copy that is half updated: bring it up to date'),
        '$ git pull  # or clone it anew'
      ),
      check(
        trans.__('The project has a setup.py: install it in place'),
        '%pip install -e path/to/repository'
      ),
      inFolder
    ];
  }
  const whole = check(
    trans.__('Only some of its files are here: clone all of it'),
    '$ git clone --recursive https://github.com/OWNER/PROJECT && cd PROJECT',
    trans.__(
      'The README says what else it needs; code that was copied out of a repository needs the files that it imports.'
    )
  );
  return place === undefined
    ? [inFolder, whole]
    : [
        check(
          trans.__('Have Python search that folder first'),
          searchedFirst(place).join('\n')
        ),
        inFolder
      ];
}

/**
 * What to do where it may be anybody's.
 *
 * @param isPasted - a program's output: its repository is the first guess, and
 * in a notebook the user's own file
 */
function unknownFixes(
  trans: ITranslate,
  module: string,
  isPasted: boolean
): IFix[] {
  const ofProject = check(
    trans.__('A project of research: install it from its clone'),
    '%pip install -e path/to/repository',
    trans.__(
      'That is the folder with setup.py or pyproject.toml. Without one, start the program in the folder that holds %1.',
      top(module)
    )
  );
  const own: IFix = {
    safety: 'diagnostic',
    title: trans.__('Your own file? See whether it lies here'),
    detail: trans.__(
      'Python finds files beside the notebook and in the folders of sys.path. On Colab upload it; a repository is cloned, then entered with %cd.'
    ),
    code: 'import os\nprint(os.getcwd(), os.listdir())'
  };
  return [
    ...(isPasted ? [ofProject, own] : [own, ofProject]),
    {
      safety: 'check',
      title: trans.__('A package: see its page, then install it'),
      detail: trans.__(
        'We do not know a package of this module, and anybody can upload one of its name: look at its page on PyPI first, or at that of the project.'
      ),
      code: `%pip install ${packageOf(module)}`
    },
    whichPython(trans)
  ];
}

/** Lines that have Python search a folder before all others. */
function searchedFirst(folder: string): readonly string[] {
  return ['import sys', `sys.path.insert(0, ${JSON.stringify(folder)})`];
}

/** What to do where an installed package has not what is asked of it. */
function lackFixes(
  trans: ITranslate,
  name: string,
  near: string | undefined,
  edit: (near: string) => Edit
): IFix[] {
  return near
    ? [renamed(trans, near, edit(near))]
    : [
        anotherVersion(
          trans,
          trans.__('Take the version that the code was written for'),
          name
        )
      ];
}

export default define({
  id: 'python/failed-import',
  answers: [
    "ModuleNotFoundError: No module named 'cv2'",
    "ModuleNotFoundError: No module named 'torch_geometric'",
    "ModuleNotFoundError: No module named 'google.colab'",
    "ImportError: cannot import name 'DataLoadr' from 'torch.utils.data'"
  ],
  refines: ['version/removed-api', 'python/import-name'],
  values: [
    'module',
    'name',
    'package',
    'version',
    'used',
    'place',
    'near',
    'executable',
    'script',
    'pasted',
    'home'
  ],
  signs: [
    // ComfyUI goes on without the extension.
    {
      where: 'log',
      pattern:
        /\bCannot import \S{1,300} module for custom nodes: No module named '?(?<module>[\w.]{1,100})/,
      fatal: true,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'missing', ...homeOf(reading) })
    },
    // All that somebody copied of it.
    {
      where: 'log',
      pattern: /\bNo module named '(?<module>\w{1,80})'/,
      fatal: true,
      when: reading =>
        reading.incident.kind === 'text' &&
        reading.exceptions.length === 0 &&
        isTorchInPlay(reading),
      confidence: 'likely',
      read: ({ module = '' }, reading) => kindAndAsker(module, reading)
    },
    {
      where: 'message',
      ename: /^(?:(?:ModuleNotFound|Import)Error)?$/,
      pattern: MISSING,
      when: isToldByText,
      confidence: 'likely',
      read: ({ module = '' }, reading) => {
        const older = olderOf(module, reading);
        return older === undefined
          ? kindAndAsker(module, reading)
          : { kind: 'older', version: older };
      }
    }
  ],
  facts: reading => {
    const { live } = reading.incident;
    return live?.kind === 'import' && isOurs(reading, live.module)
      ? importFacts(live)
      : null;
  },
  kinds: {
    missing: {
      words: (
        trans,
        { module = 'cv2', package: name, executable, pasted, home }
      ) => ({
        title: pasted
          ? trans.__('%1 is not installed for this Python', module)
          : trans.__('%1 is not installed for this kernel', module),
        cause: executable
          ? trans.__(
              'The kernel runs %1, and that Python finds no module %2. What a terminal or !pip installed may belong to another Python.',
              executable,
              module
            )
          : pasted
            ? trans.__(
                'The Python that runs the program finds no module %1. Another environment of this machine may have it.',
                module
              )
            : trans.__(
                'The kernel’s Python finds no module %1. What a terminal or !pip installed may belong to another Python.',
                module
              ),
        fixes: home
          ? homeFixes(trans, module, home)
          : isKnownPackage(module)
            ? pasted
              ? [installByShell(trans, name ?? packageOf(module))]
              : [installFor(trans, module, name), whichPython(trans)]
            : SOURCES.has(top(module))
              ? [
                  check(
                    trans.__('Install it from its repository'),
                    `%pip install ${SOURCES.get(top(module)) ?? ''}`,
                    trans.__(
                      'PyPI has no release of it, or another project under that name.'
                    )
                  ),
                  whichPython(trans)
                ]
              : unknownFixes(trans, module, pasted !== undefined)
      })
    },
    older: {
      words: (
        trans,
        { module = 'fastai.conv_learner', version = 'fastai<2' }
      ) => ({
        title: trans.__('The code wants an older %1', top(module)),
        cause: trans.__(
          'What it imports is in the releases “%1”, and in no later one: those were built anew.',
          version
        ),
        fixes: [
          check(
            trans.__('Install the release that it was written for'),
            `%pip install "${version}"  # then restart the kernel`,
            trans.__(
              'It wants a torch and a Python of its time: take an environment of its own.'
            )
          ),
          whichPython(trans)
        ]
      })
    },
    own: {
      words: (trans, { module = 'utils', place }) => ({
        title: module.includes('.')
          ? trans.__('A part of the project itself is missing')
          : trans.__('%1 is a project’s own file', module),
        cause: module.includes('.')
          ? trans.__(
              '%1 is a file or folder of the repository that the code comes from, and no package. It is missing from this copy, or another folder of that name is found first.',
              module
            )
          : place
            ? trans.__(
                'The files in %1 import %2 as if they were started from there: it is a part of that repository, and no package. Python does not search that folder.',
                place,
                module
              )
            : trans.__(
                'No package that one installs is usually called %1: it is a file or folder of the repository that the code comes from. Python does not search that folder, or the copy here lacks it.',
                module
              ),
        fixes: ownFixes(trans, module, place)
      })
    },
    colab: {
      words: trans => ({
        title: trans.__('google.colab exists only on Colab'),
        cause: trans.__(
          'It is a part of Google’s own notebook service and cannot be installed elsewhere.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Leave out the cells that are for Colab'),
            detail: trans.__(
              'Replace paths below /content/drive with those of this machine.'
            ),
            code: "import sys\n\nON_COLAB = 'google.colab' in sys.modules"
          }
        ]
      })
    },
    hiding: {
      words: (trans, { module = 'easyocr.utils', package: plain }) => ({
        title: trans.__('A file %1.py hides the package', plain ?? top(module)),
        cause: trans.__(
          'Python took a single file called %1 for it, which has no parts such as %2. Usually that is a script of yours, beside the notebook or the one that was started.',
          plain ?? top(module),
          module
        ),
        fixes: [
          restart(
            trans,
            trans.__(
              'Rename %1.py, delete its __pycache__, restart',
              plain ?? top(module)
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which file is imported'),
            code: `import importlib.util\nprint(importlib.util.find_spec('${plain ?? top(module)}').origin)`
          }
        ]
      })
    },
    generated: {
      words: (trans, { module = 'gfpgan.version' }) => ({
        title: trans.__('%1 was cloned, but not installed', top(module)),
        cause: trans.__(
          'The setup.py of such a project writes the file %1 when it is installed, and it is not there: Python runs in the bare folder of the sources.',
          module.replace(/\./g, '/') + '.py'
        ),
        fixes: [
          check(
            trans.__('Install the project from its folder, then restart'),
            '%pip install -e path/to/repository'
          ),
          check(
            trans.__('Or take the released package, out of that folder'),
            `%pip install ${packageOf(module)}`
          )
        ]
      })
    },
    repository: {
      words: (trans, { module = 'basicsr', place = '', script = '' }) => ({
        title: trans.__('The project %1 is not on Python’s path', module),
        cause: trans.__(
          'The program %1 lies inside %2, and Python searches the program’s own folder, not the one above that holds %3. Nor is the project installed.',
          script,
          place,
          module
        ),
        fixes: [
          check(
            trans.__('Install the project in place'),
            `%pip install -e ${place}`
          ),
          check(
            trans.__('Or start it from there, with that folder on the path'),
            `$ cd ${place} && PYTHONPATH=. python ${script}`
          )
        ]
      })
    },
    extension: {
      words: (trans, { module = 'layer_ext', package: asker = '' }) => ({
        title: fitting(module, 30)
          ? trans.__('The compiled part %1 is not there', module)
          : trans.__('A compiled part of a package is not there'),
        cause: asker
          ? trans.__(
              '%1 imports %2, which by its name is C++ or CUDA code that is compiled on this machine. That has not been done here, or failed before.',
              asker,
              module
            )
          : trans.__(
              'By its name %1 is C++ or CUDA code that is compiled on this machine. That has not been done here, or failed before.',
              module
            ),
        fixes: [
          check(
            trans.__('Have a compiler and ninja, then let it compile anew'),
            '%pip install ninja\n!g++ --version; nvcc --version',
            trans.__(
              'On Windows: the Build Tools for Visual Studio. The folder torch_extensions of your cache keeps what was left half done: delete it.'
            )
          ),
          check(
            trans.__(
              'Or install the package from a wheel that has it compiled'
            ),
            `%pip install --force-reinstall --no-deps ${packageOf(asker || 'PACKAGE')}`
          )
        ]
      })
    },
    compiled: {
      words: (trans, { module = 'package._C' }) => ({
        title: trans.__('%1 is there without its compiled part', top(module)),
        cause: trans.__(
          'Names that begin with _ are mostly compiled when a package is built, and %1 is not there. Often Python runs in the folder of the sources, which hides the installed package.',
          module
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which folder is imported'),
            code: `import importlib.util\nprint(importlib.util.find_spec('${top(module)}').origin)`
          },
          {
            safety: 'check',
            title: trans.__(
              'The folder of the sources: leave it, or build it there'
            ),
            code: '$ pip install --no-build-isolation -e .'
          },
          {
            safety: 'check',
            title: trans.__('An installed package: install it anew'),
            code: `%pip install --force-reinstall --no-deps ${packageOf(module)}`
          }
        ]
      })
    },
    near: {
      words: (trans, { module = '', near = '' }) => ({
        title: trans.__('No module %1, but %2', module, near),
        cause: trans.__(
          'The kernel’s Python finds no module %1. %2, which differs by a letter or two, is there.',
          module,
          near
        ),
        fixes: [renamed(trans, near, moduleRenamed(module, near))]
      })
    },
    mistyped: {
      words: (trans, { module = 'transfomers' }) => {
        const meant = mistypedPackage(module) ?? '';
        return {
          title: trans.__('%1 is probably %2, mistyped', module, meant),
          cause: trans.__(
            'The kernel’s Python finds no module %1. %2 is the name of a package that is often used with PyTorch, and differs by a letter.',
            module,
            meant
          ),
          fixes: [
            renamed(trans, meant, moduleRenamed(module, meant)),
            pip({
              title: trans.__('If that is not installed either, install it'),
              line: `%pip install ${meant}`
            })
          ]
        };
      }
    },
    empty: {
      words: (trans, { module = '', package: name = '', version = '' }) => ({
        title: trans.__('%1 is there without %2', name, module),
        cause: trans.__(
          '%1 %2 counts as installed, but no folder that Python searches holds the module %3. Either the installation was broken off, or the package brings other modules.',
          name,
          version,
          module
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Install it anew, then restart the kernel'),
            code: `%pip install --force-reinstall ${name}`
          }
        ]
      })
    },
    below: {
      words: (trans, { module = '', place = '' }) => ({
        title: trans.__('%1 lies in the folder %2', module, place),
        cause: trans.__(
          'Python searches the notebook’s folder, but not the folder %1 inside it, where %2 is.',
          place,
          module
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Have Python search that folder'),
            code: searchedFirst(place).join('\n'),
            edit: linesFirst(searchedFirst(place))
          }
        ]
      })
    },
    folder: {
      words: (trans, { module = '', package: name = module, place = '' }) => ({
        title: trans.__('%1 is a folder here, not the package', top(module)),
        cause: trans.__(
          'Python took the folder %1 for it, which it does only where no package of that name is installed. There is no %2 in it.',
          place,
          module
        ),
        fixes: [
          install(trans, name),
          {
            safety: 'check',
            title: trans.__('Give the folder another name, if it is not meant')
          }
        ]
      })
    },
    project: {
      words: (trans, { module = '', package: name = module, place = '' }) => ({
        title: trans.__('%1 is a folder here, not the package', top(module)),
        cause: trans.__(
          'Python took the folder %1 for it, which it does only where no package of that name is installed. That folder is a project: its package was not installed from it.',
          place
        ),
        fixes: [
          check(
            trans.__('Install the project, then restart the kernel'),
            `%pip install -e ${JSON.stringify(place)}`
          ),
          install(trans, name)
        ]
      })
    },
    lacks: {
      words: (trans, { module = '', place = '', near }) => ({
        title: fitting(module, 30)
          ? trans.__('The project has no %1', module)
          : trans.__('A part of the project itself is missing'),
        cause: trans.__(
          'Python found %1, and that folder has no %2. Either another folder of its name is meant, or the copy of the project is not whole.',
          place,
          module.split('.').pop() ?? module
        ),
        fixes: [
          ...(near === undefined
            ? []
            : [renamed(trans, near, moduleRenamed(module, near))]),
          check(
            trans.__('A copy that is half updated: bring it up to date'),
            '$ git pull  # or clone it anew'
          ),
          check(
            trans.__('A submodule: fetch it, as the README may say'),
            '$ git submodule update --init --recursive'
          )
        ]
      })
    },
    elsewhere: {
      words: (
        trans,
        { module = '', package: name = module, place = '', executable = '' }
      ) => ({
        title: trans.__('%1 is installed for another Python', module),
        cause: trans.__(
          'It lies in %1, but this kernel runs %2, which does not search there.',
          place,
          executable
        ),
        fixes: [
          install(trans, name),
          {
            safety: 'check',
            title: trans.__('Or make the other Python a kernel of its own'),
            detail: trans.__(
              'Run it with that Python, then choose the kernel in the notebook’s top right corner.'
            ),
            code: '$ python3 -m pip install ipykernel && python3 -m ipykernel install --user --name other'
          }
        ]
      })
    },
    shadowed: {
      words: (trans, { package: name = '', place = '' }) => ({
        title: trans.__('A file of yours hides the package %1', name),
        cause: trans.__(
          'Python found %1 first, and imported it in place of the installed package.',
          place
        ),
        fixes: [
          restart(trans, trans.__('Rename that file, then restart the kernel'))
        ]
      })
    },
    upgraded: {
      words: (trans, { package: name = '', used = '', version = '' }) => ({
        title: trans.__('%1 was replaced while the kernel ran', name),
        cause: trans.__(
          'The kernel still uses %1 %2, and %3 lies on disk. What it loads now may not fit what it loaded before.',
          name,
          used,
          version
        ),
        fixes: [
          {
            ...restart(trans, trans.__('Restart the kernel')),
            action: { kind: 'restart' }
          }
        ]
      })
    },
    part: {
      words: (trans, { module = '', package: name, version, near }) => ({
        title: version
          ? trans.__('%1 %2 lacks a module', name ?? '', version)
          : trans.__('The installed package lacks a module'),
        cause:
          near && !version
            ? trans.__(
                'The package has no module %1. It stands one level further down: %2.',
                module,
                near
              )
            : version
              ? trans.__(
                  'The installed %1 %2 has no module %3. Another version may have it.',
                  name ?? '',
                  version,
                  module
                )
              : trans.__(
                  'What is installed has no module %1. Another version may have it, or a file of yours has the package’s name.',
                  module
                ),
        fixes: lackFixes(trans, name ?? packageOf(module), near, today =>
          moduleRenamed(module, today)
        )
      })
    },
    name: {
      words: (
        trans,
        { module = '', name = '', package: from = '', version = '', near }
      ) => ({
        title: trans.__('%1 has no name %2', module, name),
        cause: near
          ? trans.__(
              '%1 of the installed %2 %3 has no %4. It has %5, which differs by a letter or two.',
              module,
              from,
              version,
              name,
              near
            )
          : trans.__(
              '%1 of the installed %2 %3 has no %4. Another version may have it.',
              module,
              from,
              version,
              name
            ),
        fixes: lackFixes(trans, from, near, today =>
          importedNameRenamed(name, today)
        )
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An import that fails inside a package, with a library’s name (.so, .dll), is a broken installation, not a missing module.'
      )
    ],
    links: [
      {
        title: trans.__('IPython: the %pip magic'),
        url: 'https://ipython.readthedocs.io/en/stable/interactive/magics.html#magic-pip'
      },
      {
        title: trans.__('Python: in which order modules are searched'),
        url: 'https://docs.python.org/3/tutorial/modules.html#the-module-search-path'
      }
    ]
  })
});
