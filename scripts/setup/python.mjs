/** Python, the environment `.venv`, JupyterLab and PyTorch in it. */
import { existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  at,
  hashOf,
  Missing,
  needDisk,
  output,
  readJson,
  run,
  say,
  venvProgram
} from './tools.mjs';

const TORCH = '2.13.0';
const CPU_INDEX = 'https://download.pytorch.org/whl/cpu';

const VENV = at('.venv');

/** What goes to a folder in it that only some tests look into. */
const PICKLERS = 'requirements-picklers.txt';

/** What was installed into .venv; gone with it. */
const STAMP = join(VENV, 'torch-triage.json');

/** Remember what a step put into .venv. */
export function stampVenv(facts) {
  writeFileSync(STAMP, JSON.stringify({ ...readJson(STAMP), ...facts }));
}

/** What earlier runs put into .venv. */
export function venvStamp() {
  return readJson(STAMP);
}

/** Make .venv what requirements-dev.txt and TORCH say. */
export async function installPython() {
  await makeVenv();
  const requirements = hashOf('requirements-dev.txt');
  if (venvStamp().requirements !== requirements) {
    needDisk(1.5, 'JupyterLab and PyTorch');
    say('JupyterLab, Notebook, pytest: downloading about 90 MB.');
    await pip(['install', '-r', 'requirements-dev.txt']);
    stampVenv({ requirements, place: VENV });
  }
  if (!torchVersion()?.includes(TORCH)) {
    await installTorch();
  }
  const picklers = hashOf(PICKLERS);
  if (venvStamp().picklers !== picklers) {
    const folder = join(VENV, 'picklers');
    rmSync(folder, { recursive: true, force: true });
    await pip(['install', '--no-deps', '--target', folder, '-r', PICKLERS]);
    stampVenv({ picklers });
  }
}

function pythonVersion(command) {
  const text = output(command[0], [
    ...command.slice(1),
    '-c',
    'import sys; print("%d.%d" % sys.version_info[:2])'
  ]);
  const found = text?.match(/^(\d+)\.(\d+)$/m);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function fits([major, minor]) {
  return major === 3 && minor >= 10;
}

async function makeVenv() {
  if (lstatSync(VENV, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // To make it anew would empty what it leads to: another checkout's.
    throw new Missing(
      '.venv is a link: remove it, and `npm run setup` makes an environment of this checkout’s own.'
    );
  }
  // Programs in .venv name its place, so a checkout that moved needs a new one.
  const { place = VENV } = venvStamp();
  const current = place === VENV && pythonVersion([venvProgram('python')]);
  if (current && fits(current)) {
    return;
  }
  const python = findPython();
  say('Python environment: making .venv.');
  const { code } = await run(python[0], [
    ...python.slice(1),
    '-m',
    'venv',
    // A .venv that cannot be used is of no use to anyone.
    ...(existsSync(VENV) ? ['--clear'] : []),
    VENV
  ]);
  if (code !== 0) {
    throw new Missing(
      `\`${python.join(' ')} -m venv .venv\` failed, its message stands above: mend that, then run \`npm run setup\` again.`
    );
  }
}

/** The first Python that is new enough, as a command line. */
function findPython() {
  const candidates = process.env.PYTHON
    ? [[process.env.PYTHON]]
    : process.platform === 'win32'
      ? [['py', '-3'], ['python']]
      : ['3', '', '3.14', '3.13', '3.12', '3.11', '3.10'].map(v => [
          `python${v}`
        ]);
  const found = candidates
    .map(command => ({ command, version: pythonVersion(command) }))
    .filter(({ version }) => version !== null);
  const usable = found.find(({ version }) => fits(version));
  if (!usable) {
    const seen = found.length
      ? ` (\`${found[0].command.join(' ')}\` is ${found[0].version.join('.')})`
      : process.env.PYTHON
        ? ` (PYTHON is ${process.env.PYTHON})`
        : '';
    throw new Missing(
      `No Python 3.10 or later was found${seen}: install it with ${installHint()}, or set PYTHON to its path.`
    );
  }
  const [program, ...rest] = usable.command;
  if (output(program, [...rest, '-c', 'import ensurepip, venv']) === null) {
    const version = usable.version.join('.');
    throw new Missing(
      `Python ${version} has no venv module here: install it with \`sudo apt install python${version}-venv\`.`
    );
  }
  return usable.command;
}

function installHint() {
  switch (process.platform) {
    case 'darwin':
      return '`brew install python`';
    case 'win32':
      return '`winget install Python.Python.3.13`';
    default:
      return '`sudo apt install python3 python3-venv`';
  }
}

function pipArguments(args) {
  return ['-m', 'pip', '--disable-pip-version-check', ...args];
}

/** Run pip in .venv, showing its progress. */
export async function pip(args, options) {
  const { code } = await run(
    venvProgram('python'),
    pipArguments(args),
    options
  );
  if (code !== 0) {
    throw new Missing(
      `\`pip ${args.join(' ')}\` failed, its message stands above: mend that (often the network), then run \`npm run setup\` again.`
    );
  }
}

function torchVersion() {
  return output(venvProgram('python'), [
    '-c',
    'import importlib.metadata as m; print(m.version("torch"))'
  ]);
}

/**
 * PyTorch's CPU build: from where pip's own settings look, else from PyTorch's
 * CPU index, else the platform's plain wheel.
 */
async function installTorch() {
  const size = process.platform === 'darwin' ? '90 MB' : '200 MB';
  const places = [
    {
      note: `PyTorch ${TORCH} for the CPU: downloading about ${size}.`,
      args: [`torch==${TORCH}+cpu`]
    },
    {
      note: `PyTorch: pip's own settings have no CPU build, asking ${CPU_INDEX}.`,
      args: [`torch==${TORCH}+cpu`, '--extra-index-url', CPU_INDEX]
    },
    {
      note:
        process.platform === 'linux'
          ? 'PyTorch: no CPU build there either, downloading the plain wheel with NVIDIA libraries, about 3 GB.'
          : `PyTorch: downloading the platform's plain wheel, about ${size}.`,
      args: [`torch==${TORCH}`]
    }
  ];
  for (const { note, args } of places) {
    say(note);
    const { code, stderr } = await run(
      venvProgram('python'),
      pipArguments(['install', ...args]),
      // "Not found" here is no failure yet, so stderr is shown only when it is one.
      { stdio: ['ignore', 'inherit', 'pipe'] }
    );
    if (code === 0) {
      return;
    }
    if (!stderr.includes('No matching distribution found for torch')) {
      console.error(stderr);
      break;
    }
  }
  throw new Missing(
    `pip could not install PyTorch ${TORCH}: check the network (and that this Python has a wheel of it), then run \`npm run setup\` again.`
  );
}
