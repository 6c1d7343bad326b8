/** What is said where the layout of the program tells why a module is missing. */
import type { ITranslate } from '../../../diagnosis/types';
import { packageOf } from '../../../shared/package-names';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isKnownPackage, isOfProject, topOf } from '../shared/modules';
import { clashOf } from '../../shared/clashes';
import { SOURCES, whichFolder } from './fixes';
import { ASKED, askedOf, moveOf } from './moved';

type Named = ValuesOf<
  'module' | 'name' | 'package' | 'place' | 'script' | 'executable'
>;

/** How a module is missing, where more than its name tells. */
export type LayoutKind =
  | 'moved'
  | 'asked'
  | 'clash'
  | 'fork'
  | 'searched'
  | 'root'
  | 'incomplete'
  | 'webui'
  | 'python3'
  | 'launcher'
  | 'part-of-name'
  | 'unbuilt'
  | 'started'
  | 'namespace';

interface IKind {
  readonly words: (trans: ITranslate, values: Named) => IWords;
}

export const moreKinds: Readonly<Record<LayoutKind, IKind>> = {
  moved: {
    words: (trans, { module = 'TTS.trainer' }) => {
      const { today = '', install } = moveOf(module) ?? {};
      return {
        title: fitting(module, 36)
          ? trans.__('There is no module %1', module)
          : trans.__('There is no module of that name'),
        cause: install
          ? trans.__(
              '%1 has no such module: what it held is in a package of its own, %2.',
              topOf(module),
              install
            )
          : trans.__(
              '%1 has no such module: what the code wants is called otherwise today.',
              topOf(module)
            ),
        fixes: [
          check(trans.__('Write what there is today'), today),
          ...(install
            ? [
                check(
                  trans.__('Install the package that has it'),
                  `%pip install ${install}`
                )
              ]
            : []),
          check(
            trans.__('A project’s own line: bring the project up to date'),
            '$ git pull'
          )
        ]
      };
    }
  },
  asked: {
    words: (trans, { module = 'numba.decorators' }) => {
      const { asker, newer, older } = askedOf(module) ?? ASKED[0];
      return {
        title: trans.__('This %1 is too old for %2', asker, topOf(module)),
        cause: trans.__(
          'Old releases of %1 import %2, which is only in “%3”: what is installed is newer.',
          asker,
          module,
          older
        ),
        fixes: [
          check(
            trans.__('Take a newer %1, which does without', asker),
            `%pip install "${newer}"`,
            trans.__(
              'Releases beyond that bound changed calls that code of that time makes.'
            )
          ),
          check(
            trans.__('Or the older %1, on a Python of its time', topOf(module)),
            `%pip install "${older}"`,
            trans.__('It has wheels up to Python 3.8.')
          )
        ]
      };
    }
  },
  clash: {
    words: (trans, { module = 'coqpit', name, package: meant = '' }) => {
      const top = topOf(module);
      const packages = clashOf(top, `${module} ${name ?? ''}`)?.packages ?? [];
      return {
        title: trans.__('Two packages write into the folder %1', top),
        cause: trans.__(
          'These packages bring folders of the same names: %1. Installing one beside another, or removing it, takes files away, and here %2 is gone.',
          packages.join(', '),
          name ?? module
        ),
        fixes: [
          check(
            trans.__('Remove them all, install the one you want, restart'),
            `%pip uninstall -y ${packages.join(' ')}\n%pip install --force-reinstall ${meant || packages[0]}`
          ),
          whichFolder(trans, top)
        ]
      };
    }
  },
  fork: {
    words: (trans, { module = 'package.part', place = '' }) => {
      const top = topOf(module);
      return {
        title: fitting(top, 20)
          ? trans.__('Python takes another %1 than your folder’s', top)
          : trans.__('Python takes another copy than your folder’s'),
        cause: trans.__(
          'A cell puts %1 on the path, and yet the %2 that Python took has no %3. An installed one was imported before in this kernel and stays, or that folder lacks it.',
          place,
          top,
          module.split('.').slice(1).join('.')
        ),
        fixes: [
          check(
            trans.__('Put your copy in its place, then restart the kernel'),
            `%pip uninstall -y ${packageOf(top)}\n%pip install -e ${JSON.stringify(place)}`,
            trans.__(
              'Without setup.py or pyproject.toml there: uninstall, restart, and set sys.path before anything imports it.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which one it is'),
            code: `import ${top}\nprint(${top}.__path__)`
          }
        ]
      };
    }
  },
  searched: {
    words: (trans, { module = 'layers', place = '..' }) => ({
      title: fitting(module, 24)
        ? trans.__('%1 is not in the folder on the path either', module)
        : trans.__('It is not in the folder on the path either'),
      cause: trans.__(
        'A cell has Python search %1 for files of yours. There is no %2 there, nor elsewhere: the folder is another, or the file is not in it.',
        place,
        module
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('See whether the folder is there, and what is in it'),
          code: `import os\nplace = ${JSON.stringify(place)}\nprint(os.getcwd(), os.path.isdir(place) and os.listdir(place))`,
          detail: trans.__(
            'A path that does not begin with / or a drive counts from the folder in which the kernel works.'
          )
        },
        check(
          trans.__('Put %1.py there, or name the folder that has it', module),
          `import sys\nsys.path.insert(0, '/path/to/folder')  # with ${module}.py in it`
        )
      ]
    })
  },
  root: {
    words: (
      trans,
      { module = 'dataset', place = '', script = 'tools/train.py' }
    ) => {
      const cd = place === '' ? '' : `cd ${place} && `;
      const byName = check(
        trans.__('Or as a module, which searches the root'),
        `$ ${cd}python -m ${script.replace(/\.py$/, '').replace(/\//g, '.')}`
      );
      const inPlace = check(
        trans.__('Or, where there is a setup.py, install the project'),
        `$ ${cd}python -m pip install -e .`
      );
      return {
        title: fitting(script, 24)
          ? trans.__('%1 does not see the folder above it', script)
          : trans.__('The program does not see the folder above it'),
        cause: trans.__(
          'Python searches the folder of the program, not the root of the project in which %1 lies beside %2.',
          module,
          script.split('/')[0] + '/'
        ),
        fixes: [
          check(
            trans.__('Start it in the root, with that on the path'),
            `$ ${cd}PYTHONPATH=. python ${script}`,
            trans.__(
              'In cmd of Windows: set PYTHONPATH=. in a line before; in PowerShell: $env:PYTHONPATH = "."'
            )
          ),
          ...(isOfProject(module) ? [byName, inPlace] : [inPlace, byName])
        ]
      };
    }
  },
  incomplete: {
    words: (trans, { module = 'package', place = '' }) => ({
      title: fitting(module, 24)
        ? trans.__('The project’s folder %1 is not there', module)
        : trans.__('A folder of the project is not there'),
      cause: trans.__(
        'python -m searches the folder in which it is started, here %1, and finds no %2 in it: only some of the project’s files are there, or they lie in another layout.',
        place || '.',
        module
      ),
      fixes: [
        check(
          trans.__('Clone the whole project, and start it in its root'),
          '$ git clone --recursive https://github.com/OWNER/PROJECT && cd PROJECT',
          trans.__('The root is the folder that holds %1.', `${module}/`)
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See whether it lies there, or elsewhere'),
          code: `import os\nprint(os.listdir(${JSON.stringify(place || '.')}))`
        }
      ]
    })
  },
  webui: {
    words: (trans, { module = 'ldm' }) => ({
      title: trans.__('%1 lies in repositories/ of the web UI', topOf(module)),
      cause: trans.__(
        'It is no package to install: the web UI clones it into its folder repositories when it is started, and puts that on the path. Either that clone is not whole, or the files of the web UI are of different states.'
      ),
      fixes: [
        check(
          trans.__('Bring the web UI up to date, and start it anew'),
          '$ git pull',
          trans.__(
            'In its folder; then webui.sh or webui-user.bat, not webui.py. Where the newest state is broken itself, git checkout the release before.'
          )
        ),
        check(
          trans.__('Have what it cloned fetched again'),
          '$ mv repositories repositories-old',
          trans.__('The next start clones all of it.')
        )
      ]
    })
  },
  python3: {
    words: (
      trans,
      { module = 'package', place = 'env', script = 'inference.py' }
    ) => ({
      title: trans.__('python3 is not the Python of %1', place),
      cause: trans.__(
        'The environment %1 is switched on, but on Windows environments have no python3: that word starts another Python, often that of the Microsoft Store, which has no %2.',
        place,
        module
      ),
      fixes: [
        check(
          trans.__('Start it with python'),
          `$ python ${script}`,
          trans.__('With the same arguments behind it.')
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See which Pythons the two words start'),
          code: '$ where python python3'
        }
      ]
    })
  },
  launcher: {
    words: (trans, { module = 'package', executable = 'python' }) => ({
      title: fitting(module, 26)
        ? trans.__('The launcher’s Python finds no %1', module)
        : trans.__('The launcher’s Python lacks a module'),
      cause: trans.__(
        'torchrun started %1, as its report says, and that Python has no %2. A torchrun of ~/.local or of another environment comes first on the PATH, where yours has it.',
        executable,
        module
      ),
      fixes: [
        check(
          trans.__('Start it with the Python of your environment'),
          '$ which -a python torchrun\n$ python -m torch.distributed.run …  # what follows torchrun'
        ),
        check(
          trans.__('That Python is the one you mean: install it there'),
          `$ ${executable} -m pip install ${SOURCES.get(module) ?? packageOf(module)}`,
          trans.__('A project in a clone: pip install -e . in its folder.')
        )
      ]
    })
  },
  'part-of-name': {
    words: (trans, { module = 'pyannote.core', place = '' }) => ({
      title: trans.__('The clone hides the installed %1', topOf(module)),
      cause: trans.__(
        'The program runs beside a clone, whose folder %1 Python takes for the whole of it. %2 is a package of its own, which the clone needs installed.',
        topOf(module),
        module
      ),
      fixes: [
        check(
          trans.__('Install the clone with all that it needs'),
          `%pip install -e ${place || 'path/to/repository'}`
        ),
        check(
          trans.__('Or install the release, and start in another folder'),
          `%pip install ${topOf(module)}.audio\n%cd ..`
        )
      ]
    })
  },
  unbuilt: {
    words: (trans, { module = 'project.ops._ext', place = '' }) => ({
      title: fitting(module, 32)
        ? trans.__('%1 was not built', module)
        : trans.__('A compiled part of the project was not built'),
      cause: trans.__(
        'The program runs in the clone of %1, and %2 is a part of it in C++ or CUDA, which is compiled when the clone is installed. That has not been done here, or failed.',
        topOf(module),
        module
      ),
      fixes: [
        check(
          trans.__('Build it: install the clone, and read how that ends'),
          `%pip install -v --no-build-isolation -e ${place || '.'}`,
          trans.__(
            'It needs nvcc of the CUDA that torch was built with, and a C++ compiler. Some projects have a setup.py of its own in the folder of the operator.'
          )
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See with which CUDA it would be built'),
          code: '$ nvcc --version; python -c "import torch; print(torch.__version__, torch.version.cuda)"'
        }
      ]
    })
  },
  started: {
    words: (trans, { module = 'package', executable = 'python' }) => {
      const top = topOf(module);
      const install = check(
        trans.__('Install it for this very Python'),
        `$ ${executable} -m pip install ${SOURCES.get(top) ?? packageOf(top)}`,
        trans.__(
          'Where an environment is switched on and has it: start it with python, as python3 or a whole path may be another.'
        )
      );
      return module.includes('.')
        ? {
            title: fitting(module, 28)
              ? trans.__(
                  'python -m finds a %1 without %2',
                  top,
                  module.split('.').slice(1).join('.')
                )
              : trans.__('python -m finds another folder of that name'),
            cause: trans.__(
              'There is a %1 where the command was given, and it is not the package: mostly the folder of the clone, which holds the package once more, one level down.',
              top
            ),
            fixes: [
              check(
                trans.__('Go into the clone, then start it'),
                `$ cd ${top}\n$ ${executable} -m ${module}`
              ),
              install
            ]
          }
        : {
            title: fitting(module, 28)
              ? trans.__('python -m finds no %1', module)
              : trans.__('python -m does not find the module'),
            cause: trans.__(
              '%1 has no module %2: it was not installed for this Python, or the command has to be given in the root of the project.',
              executable,
              module
            ),
            fixes: [install]
          };
    }
  },
  namespace: {
    words: (trans, { module = 'package', name = '' }) => {
      const top = topOf(module);
      const clone = check(
        trans.__('The clone: install it, or start inside of it'),
        `$ python -m pip install -e ./${top}`,
        trans.__(
          'The right place is the one with setup.py or pyproject.toml, which holds %1 once more.',
          `${top}/`
        )
      );
      const anew = check(
        trans.__('In site-packages: install the package anew'),
        `%pip install --force-reinstall --no-deps ${packageOf(top)}`
      );
      return {
        title: fitting(module, 28)
          ? trans.__('%1 is a folder without its code', module)
          : trans.__('The package is a folder without its code'),
        cause: trans.__(
          '“unknown location”: Python took a folder %1 that has no __init__.py, and so no %2. Usual: the clone lies one folder too deep, so that its outer folder has that name, or an uninstalled package left an empty folder.',
          top,
          name
        ),
        fixes: isKnownPackage(top)
          ? [anew, whichFolder(trans, top), clone]
          : [whichFolder(trans, top), clone, anew]
      };
    }
  }
};
