/** What a release must be. Each check gives its complaints as sentences. */

/** What each package must hold: the ends of names. */
const NEEDED = {
  wheel: [
    'labextensions/jupyterlab-torch-triage/package.json',
    'labextensions/jupyterlab-torch-triage/install.json',
    'labextensions/jupyterlab-torch-triage/static/style.js',
    'labextensions/jupyterlab-torch-triage/schemas/jupyterlab-torch-triage/plugin.json',
    'jupyter_server_config.d/jupyterlab_torch_triage.json',
    'jupyterlab_torch_triage/cli/torch-triage.cjs',
    'jupyterlab_torch_triage/event_schemas/kernel_exit.yaml',
    'licenses/LICENSE'
  ],
  sdist: [
    '/PKG-INFO',
    '/LICENSE',
    '/pyproject.toml',
    '/package.json',
    '/package-lock.json',
    '/src/index.ts',
    'jupyterlab_torch_triage/labextension/package.json',
    'jupyterlab_torch_triage/cli/torch-triage.cjs'
  ],
  npm: [
    'package/lib/index.js',
    'package/lib/index.d.ts',
    'package/style/index.css',
    'package/schema/plugin.json',
    'package/jupyterlab_torch_triage/cli/torch-triage.cjs',
    'package/README.md',
    'package/LICENSE'
  ]
};

/** What no package holds: leavings of a build or a checkout. */
const LEAVINGS =
  /\.(?:map|orig|pyc|tsbuildinfo)$|(?:^|\/)(?:node_modules|\.git|\.github|\.venv)\//;

/** An sdist is the source; what people install is without what tests it. */
const TESTING =
  /(?:^|\/)(?:__tests__|ui-tests)\/|\/(?:cases\.yaml|raises\.py)$/;

/** What is missing in a package, or does not belong there. */
export function contentProblems(kind, names) {
  const missing = NEEDED[kind].filter(
    end => !names.some(name => name.endsWith(end))
  );
  const stray = names.filter(
    name => LEAVINGS.test(name) || (kind !== 'sdist' && TESTING.test(name))
  );
  return [
    ...missing.map(end => `The ${kind} lacks ${end}.`),
    ...stray.map(name => `The ${kind} holds ${name}.`)
  ];
}

/**
 * Whether all places agree.
 *
 * @param version - that of package.json
 * @param others - versions by the place that names them
 */
export function versionProblems(version, others) {
  // A pre-release is spelt in one way by npm and in another by Python.
  const form = /^\d+\.\d+\.\d+$/.test(version)
    ? []
    : [`The version is ${version}, not three numbers.`];
  const differing = Object.entries(others)
    .filter(([, other]) => other !== version)
    .map(
      ([place, other]) => `${place} says ${other}, package.json ${version}.`
    );
  return [...form, ...differing];
}

/** The sections of a changelog: title, and how many entries stand in it. */
function sectionsOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map(section => ({
      title: section.split('\n', 1)[0].trim(),
      entries: section.match(/^- /gm)?.length ?? 0
    }));
}

/** Whether the changelog has anything to tell of this version. */
export function changelogProblems(changelog, version) {
  const told = sectionsOf(changelog).some(
    ({ title, entries }) =>
      entries > 0 &&
      (title === 'Unreleased' || title.startsWith(`${version} - `))
  );
  return told
    ? []
    : [`CHANGELOG.md has no entry under “Unreleased” or ${version}.`];
}

/** What else must be true at the moment of publishing. */
export function publishProblems({ changelog, manifest, tag }) {
  const { version, repository } = manifest;
  const sections = sectionsOf(changelog);
  const isDated = ({ title }) =>
    title.startsWith(`${version} - `) && /\d{4}-\d\d-\d\d$/.test(title);
  const problems = [
    [tag !== `v${version}`, `The tag is ${tag}, the version ${version}.`],
    [
      !sections.some(isDated),
      `CHANGELOG.md needs a heading “## ${version} - <year-month-day>”.`
    ],
    [
      sections.some(
        ({ title, entries }) => title === 'Unreleased' && entries > 0
      ),
      `CHANGELOG.md has entries under “Unreleased”: they belong under ${version}.`
    ],
    [
      !repository,
      'package.json names no `repository`, which npm compares with the place that vouches for the package.'
    ]
  ];
  return problems.filter(([applies]) => applies).map(([, text]) => text);
}
