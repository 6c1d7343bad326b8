import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { failedLibrary, libraryIn } from '../shared/libraries';
import { reinstall, showFolders } from '../shared/reinstall';

/** A folder without `__init__.py` has no place of its own. */
const NO_PLACE =
  /\bcannot import name ["'](?<name>\w{1,100})["'] from ["'](?<module>\w{1,60})["'] \(unknown location\)/;

/** One part of a package asks another part of it. */
const OWN_PART =
  /\bcannot import name ["'](?<name>\w{1,100})["'] from ["'](?<module>\w{1,60})(?:\.\w{1,60}){0,4}["'] \([^)]{0,300}[\\/](?:site|dist)-packages[\\/]/;

/** Whether the library that asks for a name is the one that should have it. */
function asksItself(reading: IReading): boolean {
  const asker = failedLibrary(reading);
  return (
    asker !== undefined &&
    reading.exceptions.some(
      ({ message }) => OWN_PART.exec(message)?.groups?.module === asker
    )
  );
}

/** transformers, and the packages that put their own files over its. */
const ALL_OF_TRANSFORMERS =
  'transformers adapter-transformers pytorch-transformers';

function installAnew(trans: ITranslate, module: string): IFix {
  const title = trans.__(
    'Take it away, install it anew, and restart the kernel'
  );
  return module === 'transformers'
    ? check(
        title,
        reinstall(module, ALL_OF_TRANSFORMERS),
        trans.__(
          'adapter-transformers writes its own, older files over those of transformers.'
        )
      )
    : check(title, reinstall(module));
}

export default define({
  id: 'version/half-installed',
  answers: [
    "ImportError: cannot import name 'get_session' from 'huggingface_hub' (unknown location)",
    "ImportError: cannot import name 'check_peft_version' from 'transformers.utils'"
  ],
  refines: ['python/failed-import', 'python/import-name'],
  values: ['name', 'module'],
  kinds: {
    folder: {
      signs: [
        {
          where: 'message',
          ename: /^ImportError$/,
          pattern: NO_PLACE,
          when: ({ exceptions }) =>
            exceptions.some(
              ({ message }) =>
                libraryIn(NO_PLACE.exec(message)?.groups?.module) !== undefined
            ),
          confidence: 'likely'
        }
      ],
      words: (trans, { module = 'huggingface_hub', name }) => ({
        title: fitting(module, 30)
          ? trans.__('Of %1 only an empty folder is found', module)
          : trans.__('Only an empty folder of the package is found'),
        cause: trans.__(
          '“unknown location” means that Python found a folder named %1 without the package’s __init__.py: either the rest of an installation that was broken off, or a folder of that name beside the program.',
          module
        ),
        fixes: [
          installAnew(trans, module),
          {
            safety: 'diagnostic',
            title: trans.__('See which folder it is'),
            code: showFolders(module)
          }
        ]
      })
    },
    mixed: {
      signs: [
        {
          where: 'message',
          ename: /^ImportError$/,
          pattern: OWN_PART,
          when: asksItself,
          confidence: 'likely'
        }
      ],
      words: (trans, { module = 'transformers', name = 'a name' }) => ({
        title: fitting(module, 24)
          ? trans.__('Files of two releases of %1 are mixed', module)
          : trans.__('Files of two releases are mixed'),
        cause: trans.__(
          'A file of %1 asks another file of %1 for %2 and does not find it, which no release does with itself: usually it was installed anew while this kernel had the old one loaded, or one installation was written over another.',
          module,
          name
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Restart the kernel, and import it first'),
            detail: trans.__(
              'What is in memory stays the old release until then.'
            )
          },
          installAnew(trans, module)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Another package asks for the name: then the two are of releases that do not fit.'
      )
    ],
    links: [
      {
        title: trans.__('pip: pip install'),
        url: 'https://pip.pypa.io/en/stable/cli/pip_install/'
      }
    ]
  })
});
