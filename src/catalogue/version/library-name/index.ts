import type {
  IFactsMatch,
  IFix,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { define, type Sign, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { callingPackage } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { failedLibrary, loadedLibrary } from '../shared/libraries';
import {
  BEST_KNOWN,
  goneFrom,
  LIBRARIES,
  libraryOf,
  type IGone
} from './table';
import { isSince } from '../shared/releases';
import { messageOrLog } from '../../signs';
import { isEnded } from '../shared/ended';
import { installedOne } from '../shared/installed';
import { replacement } from '../removed-api/replacements';
import { importToday } from '../../shared/edits/names';

const MODULE = String.raw`(?<module>(?:${LIBRARIES.join('|')})(?:\.\w{1,60}){0,6})`;

const PATTERNS = [
  String.raw`\bcannot import name ["'](?<name>\w{1,100})["'] from ["']${MODULE}["']`,
  String.raw`\bmodule ["']?${MODULE}["']? has no attribute ["']?(?<name>\w{1,100})`,
  String.raw`\bNo module named ["']${MODULE}["']`
].map(source => new RegExp(source));

type Value = 'module' | 'name' | 'asker' | 'installed';

/** The library that asks, where it is another than the one that is asked. */
function askerOf(reading: IReading, module: string): string | undefined {
  const asker =
    failedLibrary(reading) ?? loadedLibrary(reading) ?? callingPackage(reading);
  return asker === libraryOf(module) ? undefined : asker;
}

/**
 * Whether the installed library can be one without the name. Where its own
 * files ask for it, they are of several releases, and the kernel may know that
 * the installed one is older.
 */
function canBeGone(reading: IReading, row: IGone): boolean {
  const library = libraryOf(row.module);
  const { live } = reading.incident;
  const known = live?.kind === 'import' && libraryOf(live.module) === library;
  return (
    (failedLibrary(reading) ?? loadedLibrary(reading)) !== library &&
    !(known && live.version !== null && !isSince(live.version, row.gone))
  );
}

function goneIn(reading: IReading): IGone | undefined {
  const texts = [
    ...reading.exceptions.map(({ message }) => message),
    reading.log
  ];
  const rows = texts.flatMap(text =>
    PATTERNS.map(pattern => pattern.exec(text)?.groups as Values | undefined)
      .filter(groups => groups !== undefined)
      .map(({ module, name }) => goneFrom(module, name))
  );
  return rows.find(row => row !== undefined && canBeGone(reading, row));
}

/** The same, caught and told in a line of a program's own. */
const REPORTED =
  /\b(?:Error|ERROR|Failed|Could not|Cannot) [a-z][\w .-]{2,60}: cannot import name ["']\w{1,100}["'] from ["']\w{1,60}/;

function isReported({ log }: IReading): boolean {
  return REPORTED.test(log);
}

/** The library of which the rest of such a program speaks. */
function toldAsker(reading: IReading): string | undefined {
  return isReported(reading) && reading.mentions('SentenceTransformer')
    ? 'sentence_transformers'
    : undefined;
}

function valuesOf(
  row: IGone,
  reading: IReading
): ValuesOf<Value> & { readonly kind: Kind } {
  const asker = askerOf(reading, row.module) ?? toldAsker(reading);
  return {
    kind: asker === undefined && !isReported(reading) ? 'own' : 'library',
    module: row.module,
    name: row.name === '' ? undefined : row.name,
    asker
  };
}

type Kind = 'own' | 'library';

/** The release that the kernel uses proves it. */
function installedFacts(reading: IReading): IFactsMatch | null {
  const { live } = reading.incident;
  const row = goneIn(reading);
  return live?.kind === 'import' &&
    live.version !== null &&
    row !== undefined &&
    libraryOf(live.module) === libraryOf(row.module)
    ? {
        confidence: 'certain',
        evidence: [
          { where: 'kernel', text: `${live.package} ${live.version}` }
        ],
        values: { ...valuesOf(row, reading), installed: live.version }
      }
    : null;
}

function seeVersion(trans: ITranslate, library: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which version is installed'),
    code: `%pip show ${packageOf(library)}`
  };
}

/** A module is taken apart over the patches of a release: before them it is whole. */
function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function olderOne(trans: ITranslate, row: IGone, isFirst = false): IFix {
  const library = libraryOf(row.module);
  return check(
    isFirst
      ? trans.__('Go back to a release of %1 that has it', library)
      : trans.__('Or go back to a release of %1 that has it', library),
    `%pip install "${packageOf(library)}<${minor(row.gone)}"`,
    trans.__(
      'Restart the kernel after it. What is installed beside it may want the newer one: %pip check tells.'
    )
  );
}

/** The library gets no releases any more: its file is changed by hand. */
function editFile(trans: ITranslate, row: IGone): IFix {
  const today = todayOf(row);
  return check(
    trans.__('Or change the line in its file, which the traceback names'),
    today === '' ? `# without ${row.name || row.module}` : today,
    trans.__('No newer release of it does so.')
  );
}

/** What one writes today, empty where nothing took its place. */
function todayOf(row: IGone): string {
  return (
    row.instead || (replacement(row.name || row.module, row.module).code ?? '')
  );
}

/** What the signs have in common. */
const ASKED: Pick<Sign<Value, Kind>, 'when' | 'confidence' | 'read'> = {
  when: reading => goneIn(reading) !== undefined,
  confidence: 'likely',
  read: (_, reading) => {
    const row = goneIn(reading);
    return row === undefined ? {} : valuesOf(row, reading);
  }
};

export default define({
  id: 'version/library-name',
  answers: [
    "ImportError: cannot import name 'load_metric' from 'datasets'",
    "ImportError: cannot import name 'cached_download' from 'huggingface_hub'",
    "ImportError: cannot import name 'prepare_model_for_int8_training' from 'peft'",
    "ModuleNotFoundError: No module named 'transformers.modeling_bert'",
    "ModuleNotFoundError: No module named 'ultralytics.yolo'",
    "ModuleNotFoundError: No module named 'pytorch_lightning.utilities.distributed'"
  ],
  refines: [
    'python/failed-import',
    'python/import-name',
    'python/missing-attribute',
    'version/libraries-differ',
    'version/removed-api'
  ],
  values: ['module', 'name', 'asker', 'installed'],
  signs: [
    ...PATTERNS.flatMap((pattern): Sign<Value, Kind>[] =>
      messageOrLog(pattern, ASKED)
    ),
    // A program that goes on after it fails later, of what it then lacks.
    { where: 'log', pattern: REPORTED, fatal: true, ...ASKED }
  ],
  facts: installedFacts,
  kinds: {
    own: {
      words: (trans, { module, name, installed }) => {
        const row = goneFrom(module, name) ?? BEST_KNOWN;
        const library = libraryOf(row.module);
        const shown = row.name || row.module;
        return {
          title:
            fitting(row.name ? library + shown : shown, 40) === undefined
              ? trans.__('%1 no longer has this name', library)
              : row.name
                ? trans.__('%1 no longer has “%2”', library, shown)
                : trans.__('There is no %1 any more', shown),
          cause: `${trans.__(
            '%1 was in %2 up to %3; %4 and later are without it.',
            row.name ? `${row.module}.${row.name}` : row.module,
            library,
            row.last,
            row.gone
          )}${installedOne(trans, library, installed)}`,
          fixes: [
            ...(todayOf(row)
              ? [
                  {
                    ...check(
                      trans.__('Write what is there today'),
                      todayOf(row)
                    ),
                    edit: importToday(row.module, row.name, todayOf(row))
                  }
                ]
              : []),
            olderOne(trans, row, todayOf(row) === ''),
            ...(installed ? [] : [seeVersion(trans, library)])
          ]
        };
      }
    },
    library: {
      words: (trans, { module, name, asker, installed }) => {
        const row = goneFrom(module, name) ?? BEST_KNOWN;
        const library = libraryOf(row.module);
        return {
          title: asker
            ? trans.__('%1 is too new for this %2', library, asker)
            : trans.__('%1 is too new for a library', library),
          cause: `${trans.__(
            '%1 asks for %2, which was in %3 up to %4; %5 and later are without it.',
            asker ?? trans.__('A library'),
            row.name ? `${row.module}.${row.name}` : row.module,
            library,
            row.last,
            row.gone
          )}${installedOne(trans, library, installed)}`,
          fixes: !asker
            ? [
                olderOne(trans, row, true),
                check(
                  trans.__('Or update the program, with all that it brings'),
                  '%pip check',
                  trans.__(
                    'In an environment of its own, with the versions that its requirements name.'
                  )
                )
              ]
            : isEnded(asker)
              ? [olderOne(trans, row, true), editFile(trans, row)]
              : [
                  check(
                    trans.__('Update %1, then restart the kernel', asker),
                    `%pip install --upgrade ${packageOf(asker)}`
                  ),
                  olderOne(trans, row)
                ]
        };
      }
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A folder or a file of yours with the library’s name is imported instead of it: its path stands in the message.'
      ),
      trans.__(
        'Where a cloned repository asks for the name, its requirements.txt says which releases it was written for.'
      )
    ],
    links: [
      {
        title: trans.__('pip: pip check'),
        url: 'https://pip.pypa.io/en/stable/cli/pip_check/'
      }
    ]
  })
});
