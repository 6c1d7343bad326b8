/** The oldest supported JupyterLab, in an environment of its own. */
import { mkdirSync, symlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  at,
  hashOf,
  Missing,
  readJson,
  run,
  say,
  venvProgram
} from '../setup/tools.mjs';

const VENV = at('.venv-oldest');
const STAMP = join(VENV, 'torch-triage.json');
const REQUIREMENTS = 'requirements-oldest.txt';
const NAME = 'jupyterlab-torch-triage';

/** Make .venv-oldest what requirements-oldest.txt says, our build linked in. */
export async function installOldestLab() {
  const requirements = hashOf(REQUIREMENTS);
  const { requirements: installed, place } = readJson(STAMP);
  // Programs in an environment name its place: a moved one is made anew.
  if (installed === requirements && place === VENV) {
    return;
  }
  say('The oldest supported JupyterLab, for tests: downloading about 60 MB.');
  rmSync(VENV, { recursive: true, force: true });
  const python = venvProgram('python');
  await step(python, ['-m', 'venv', VENV]);
  await step(venvProgram('python', VENV), [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '-r',
    REQUIREMENTS
  ]);
  const link = join(VENV, 'share', 'jupyter', 'labextensions', NAME);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(at('jupyterlab_torch_triage', 'labextension'), link, 'junction');
  writeFileSync(STAMP, JSON.stringify({ requirements, place: VENV }));
}

async function step(program, args) {
  const { code } = await run(program, args);
  if (code !== 0) {
    throw new Missing(
      `\`${[program, ...args].join(' ')}\` failed, its message stands above: mend that, then run \`npm test\` again.`
    );
  }
}
