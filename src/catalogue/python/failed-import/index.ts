import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { packageOf } from '../../../shared/package-names';
import { importedNameRenamed, moduleRenamed } from '../../shared/edits/imports';
import { linesFirst } from '../../shared/edits/names';
import { fitting } from '../../shared/fitting';
import { importFacts } from './facts';
import {
  isKnownPackage,
  isOfTorch,
  mistypedPackage,
  topOf
} from '../shared/modules';
import { clashOf } from '../../shared/clashes';
import { searchedFirst } from '../shared/searched-first';
import { moveOf } from './moved';
import { ofCells } from './of-cells';
import { moreKinds } from './more-kinds';
import {
  homeFixes,
  install,
  installByShell,
  installFor,
  lackFixes,
  ownFixes,
  renamed,
  restart,
  SOURCES,
  unknownFixes,
  whichPython
} from './fixes';
import {
  bareModule,
  homeOf,
  isOurs,
  isLaunched,
  isToldByText,
  kindAndAsker,
  MISSING,
  moduleIn,
  olderOf
} from './from-text';

/** What python -m says of what it is to start. */
const BY_NAME =
  /(?<![\w./\\:-])(?<executable>[\w./\\:-]{0,200}python[\d.]{0,4}(?:\.exe)?): No module named (?<module>[\w.]{1,100})/;

/** All that somebody copied of it, or retyped. */
const LOGGED = /\b[Nn]o module named ["'](?<module>[\w.]{1,100})/;

function isLogged(reading: IReading): boolean {
  const module = LOGGED.exec(reading.log)?.groups?.module ?? '';
  return (
    isOurs(reading, module) &&
    (!isOfTorch(module) || moveOf(module) !== undefined)
  );
}

export default define({
  id: 'python/failed-import',
  answers: [
    "ModuleNotFoundError: No module named 'cv2'",
    "ModuleNotFoundError: No module named 'torch_geometric'",
    "ModuleNotFoundError: No module named 'google.colab'",
    "ImportError: cannot import name 'DataLoadr' from 'torch.utils.data'"
  ],
  refines: [
    'version/removed-api',
    'python/import-name',
    'parallel/spawn-wrapper',
    'python/missing-attribute'
  ],
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
    'here',
    'pasted',
    'home',
    'cell',
    'state',
    'code'
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
    {
      where: 'log',
      pattern: LOGGED,
      fatal: true,
      when: reading =>
        reading.incident.kind === 'text' &&
        reading.exceptions.length === 0 &&
        isLogged(reading),
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
    },
    // python -m, which raises nothing.
    {
      where: 'log',
      pattern: BY_NAME,
      fatal: true,
      when: reading => {
        const module = BY_NAME.exec(reading.log)?.groups?.module ?? '';
        return !isOfTorch(module) && isOurs(reading, module);
      },
      confidence: 'likely',
      read: ({ executable, module }) => ({
        kind: 'started',
        executable,
        module
      })
    },
    // What the launcher says behind it only passes it on.
    {
      where: 'message',
      ename: /^ModuleNotFoundError$/,
      pattern: MISSING,
      when: reading => {
        const module = moduleIn(reading);
        return isLaunched(reading) && module !== '' && !isOfTorch(module);
      },
      confidence: 'likely',
      read: ({ module = '' }, reading) => kindAndAsker(module, reading)
    },
    // A folder without files of its own: a namespace package.
    {
      where: 'message',
      ename: /^ImportError$/,
      pattern:
        /^cannot import name ["'](?<name>\w{1,100})["'] from ["'](?<module>[\w.]{1,100})["'] \(unknown location\)/,
      when: reading => {
        const module = bareModule(reading);
        return !isOfTorch(module) && isOurs(reading, module);
      },
      confidence: 'likely',
      read: ({ name = '', module = '' }) => ({
        kind: 'namespace',
        name,
        module
      })
    },
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern:
        /^module ["'](?<module>esm(?:\.\w{1,40})?)["'] has no attribute ["'](?<name>\w{1,100})["']/,
      confidence: 'likely',
      read: ({ name = '', module = '' }) => ({
        kind: 'clash',
        name,
        module,
        package: clashOf('esm', name)?.meant
      })
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
              ? installByShell(trans, name ?? packageOf(module))
              : [installFor(trans, module, name), whichPython(trans)]
            : SOURCES.has(topOf(module))
              ? [
                  check(
                    trans.__('Install it from its repository'),
                    `%pip install ${SOURCES.get(topOf(module)) ?? ''}`,
                    trans.__(
                      'PyPI has no release of it, or another project under that name.'
                    )
                  ),
                  whichPython(trans)
                ]
              : unknownFixes(trans, module, pasted !== undefined)
      })
    },
    ...ofCells,
    ...moreKinds,
    older: {
      words: (
        trans,
        { module = 'fastai.conv_learner', version = 'fastai<2' }
      ) => ({
        title: trans.__('The code wants an older %1', topOf(module)),
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
      words: (trans, { module = 'utils', place, here }) => ({
        title: module.includes('.')
          ? here || !fitting(topOf(module), 20)
            ? trans.__('A part of the project itself is missing')
            : trans.__('“%1” is another one, or lacks a part', topOf(module))
          : trans.__('%1 is a project’s own file', module),
        cause: module.includes('.')
          ? here
            ? trans.__(
                '%1 is a part of the project, whose folder %2 is the one that runs here. This copy of it has no such part.',
                module,
                topOf(module)
              )
            : trans.__(
                '%1 is a part of the repository that the code comes from. Either Python found another %2 first, as a package of that name that was installed, or this copy lacks the part.',
                module,
                topOf(module)
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
        fixes: ownFixes(trans, module, place, here !== undefined)
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
        title: trans.__(
          'A file %1.py hides the package',
          plain ?? topOf(module)
        ),
        cause: trans.__(
          'Python took a single file called %1 for it, which has no parts such as %2. Usually that is a script of yours, beside the notebook or the one that was started.',
          plain ?? topOf(module),
          module
        ),
        fixes: [
          restart(
            trans,
            trans.__(
              'Rename %1.py, delete its __pycache__, restart',
              plain ?? topOf(module)
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which file is imported'),
            code: `import importlib.util\nprint(importlib.util.find_spec('${plain ?? topOf(module)}').origin)`
          }
        ]
      })
    },
    generated: {
      words: (trans, { module = 'gfpgan.version' }) => ({
        title: trans.__('%1 was cloned, but not installed', topOf(module)),
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
        title: trans.__('%1 is there without its compiled part', topOf(module)),
        cause: trans.__(
          'Names that begin with _ are mostly compiled when a package is built, and %1 is not there. Often Python runs in the folder of the sources, which hides the installed package.',
          module
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which folder is imported'),
            code: `import importlib.util\nprint(importlib.util.find_spec('${topOf(module)}').origin)`
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
              line: `%pip install ${packageOf(meant)}`
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
        title: trans.__('%1 is a folder here, not the package', topOf(module)),
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
        title: trans.__('%1 is a folder here, not the package', topOf(module)),
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
