/** The environment of one setup, kept between runs. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {
  at,
  Missing,
  npm,
  readJson,
  run,
  venvProgram
} from '../setup/tools.mjs';

const NAME = 'jupyterlab-torch-triage';

/** Beside the checkout, so that no tool of it reads a hundred thousand files. */
const FOLDER =
  process.env.MATRIX_CACHE ??
  path.join(os.homedir(), '.cache', 'torch-triage', 'matrix');

/**
 * Make the environment of a setup, with the extension of this checkout in it.
 *
 * @param {import('./setups.mjs').Setup} setup
 * @param {boolean} isFresh - made anew, with the releases of today
 * @returns the environment's folder
 */
export async function environmentOf(setup, isFresh) {
  const { name, environment = name, install, packages } = setup;
  const venv = path.join(FOLDER, environment);
  await make(venv, { install, packages }, isFresh);
  link(venv);
  return venv;
}

/**
 * Make the environment of a setup's own kernel, which sees the PyTorch of the
 * checkout behind its own packages.
 *
 * @param {import('./setups.mjs').Setup} setup
 * @param {boolean} isFresh - made anew, with the releases of today
 * @returns its folder; null where the kernel is that of the checkout
 */
export async function kernelEnvironmentOf({ name, kernel }, isFresh) {
  if (!kernel) {
    return null;
  }
  const venv = path.join(FOLDER, `${name}-kernel`);
  await make(venv, { install: kernel.install }, isFresh);
  writeFileSync(
    path.join(packagesOf(venv), 'checkout.pth'),
    `${packagesOf(at('.venv'))}\n`
  );
  return venv;
}

/** Those of this run: several setups may share one. */
const made = new Set();

async function make(venv, wanted, isFresh) {
  const stamp = path.join(venv, 'matrix.json');
  const isCurrent = readJson(stamp).made === JSON.stringify(wanted);
  if (isCurrent && (!isFresh || made.has(venv))) {
    return;
  }
  made.add(venv);
  rmSync(venv, { recursive: true, force: true });
  await step(venvProgram('python'), ['-m', 'venv', venv]);
  const pip = ['-m', 'pip', 'install', '--quiet'];
  await step(venvProgram('python', venv), [...pip, ...wanted.install]);
  if (wanted.packages) {
    const { code } = await npm(
      ['install', '--global', '--prefix', venv, ...wanted.packages],
      { cwd: venv }
    );
    needed(code, wanted.packages.join(', '));
  }
  writeFileSync(stamp, JSON.stringify({ made: JSON.stringify(wanted) }));
}

/** Keep what came of trying a setup. */
export function keep({ name }, result) {
  writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify(result));
}

/** What came of the last time; empty where it was never tried. */
export function keptOf({ name }) {
  return readJson(path.join(FOLDER, `${name}.json`));
}

/** The versions that an environment has of some packages. */
export function versionsOf(venv, packages) {
  const code =
    'import sys, importlib.metadata as m; [print(one, m.version(one)) for one in sys.argv[1:]]';
  const printed = execFileSync(
    venvProgram('python', venv),
    ['-c', code, ...packages],
    { encoding: 'utf8' }
  );
  return printed.trim().split(/\r?\n/);
}

/** What installing the wheel would put there, as links to this checkout. */
function link(venv) {
  const front = path.join(venv, 'share', 'jupyter', 'labextensions', NAME);
  rmSync(front, { recursive: true, force: true });
  mkdirSync(path.dirname(front), { recursive: true });
  symlinkSync(at('jupyterlab_torch_triage', 'labextension'), front, 'junction');
  const config = path.join(venv, 'etc', 'jupyter', 'jupyter_server_config.d');
  mkdirSync(config, { recursive: true });
  const from = at('jupyter-config', 'server-config');
  for (const file of readdirSync(from)) {
    copyFileSync(path.join(from, file), path.join(config, file));
  }
  writeFileSync(path.join(packagesOf(venv), `${NAME}.pth`), `${at('.')}\n`);
}

function packagesOf(venv) {
  const windows = path.join(venv, 'Lib', 'site-packages');
  if (existsSync(windows)) {
    return windows;
  }
  const lib = path.join(venv, 'lib');
  const python = readdirSync(lib).find(name => name.startsWith('python'));
  return path.join(lib, python, 'site-packages');
}

async function step(program, args) {
  const { code } = await run(program, args);
  needed(code, [program, ...args].join(' '));
}

function needed(code, what) {
  if (code !== 0) {
    throw new Missing(`\`${what}\` failed, its message stands above.`);
  }
}
