import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';
import {
  isKnownPackage,
  isOfProject,
  isOfTorch,
  topOf
} from '../shared/modules';

/** CPython's words since 3.7; the path is missing where there is no file. */
const REFUSED =
  /^cannot import name ["'](?<name>\w{1,100})["'] from (?<begun>partially initialized module )?["'](?<module>[\w.]{1,160})["'] (?:\(most likely due to a circular import\) )?\((?<place>[^()]{1,300}\.py)\)/;

const INSTALLED = /[\\/](?:site|dist)-packages[\\/]/;

type Kind = 'own' | 'hidden' | 'taken' | 'cycle' | 'mixed';

/** The last part of a path. */
function baseOf(place: string): string {
  return place.split(/[\\/]/).pop() ?? place;
}

/** What the path tells; null where it is a package's, and only its release tells. */
function kindOf(module: string, place: string, isBegun: boolean): Kind | null {
  const isInstalled = INSTALLED.test(place);
  if (isInstalled) {
    return isBegun ? 'mixed' : isOfProject(module) ? 'hidden' : null;
  }
  return isKnownPackage(module) && !module.includes('.')
    ? 'taken'
    : isBegun
      ? 'cycle'
      : 'own';
}

function found(reading: IReading) {
  const { name, begun, module, place } =
    REFUSED.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  const kind =
    module && place ? kindOf(module, place, begun !== undefined) : null;
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
  refines: ['version/removed-api'],
  values: ['name', 'module', 'place', 'asker'],
  signs: [
    {
      where: 'message',
      ename: /^ImportError$/,
      pattern: REFUSED,
      when: reading => isTorchInPlay(reading) && found(reading) !== null,
      confidence: 'likely',
      read: (_, reading) => found(reading) ?? {}
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
