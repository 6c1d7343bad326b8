import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { searchedFirst } from '../shared/searched-first';

const NO_PARENT =
  /^attempted relative import with no known parent package|^attempted relative import in non-package|__main__["']? is not a package/;

const BEYOND =
  /^attempted relative import beyond top-level package|^Attempted relative import beyond toplevel package/;

/** `from ..models.net import Net`: its dots, and what stands behind them. */
const LINE = /\bfrom \.{1,6}(?<module>[\w.]{0,120}) import /;

/** The file whose line it is: its folder, the folder above that, and its name. */
const FILE =
  /^(?<above>.{0,200}?)[\\/]?(?<folder>[\w-]{1,60})[\\/](?<file>\w{1,60})\.py$/;

function found({ exceptions, code }: IReading) {
  const frames = exceptions[0]?.frames ?? [];
  const frame = frames[frames.length - 1];
  const line = LINE.exec(frame?.code ?? code)?.groups;
  const file = frame?.place === 'cell' ? undefined : frame?.file;
  const { above, folder, file: name } = FILE.exec(file ?? '')?.groups ?? {};
  return {
    module: line?.module || undefined,
    kind: file === undefined ? 'cell' : 'script',
    above,
    folder,
    file: name
  } as const;
}

export default define({
  id: 'python/relative-import',
  answers: [
    'ImportError: attempted relative import with no known parent package',
    'ImportError: attempted relative import beyond top-level package'
  ],
  values: ['module', 'above', 'folder', 'file'],
  signs: [
    {
      where: 'message',
      ename: /^(?:ImportError|SystemError|ModuleNotFoundError|ValueError)$/,
      pattern: NO_PARENT,
      when: isTorchInPlay,
      read: (_, reading) => found(reading)
    }
  ],
  kinds: {
    cell: {
      words: (trans, { module }) => ({
        title: trans.__('A cell belongs to no package: no dots in imports'),
        cause: module
          ? trans.__(
              '“from .%1” means the folder of the package that the line belongs to, and a cell of a notebook belongs to none.',
              module
            )
          : trans.__(
              '“from .” means the folder of the package that the line belongs to, and a cell of a notebook belongs to none.'
            ),
        fixes: [
          check(
            trans.__('Write it without the dot, from the folder that has it'),
            `import sys\nsys.path.insert(0, 'path/to/project')\nfrom ${module ?? 'model'} import …`
          )
        ]
      })
    },
    script: {
      words: (trans, { module, above, folder, file }) => ({
        title: trans.__('A file of a package was started as a script'),
        cause: file
          ? trans.__(
              '%1.py imports with a dot, “from .%2”, so it is a part of the package %3. Started by its path, or imported from its own folder, it belongs to none.',
              file,
              module ?? '',
              folder ?? ''
            )
          : trans.__(
              'The file imports with a dot, so it is a part of a package. Started by its path, or imported from its own folder, it belongs to none.'
            ),
        fixes: [
          check(
            trans.__('Start it as a module, from the folder above'),
            file && folder
              ? `$ cd ${above ? above : '.'} && python -m ${folder}.${file}`
              : '$ python -m package.module'
          ),
          check(
            trans.__('In a notebook: import it through its package'),
            `${searchedFirst(above || 'folder/above').join('\n')}\nimport ${folder ?? 'package'}.${file ?? 'module'}`
          ),
          check(
            trans.__('It is no package: leave the dots out'),
            `from ${module ?? 'model'} import …`
          )
        ]
      })
    },
    beyond: {
      signs: [
        {
          where: 'message',
          ename: /^(?:ImportError|ValueError)$/,
          pattern: BEYOND,
          when: isTorchInPlay,
          read: (_, reading) => {
            const { module, above, folder } = found(reading);
            return { module, above, folder };
          }
        }
      ],
      words: (trans, { module, above, folder }) => ({
        title: trans.__('A relative import leads out of its package'),
        cause: trans.__(
          'The line goes up by more folders than the package has here: what started it took an inner folder for the top.'
        ),
        fixes: [
          check(
            trans.__('Start from the folder above, and name the way down'),
            above
              ? `$ cd ${above} && python -m …${folder ? `.${folder}` : ''}`
              : '$ cd .. && python -m package.part.module'
          ),
          check(
            trans.__('Or write it without dots, from the project’s folder'),
            `import sys\nsys.path.insert(0, 'path/to/project')\nfrom ${module ?? 'package.model'} import …`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A module is not found, rather than a parent: then its folder is not searched, or it is not installed.'
      )
    ],
    links: [
      {
        title: trans.__('Python: relative imports in a package'),
        url: 'https://docs.python.org/3/tutorial/modules.html#intra-package-references'
      }
    ]
  })
});
