/** The extension: built, and installed into .venv in development mode. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { dirname } from 'node:path';
import { pip, stampVenv, venvStamp } from './python.mjs';
import {
  at,
  hashOf,
  Missing,
  npm,
  output,
  readJson,
  say,
  venvProgram
} from './tools.mjs';

const NAME = 'jupyterlab-torch-triage';
const BUILT = at('jupyterlab_torch_triage', 'labextension');
const LINK = at('.venv', 'share', 'jupyter', 'labextensions', NAME);

/** What the last build was made of; gone with node_modules. */
const BUILD_STAMP = at('node_modules', '.cache', 'torch-triage', 'build.json');

const INPUTS = [
  'src',
  'style',
  'schema',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'rspack.config.js',
  'scripts/build-cli.mjs'
];
const OUTPUTS = [
  'lib/index.js',
  'jupyterlab_torch_triage/labextension/package.json',
  'jupyterlab_torch_triage/cli/torch-triage.cjs'
];

/** Build when a source changed since the last build. */
export async function buildExtension() {
  const inputs = hashOf(...INPUTS);
  const built = OUTPUTS.every(path => existsSync(at(path)));
  if (built && readJson(BUILD_STAMP).inputs === inputs) {
    return;
  }
  say('Building the extension, about ten seconds.');
  const { code } = await npm(['run', '--silent', 'build']);
  if (code !== 0) {
    throw new Missing(
      'The build failed, its messages stand above: mend them, then run `npm run build`.'
    );
  }
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, JSON.stringify({ inputs }));
}

/**
 * Install the Python package as editable and link the built front end, so that
 * a rebuild shows after a page reload.
 */
export async function installExtension() {
  const python = hashOf('pyproject.toml', 'package.json', 'install.json');
  if (venvStamp().extension === python && isLinked()) {
    return;
  }
  say('Installing the extension into .venv in development mode.');
  // Before pip: it would delete the built files through the link.
  rmSync(LINK, { recursive: true, force: true });
  await pip(
    ['install', '--quiet', '--no-build-isolation', '--no-deps', '-e', '.'],
    { env: { SKIP_JUPYTER_BUILDER: '1' } }
  );
  rmSync(LINK, { recursive: true, force: true });
  mkdirSync(dirname(LINK), { recursive: true });
  // A junction needs no special right on Windows; elsewhere the type is ignored.
  symlinkSync(BUILT, LINK, 'junction');
  checkListed();
  stampVenv({ extension: python });
}

function isLinked() {
  return (
    lstatSync(LINK, { throwIfNoEntry: false })?.isSymbolicLink() &&
    existsSync(LINK) &&
    realpathSync(LINK) === realpathSync(BUILT)
  );
}

/** JupyterLab itself must see the extension. */
function checkListed() {
  const list = output(venvProgram('jupyter'), ['labextension', 'list']);
  const line = list?.split('\n').find(each => each.includes(NAME));
  if (!line || !/enabled.*OK/.test(line)) {
    throw new Missing(
      'JupyterLab does not list the extension as enabled: see `.venv/bin/jupyter labextension list`.'
    );
  }
}
