import type { ITranslate } from '../../../diagnosis/types';
import type { VersionsFacts } from '../../../incident/versions-facts';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { isTorchInPlay } from '../../shared/torch-in-play';

/** What pip prints where it leaves packages behind that do not fit. */
const REPORTED =
  /(?<package>[\w.-]{1,60}) (?<version>\d[\w.+!-]{0,30}) (?:requires|has requirement) (?<other>[\w.-]{1,60})(?:\[[\w,-]{1,40}\])?(?<needs>(?:[<>=!~]=?|===)[\w.,<>=!~*+ -]{1,60}), but you(?:'ll)? have [\w.-]{1,60} (?<has>\d[\w.+!-]{0,30}) which is incompatible/;

function evidenceOf(live: VersionsFacts): string {
  return live.state === 'clash'
    ? `${live.package} ${live.version} requires ${live.other} ${live.needs}; installed: ${live.has}`
    : `${live.package} ${live.used} → ${live.version}`;
}

function valuesOf(live: VersionsFacts): Record<string, string | undefined> {
  const { package: name, version } = live;
  return live.state === 'clash'
    ? {
        kind: 'clash',
        package: name,
        version,
        other: live.other,
        needs: live.needs,
        has: live.has,
        direction: live.direction ?? undefined
      }
    : { kind: 'upgraded', package: name, version, used: live.used };
}

/** On which side of the needed versions the installed one lies. */
function directionWords(trans: ITranslate, direction?: string): string {
  switch (direction) {
    case 'older':
      return trans.__(', which is too old for it');
    case 'newer':
      return trans.__(', which is too new for it');
    default:
      return '';
  }
}

function bothTitle(
  trans: ITranslate,
  { package: name, other }: ValuesOf<'package' | 'other'>
): string {
  return name && other
    ? trans.__('%1 and %2 do not fit', name, other)
    : trans.__('Installed packages do not fit one another');
}

export default define({
  id: 'python/versions-disagree',
  answers: [
    "ERROR: pip's dependency resolver does not currently take into account all the packages that are installed.",
    'transformers 4.40.0 requires tokenizers<0.20,>=0.19, but you have tokenizers 0.21.0 which is incompatible.',
    'torchvision 0.19.0 requires torch==2.4.0, but you have torch 2.5.0 which is incompatible.'
  ],
  refines: ['version/removed-api', 'python/call-arguments'],
  values: ['package', 'version', 'other', 'needs', 'has', 'used', 'direction'],
  signs: messageOrLog(REPORTED, {
    when: isTorchInPlay,
    confidence: 'possible'
  }).map(sign => ({ ...sign, read: () => ({ kind: 'clash' as const }) })),
  facts: ({ incident: { live } }) =>
    live?.kind === 'versions' && live.hasTorch
      ? {
          confidence: live.isProven ? 'certain' : 'likely',
          evidence: [{ where: 'kernel', text: evidenceOf(live) }],
          values: valuesOf(live)
        }
      : null,
  kinds: {
    clash: {
      words: (
        trans,
        { package: name, version, other, needs, has, direction, ...values }
      ) => ({
        title: bothTitle(trans, { ...values, package: name, other }),
        cause:
          name && version && other && needs && has
            ? trans.__(
                'The installed %1 %2 needs %3 %4, and %5 is installed%6. Another installation has put that version there.',
                name,
                version,
                other,
                needs,
                has,
                directionWords(trans, direction)
              )
            : trans.__(
                'A package needs another version of a second one than the installed one. Another installation has put that version there.'
              ),
        fixes: [
          check(
            trans.__('Install what it needs, then restart the kernel'),
            other && needs
              ? `%pip install "${other}${needs.replace(/ /g, '')}"`
              : '%pip check',
            name && other
              ? trans.__(
                  'Or update %1, if a newer release of it works with the installed %2.',
                  name,
                  other
                )
              : undefined
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what else does not fit'),
            code: '%pip check'
          }
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
            safety: 'check',
            title: trans.__('Restart the kernel'),
            detail: trans.__(
              'A restart loses all variables: save what took long.'
            ),
            action: { kind: 'restart' }
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A package can fail for other reasons while versions disagree: see whether the traceback ends where the two meet.'
      )
    ],
    links: [
      {
        title: trans.__('pip: pip check'),
        url: 'https://pip.pypa.io/en/stable/cli/pip_check/'
      },
      {
        title: trans.__('Python packaging: version specifiers'),
        url: 'https://packaging.python.org/en/latest/specifications/version-specifiers/'
      }
    ]
  })
});
