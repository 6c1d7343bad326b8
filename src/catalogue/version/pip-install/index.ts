import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';
import { isBefore, pythonsOf } from './pythons';

/** pip 9 to 25; `==` and the version are missing where any release would do. */
const PIP_NONE =
  /Could not find a version that satisfies the requirement (?<name>torch(?:vision|audio|text|data)?)(?![\w-])(?!==[\w.+]{0,40}[$%{])(?:==(?<version>[\w.+]{1,40})(?![^ ])|[<>~!][^ ()]{1,60})?(?: \(from (?!versions)[^()]{1,300}(?:\(line \d{1,6}\))?\))?(?: \(from versions: (?<found>[^)]{0,4000}))?/;

/** The last line alone, as people quote it. */
const PIP_LAST =
  /No matching distribution found for (?<name>torch(?:vision|audio|text|data)?)(?![\w-])(?!==[\w.+]{0,40}[$%{])(?:==(?<version>[\w.+]{1,40}))?/;

/** A variable of a shell or of a template, which nobody has filled in. */
const UNFILLED =
  /(?:satisfies the requirement|distribution found for|Invalid requirement:) ["']?(?<name>torch(?:vision|audio|text|data)?)==(?<version>[\w.+]{0,40})(?:\$\{?|%|\{{1,2} ?)(?<variable>[A-Za-z]\w{0,40})/;

/** uv 0.5 to 0.9, Poetry 1.x. */
const OTHERS =
  /(?:Because there is no version of |Because )(?<name>torch(?:vision|audio|text|data)?)==(?<version>[\w.+]{1,40})(?= and you require| has no wheels)|Unable to find installation candidates for (?<poetry>torch(?:vision|audio|text|data)?) \((?<candidate>[\w.+]{1,40})\)/;

/** uv: the lock names a build that this system has no wheel of. */
const PLATFORM =
  /You're on (?<system>[\w ]{1,30}) \(`(?<tag>\w{1,60})`\), but `(?<name>torch(?:vision|audio)?)` \(v(?<version>[\w.+]{1,40})\) only has wheels for the following platforms?: (?<found>[^\n]{1,400})/;

/** setup.py of `pytorch` on PyPI, which is not PyTorch. */
const MISNAMED =
  /You tried to install ["“]pytorch["”]|You should install pytorch from https?:\/\/pytorch\.org|Failed building wheel for pytorch\b(?!-)/;

/** The same name in a list of requirements: pip asks PyPI for that package. */
const REQUIRED =
  /Could not find a version that satisfies the requirement pytorch(?![\w-])(?:[=<>~!]{1,2}[\w.+*]{1,40})?/;

/** PyPI has old sources of it alone; it is built for one torch and one CUDA. */
const THREE_D =
  /(?:satisfies the requirement|distribution found for) pytorch3d(?:==(?<version>[\w.+]{1,40}))?/;

/** The empty source package that pip takes where it sees no wheel. */
const SOURCE = /\btorch-0\.1\.2(?:\.post\d)?\.tar\.gz\b/;

/** What pip prints where a package's own setup.py imports torch. */
const BUILDS =
  /Getting requirements to build (?:wheel|editable)|Preparing (?:editable )?metadata|(?:python )?setup\.py (?:egg_info|bdist_wheel|develop|install)|Failed to build|[Cc]ould not build wheels for|pip-(?:install|build|req-build|wheel)-|build_wheel|build-isolation/;

/** The package that was being built: of its folder, or as pip or uv names it. */
const BUILT =
  /pip-(?:install|build|wheel)-\w{1,20}[\\/](?<folder>[A-Za-z][\w.-]{0,60}?)(?:_[0-9a-f]{32})?[\\/]setup\.py|(?:Failed (?:building wheel for|to build:?)|[Cc]ould not build wheels for|× Failed to (?:download and )?build) `?(?<named>[A-Za-z][\w.-]{0,60})/;

/** The part of a version that names a build: `cu118` of `2.0.1+cu118`. */
const LOCAL = /\+(?<build>cpu|cu\d{2,3}|rocm[\d.]{1,8}|xpu)$/;

const UNRELEASED = /\d(?:a|b|rc|\.dev)\d/;

type None = ValuesOf<
  'name' | 'version' | 'build' | 'first' | 'last' | 'lowest' | 'highest'
> & { readonly kind: 'build' | 'unreleased' | 'python' | 'absent' | 'none' };

/** The releases that pip saw; those of before 0.2 are empty. */
function releasesIn(found = ''): string[] {
  return found
    .split(/, ?/)
    .filter(one => /^\d{1,3}\.\d/.test(one) && !/^0\.1\.[0-2]/.test(one));
}

/** PyTorch's own index, where the command names it. */
const INDEX =
  /(?:--(?:extra-)?index-url|--find-links|-f)[ =]["']?https?:\/\/download\.pytorch\.org\/whl/;

/** Why pip took none, by the version that was asked for and those it saw. */
function reasonOf(
  name: string | undefined,
  version: string | undefined,
  found: string | undefined,
  reading: IReading
): None {
  const releases = releasesIn(found);
  const lowest = releases[0];
  const highest = releases[releases.length - 1];
  const named = { name, version };
  const build = LOCAL.exec(version ?? '')?.groups?.build;
  if (
    version &&
    build &&
    !found?.includes('+') &&
    !INDEX.test(printedText(reading))
  ) {
    return { kind: 'build', ...named, build };
  }
  if (version && UNRELEASED.test(version)) {
    return { kind: 'unreleased', ...named };
  }
  const pythons = name === 'torch' && version ? pythonsOf(version) : undefined;
  if (lowest === undefined) {
    return { kind: 'none', ...named, ...pythons };
  }
  return version && (isBefore(version, lowest) || isBefore(highest, version))
    ? { kind: 'python', ...named, ...pythons, lowest, highest }
    : { kind: 'absent', ...named, lowest, highest };
}

/** How pip is told what to take: `torch==2.0.1`. */
function wanted({ name = 'torch', version }: ValuesOf<'name' | 'version'>) {
  return version ? `${name}==${version}` : name;
}

/** A title with what was wanted, where there is room. */
function titled(
  trans: ITranslate,
  values: ValuesOf<'name' | 'version'>,
  named: (what: string) => string,
  plain: string
): string {
  const what = fitting(wanted(values), 28);
  return what && values.name ? named(what) : plain;
}

function whichPython(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which Python pip installs for, and its width'),
    code: 'import struct, sys\nprint(sys.version, struct.calcsize("P") * 8, "bit")',
    detail: trans.__('torch needs 64 bit.')
  };
}

/** An environment whose Python fits, for those who need that very release. */
function anotherPython(
  trans: ITranslate,
  { name, version, last }: ValuesOf<'name' | 'version' | 'last'>
): IFix {
  return check(
    last
      ? trans.__('An environment with Python %1', last)
      : trans.__('An environment with a Python that it was made for'),
    `$ conda create -n torch-env python=${last ?? 'VERSION'}\n$ conda activate torch-env\n$ python -m pip install ${wanted({ name, version })}`
  );
}

function aRelease(trans: ITranslate, name = 'torch'): IFix {
  return check(
    trans.__('A release that this Python has'),
    `%pip install ${name}`,
    trans.__(
      'Take the fixed version out of requirements.txt first, where it stands there.'
    )
  );
}

/** Whether torch is what an isolated build of another package lacks. */
function isBuilding(reading: IReading): boolean {
  return BUILDS.test(printedText(reading));
}

function builtBy(reading: IReading): string | undefined {
  const groups = BUILT.exec(printedText(reading))?.groups;
  return groups?.folder ?? groups?.named;
}

export default define({
  id: 'version/pip-install',
  answers: [
    'ERROR: No matching distribution found for torch==1.7.1',
    'ERROR: Could not find a version that satisfies the requirement torch==2.0.1+cu118',
    'ERROR: Could not find a version that satisfies the requirement torch (from versions: none)',
    'Exception: You tried to install "pytorch". The package named for PyTorch is "torch"',
    "Getting requirements to build wheel did not run successfully: No module named 'torch'"
  ],
  refines: ['version/not-installed', 'python/failed-import'],
  values: [
    'name',
    'version',
    'build',
    'first',
    'last',
    'lowest',
    'highest',
    'system',
    'package',
    'variable'
  ],
  signs: [
    ...messageOrLog(PIP_NONE, {
      read: ({ name, version, found }, reading) =>
        reasonOf(name, version, found, reading)
    }),
    ...messageOrLog(PIP_LAST, {
      read: ({ name, version }, reading) =>
        reasonOf(name, version, undefined, reading)
    }),
    ...messageOrLog(OTHERS, {
      read: ({ name, version, poetry, candidate }, reading) =>
        reasonOf(name ?? poetry, version ?? candidate, undefined, reading)
    })
  ],
  kinds: {
    unfilled: {
      signs: messageOrLog(UNFILLED),
      words: (
        trans,
        { name = 'torch', version = '', variable = 'DEVICE' }
      ) => ({
        title: trans.__('The variable in the version was not filled in'),
        cause: trans.__(
          'pip was asked for %1, with the name %2 in it as text. In a requirements file it fills in only names in braces behind a dollar sign, and only where the environment has that variable.',
          `${name}==${version}…`,
          variable
        ),
        fixes: [
          check(
            trans.__('Write the whole version in its place'),
            `%pip install ${name}==${version.replace(/\+$/, '')}`,
            trans.__(
              'On Colab and Kaggle torch is installed already: leave the line out there.'
            )
          ),
          check(
            trans.__('Or set the variable before'),
            `%env ${variable}=cpu\n%pip install -r requirements.txt`
          )
        ]
      })
    },
    build: {
      words: (trans, values) => ({
        title: titled(
          trans,
          values,
          what => trans.__('%1 is not on PyPI', what),
          trans.__('This build of torch is not on PyPI')
        ),
        cause: values.build
          ? trans.__(
              'Builds for one platform, such as +%1, lie on PyTorch’s own index; pip looks there only when it is told.',
              values.build
            )
          : trans.__(
              'Builds for one platform, such as +cu118, lie on PyTorch’s own index; pip looks there only when it is told.'
            ),
        fixes: [
          check(
            trans.__('Name the index of this build'),
            `%pip install ${wanted(values)} --index-url https://download.pytorch.org/whl/${values.build ?? 'cu118'}`,
            trans.__(
              'Where other packages are installed by the same command, write --extra-index-url.'
            )
          ),
          check(
            trans.__('Or PyPI’s own build of this release'),
            `%pip install ${wanted({ ...values, version: values.version?.split('+')[0] })}`,
            trans.__('On Linux it is built for CUDA, on Windows for the CPU.')
          )
        ]
      })
    },
    unreleased: {
      words: (trans, values) => ({
        title: titled(
          trans,
          values,
          what => trans.__('%1 is no release on PyPI', what),
          trans.__('This version of torch was no release')
        ),
        cause: trans.__(
          'The version is that of a preview. PyPI has releases only, and previews stay on PyTorch’s own index for a short time.'
        ),
        fixes: [
          check(
            trans.__('Ask for releases from there on'),
            `%pip install "${values.name ?? 'torch'}>=${values.version?.split(/(?:a|b|rc|\.dev)\d/)[0] ?? '2.0'}"`
          ),
          check(
            trans.__('Or the preview of today'),
            `%pip install --pre ${values.name ?? 'torch'} --index-url https://download.pytorch.org/whl/nightly/cpu`,
            trans.__('For a GPU, cu126 or another stands in place of cpu.')
          )
        ]
      })
    },
    python: {
      words: (trans, values) => ({
        title: titled(
          trans,
          values,
          what => trans.__('This Python has no %1', what),
          trans.__('This Python has no such release of torch')
        ),
        cause: values.last
          ? trans.__(
              'torch %1 was built for Python %2 to %3. For the Python that pip runs with there are %4 to %5.',
              values.version,
              values.first,
              values.last,
              values.lowest,
              values.highest
            )
          : trans.__(
              'Each release is built for a few versions of Python. For the one that pip runs with there are %1 to %2.',
              values.lowest ?? trans.__('others'),
              values.highest ?? trans.__('others')
            ),
        fixes: [
          aRelease(trans, values.name),
          anotherPython(trans, values),
          whichPython(trans)
        ]
      })
    },
    absent: {
      words: (trans, values) => ({
        title: titled(
          trans,
          values,
          what => trans.__('pip finds no %1 here', what),
          trans.__('pip finds no such release of torch here')
        ),
        cause: trans.__(
          'For this Python and system the index has %1 to %2, and none that was asked for. Releases differ by Python, system and build (+cu118).',
          values.lowest ?? trans.__('others'),
          values.highest ?? trans.__('others')
        ),
        fixes: [aRelease(trans, values.name), whichPython(trans)]
      })
    },
    none: {
      words: (trans, values) => ({
        title: titled(
          trans,
          values,
          what => trans.__('No wheel of %1 fits this Python', what),
          trans.__('No wheel of torch fits this Python or system')
        ),
        cause: values.last
          ? trans.__(
              'torch %1 was built for Python %2 to %3, in 64 bit. Either pip runs with another Python or system, or its index has no torch.',
              values.version,
              values.first,
              values.last
            )
          : trans.__(
              'pip found no release for the Python that it runs with. Usual: one that is too new or too old, of 32 bit, or on a system that torch is not built for, such as Alpine Linux or a Mac with Intel’s processor since torch 2.3.'
            ),
        fixes: [
          whichPython(trans),
          anotherPython(trans, values),
          ...(values.version ? [aRelease(trans, values.name)] : [])
        ]
      })
    },
    source: {
      signs: [
        {
          where: 'log',
          pattern: SOURCE,
          when: ({ log }) => /error|fail/i.test(log)
        }
      ],
      words: trans => ({
        title: trans.__('pip took an empty package, torch 0.1.2'),
        cause: trans.__(
          'pip saw no wheel of torch for its Python and took the only source package there is. It holds no torch: either the Python is too new, too old or of 32 bit, or its pip is too old.'
        ),
        fixes: [
          whichPython(trans),
          check(
            trans.__('Renew pip, then install again'),
            '%pip install --upgrade pip\n%pip install torch'
          )
        ]
      })
    },
    platform: {
      signs: messageOrLog(PLATFORM, {
        read: ({ system, name, version }) => ({
          system,
          name,
          version,
          build: LOCAL.exec(version ?? '')?.groups?.build
        })
      }),
      words: (trans, values) => ({
        title: titled(
          trans,
          values,
          what => trans.__('No wheel of %1 for this system', what),
          trans.__('This build of torch has no wheel for this system')
        ),
        cause: trans.__(
          'The lock file or the index names a build for other systems, and this is %1. A Mac has no CUDA: its wheels are those of PyPI.',
          values.system ?? trans.__('another')
        ),
        fixes: [
          check(
            trans.__('Take PyPI’s build on this system'),
            `$ uv pip install ${wanted({ ...values, version: values.version?.split('+')[0] })}`
          ),
          check(
            trans.__('In pyproject.toml, name PyTorch’s index for Linux alone'),
            '[tool.uv.sources]\ntorch = [{ index = "pytorch", marker = "sys_platform == \'linux\'" }]'
          )
        ],
        links: [
          {
            title: trans.__('uv: Using uv with PyTorch'),
            url: 'https://docs.astral.sh/uv/guides/integration/pytorch/'
          }
        ]
      })
    },
    misnamed: {
      signs: [...messageOrLog(MISNAMED), ...messageOrLog(REQUIRED)],
      words: trans => ({
        title: trans.__('On PyPI PyTorch is called torch'),
        cause: trans.__(
          'The package pytorch on PyPI holds nothing but a message that says so, whatever release is asked for.'
        ),
        fixes: [
          check(
            trans.__('Install torch'),
            '%pip install torch torchvision',
            trans.__('In requirements.txt write torch, too.')
          )
        ]
      })
    },
    three: {
      signs: messageOrLog(THREE_D, { confidence: 'likely' }),
      words: (trans, { version }) => ({
        title: trans.__('PyPI has no such release of pytorch3d'),
        cause: trans.__(
          'pytorch3d is compiled for one torch, one CUDA and one Python. PyPI has wheels of a few old releases, none of them for this system; the others are on GitHub, and in conda.'
        ),
        fixes: [
          check(
            trans.__('Build it beside the installed torch'),
            `%pip install --no-build-isolation "git+https://github.com/facebookresearch/pytorch3d.git@${version ? `v${version}` : 'stable'}"`,
            trans.__(
              'It takes long, and needs a compiler, for a GPU also nvcc of the CUDA that torch was built for. Take its line out of requirements.txt before.'
            )
          ),
          check(
            trans.__('Or take it from conda, on Linux'),
            `$ conda install pytorch3d${version ? `=${version}` : ''} -c pytorch3d -c pytorch -c nvidia`,
            trans.__('With the Python and torch that its INSTALL.md names.')
          )
        ],
        links: [
          {
            title: trans.__('PyTorch3D: installation'),
            url: 'https://github.com/facebookresearch/pytorch3d/blob/main/INSTALL.md'
          }
        ]
      })
    },
    isolated: {
      signs: [
        {
          where: 'message',
          pattern: /^No module named '?torch'?$/,
          when: isBuilding,
          read: (_, reading) => ({ package: builtBy(reading) })
        },
        {
          where: 'log',
          pattern: /ModuleNotFoundError: No module named '?torch'?(?![\w.])/,
          when: isBuilding,
          read: (_, reading) => ({ package: builtBy(reading) })
        }
      ],
      words: (trans, { package: name }) => ({
        title:
          fitting(name, 30) !== undefined
            ? trans.__('%1 is built where no torch is', name)
            : trans.__('A package is built where no torch is'),
        cause: trans.__(
          'Its setup imports torch, and pip builds in an empty environment of its own. That says nothing about the torch of your kernel.'
        ),
        fixes: [
          check(
            trans.__('Install torch first, then build beside it'),
            `%pip install torch setuptools wheel ninja\n%pip install --no-build-isolation ${name ?? 'PACKAGE'}`,
            trans.__(
              'In one requirements.txt the two do not go together: torch has to be there before.'
            )
          ),
          {
            safety: 'check',
            title: trans.__('Or a wheel that is built already'),
            detail: trans.__(
              'Many such packages offer wheels for each torch and CUDA on a page of their own: see how they say they are installed.'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Behind a proxy or without a network pip finds no versions at all, and says so above (“connection”, “timed out”).'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Get started, the command for each system'),
        url: 'https://pytorch.org/get-started/locally/'
      },
      {
        title: trans.__('PyTorch: Previous versions'),
        url: 'https://pytorch.org/get-started/previous-versions/'
      }
    ]
  })
});
