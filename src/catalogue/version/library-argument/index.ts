import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { define, type Sign, type ValuesOf } from '../../define';
import { check, pip } from '../../fix';
import { askingFrames } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';
import { versionOf } from '../../shared/stack';
import { installedOne } from '../shared/installed';
import { insteadOf } from './instead';
import { REFUSED, refusedIn } from './of-libraries';

type Value =
  | 'library'
  | 'owner'
  | 'name'
  | 'today'
  | 'without'
  | 'has'
  | 'asker'
  | 'installed'
  | 'place'
  | 'type';

type Kind = 'gone' | 'member' | 'since' | 'later' | 'either';

/** A file of the user's, or of a repository that was cloned: not a cell. */
function placeOf(reading: IReading): string | undefined {
  const frame = askingFrames(reading).at(-1);
  return frame?.place === 'user' ? frame.file.split(/[\\/]/).pop() : undefined;
}

function valuesOf(
  reading: IReading
): ValuesOf<Value> & { readonly kind?: Kind } {
  const { found } = refusedIn(reading);
  const [first] = found?.changes ?? [];
  if (found === undefined || first === undefined) {
    return {};
  }
  const { library, name, today, before, after, what, change } = first;
  const owners = new Set(found.changes.map(({ owner }) => owner));
  const changes = new Set(found.changes.map(one => one.change));
  const isOpen = found.asked === '__init__' && owners.size > 1;
  return {
    kind:
      isOpen && changes.size > 1
        ? 'either'
        : change === 'gone'
          ? what === 'member'
            ? 'member'
            : 'gone'
          : what === 'member'
            ? 'later'
            : 'since',
    library,
    // Which class it is stands in no message of an old Python.
    owner: isOpen ? undefined : first.owner,
    name,
    today,
    without: change === 'gone' ? after : before,
    has: change === 'gone' ? before : after,
    asker: found.asker,
    installed: versionOf(reading, library),
    place: placeOf(reading),
    type: what === 'member' ? found.asked : undefined
  };
}

const SIGNS = REFUSED.flatMap((pattern): Sign<Value, Kind>[] =>
  messageOrLog(pattern, {
    when: reading => refusedIn(reading).found !== undefined,
    confidence: 'likely',
    read: (_, reading) => valuesOf(reading)
  })
);

/** The release as people pin it: what is read is the last of each minor one. */
function minor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function olderOne(
  trans: ITranslate,
  library: string,
  without: string,
  place: string | undefined,
  isFirst = false
): IFix {
  return check(
    place
      ? trans.__('Install the %1 that the code was written for', library)
      : isFirst
        ? trans.__('Go back to a %1 that has it', library)
        : trans.__('Or go back to a %1 that has it', library),
    `%pip install "${packageOf(library)}<${minor(without)}"`,
    trans.__(
      'Restart the kernel after it. What is installed beside it may want the newer one: %pip check tells.'
    )
  );
}

function newerOne(trans: ITranslate, library: string, has: string): IFix {
  return pip({
    title: trans.__('Update it, then restart the kernel'),
    line: `%pip install --upgrade "${packageOf(library)}>=${has}"`,
    isInUse: true
  });
}

function newerAsker(trans: ITranslate, asker: string): IFix {
  return check(
    trans.__('Update %1, whose line asks for it, then restart', asker),
    `%pip install --upgrade ${packageOf(asker)}`
  );
}

function seeVersion(trans: ITranslate, library: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which version is installed'),
    code: `%pip show ${packageOf(library)}`
  };
}

/** The call as people write it. */
function shownOf(owner: string | undefined, name: string): string {
  return owner === 'PreTrainedModel'
    ? `from_pretrained(${name}=…)`
    : owner
      ? `${owner}(${name}=…)`
      : `${name}=…`;
}

/** Without it, or with what the call takes today. */
function leftOut(
  trans: ITranslate,
  library: string,
  owner: string | undefined
): IFix {
  return owner
    ? {
        safety: 'diagnostic',
        title: trans.__('Or leave it out: see what it takes today'),
        code: `help(${owner})`
      }
    : seeVersion(trans, library);
}

/** What to write today, where it is known. */
function todays(
  trans: ITranslate,
  owner: string | undefined,
  name: string,
  today: string | undefined
): IFix[] {
  const instead = insteadOf(owner, name);
  return instead
    ? [check(trans.__('Write what there is today'), instead)]
    : today
      ? [
          check(
            trans.__('Write %1, which came in the same release', today),
            shownOf(owner, today)
          )
        ]
      : [];
}

/** What to do about a name that a release has dropped. */
function goneFixes(
  trans: ITranslate,
  {
    library = '',
    owner,
    name = '',
    today,
    without = '',
    asker,
    place
  }: ValuesOf<Value>,
  last: IFix
): IFix[] {
  if (asker) {
    return [
      newerAsker(trans, asker),
      olderOne(trans, library, without, undefined)
    ];
  }
  const written = todays(trans, owner, name, today);
  const older = olderOne(trans, library, without, place, written.length === 0);
  // A file of a project was written for the older one.
  return place ? [older, ...written, last] : [...written, older, last];
}

/** The title where the installed release does not have the name yet. */
function tooOld(trans: ITranslate, library: string, name: string): string {
  return fitting(`${library}${name}`, 30)
    ? trans.__('This %1 is too old for “%2”', library, name)
    : trans.__('The installed %1 is too old', library);
}

export default define({
  id: 'version/library-argument',
  answers: [
    "TypeError: make_grid() got an unexpected keyword argument 'range'",
    "TypeError: __init__() got an unexpected keyword argument 'to_onehot_y'",
    "TypeError: load_dataset() got an unexpected keyword argument 'ignore_verifications'",
    "AttributeError: 'DynamicCache' object has no attribute 'seen_tokens'",
    "AttributeError: 'Vocab' object has no attribute 'stoi'"
  ],
  refines: [
    'model/forward-arguments',
    'model/layer-options',
    'model/no-attribute',
    'model/trainer-arguments',
    'python/call-arguments',
    'python/missing-attribute',
    'version/parts-differ'
  ],
  values: [
    'library',
    'owner',
    'name',
    'today',
    'without',
    'has',
    'asker',
    'installed',
    'place',
    'type'
  ],
  signs: SIGNS,
  kinds: {
    gone: {
      words: (
        trans,
        {
          library = 'torchvision',
          owner,
          name = 'range',
          today,
          without = '0.15',
          has = '0.14',
          asker,
          installed,
          place
        }
      ) => ({
        title: fitting(`${owner ?? library}${name}`, 38)
          ? trans.__('%1 no longer takes “%2”', owner ?? library, name)
          : trans.__('%1 no longer takes this argument', library),
        cause: `${trans.__(
          '%1 was in %2 up to %3; %4 is without it.',
          shownOf(owner, name),
          library,
          has,
          without
        )}${installedOne(trans, library, installed)}`,
        fixes: goneFixes(
          trans,
          { library, owner, name, today, without, asker, place },
          leftOut(trans, library, owner)
        )
      })
    },
    member: {
      words: (
        trans,
        {
          library = 'transformers',
          owner = 'DynamicCache',
          name = 'seen_tokens',
          without = '4.56.2',
          has = '4.55.4',
          asker,
          installed,
          place,
          type = owner
        }
      ) => ({
        title: fitting(`${type}${name}`, 38)
          ? trans.__('%1 no longer has “%2”', type, name)
          : trans.__('This %1 no longer has that name', library),
        cause: `${trans.__(
          '%1 had %2 in %3 up to %4; %5 is without it.',
          type,
          name,
          library,
          has,
          without
        )}${installedOne(trans, library, installed)}`,
        fixes: goneFixes(
          trans,
          { library, owner, name, without, asker, place },
          pip({
            title: trans.__('Or it was saved by a newer one: update'),
            line: `%pip install --upgrade ${packageOf(library)}`,
            isInUse: true
          })
        )
      })
    },
    since: {
      words: (
        trans,
        {
          library = 'torchvision',
          owner,
          name = 'weights',
          without = '0.12',
          has = '0.13',
          installed
        }
      ) => ({
        title: tooOld(trans, library, name),
        cause: `${trans.__(
          '%1 is in %2 since %3; %4 is without it.',
          shownOf(owner, name),
          library,
          has,
          without
        )}${installedOne(trans, library, installed)}`,
        fixes: [
          newerOne(trans, library, has),
          insteadOf(owner, name)
            ? check(
                trans.__('Or write it as the installed one has it'),
                insteadOf(owner, name) ?? ''
              )
            : leftOut(trans, library, owner)
        ]
      })
    },
    later: {
      words: (
        trans,
        {
          library = 'transformers',
          owner = 'PreTrainedTokenizerBase',
          name = 'apply_chat_template',
          without = '4.33.3',
          has = '4.34.1',
          installed,
          type = owner
        }
      ) => ({
        title: tooOld(trans, library, name),
        cause: `${trans.__(
          '%1 has %2 in %3 since %4; %5 is without it.',
          type,
          name,
          library,
          has,
          without
        )}${installedOne(trans, library, installed)}`,
        fixes: [
          newerOne(trans, library, has),
          check(
            trans.__('See whether something holds it back'),
            '%pip check',
            trans.__('A package beside it may ask for the older release.')
          )
        ]
      })
    },
    either: {
      words: (trans, { library = 'monai', name = 'to_onehot_y' }) => ({
        title: fitting(`${library}${name}`, 28)
          ? trans.__('“%1” belongs to another release of %2', name, library)
          : trans.__('The argument is of another release of %1', library),
        cause: trans.__(
          'Some classes of %1 take %2 since one release, others up to one. The code was written for another release than the installed one.',
          library,
          name
        ),
        fixes: [
          pip({
            title: trans.__('Update it, then restart the kernel'),
            line: `%pip install --upgrade ${packageOf(library)}`,
            isInUse: true
          }),
          check(
            trans.__('Or install the release that the code names'),
            '%pip install -r requirements.txt  # of the project',
            trans.__(
              'Where it has none, its README names a release. Restart the kernel after it.'
            )
          ),
          seeVersion(trans, library)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A function or class of your own by the same name has its own arguments: look at what is imported.'
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
