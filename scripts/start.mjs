/**
 * `npm start`: JupyterLab on the demo notebook. More arguments go to
 * `jupyter lab`: `npm start -- --no-browser --port 8899`.
 */
import { spawn } from 'node:child_process';
import { setup } from './setup.mjs';
import { isRoot, main, ROOT, say, venvProgram } from './setup/tools.mjs';

await main(async () => {
  await setup();
  const args = process.argv.slice(2);
  if (isRoot() && !args.includes('--allow-root')) {
    args.push('--allow-root');
  }
  say('Starting JupyterLab on examples/demo.ipynb; Ctrl-C ends it.');
  const lab = spawn(
    venvProgram('jupyter'),
    [
      'lab',
      // As the start page, so that the URL printed for `--no-browser` leads there too.
      '--LabApp.default_url=/lab/tree/examples/demo.ipynb',
      `--ServerApp.root_dir=${ROOT}`,
      ...args
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      // The kernel of .venv, which has PyTorch, before one of the user's own.
      env: { ...process.env, JUPYTER_PREFER_ENV_PATH: '1' }
    }
  );
  // A terminal sends Ctrl-C to JupyterLab too, which asks and ends in its own
  // time; every other signal reaches only this process.
  process.on('SIGINT', () => process.stdin.isTTY || lab.kill('SIGINT'));
  process.on('SIGTERM', () => lab.kill('SIGTERM'));
  process.on('SIGHUP', () => lab.kill('SIGTERM'));
  // npm passes SIGTERM to the shell between us, which ends without a word.
  const parent = process.ppid;
  setInterval(
    () => process.ppid !== parent && lab.kill('SIGTERM'),
    1000
  ).unref();
  return new Promise((resolve, reject) => {
    lab.on('error', reject);
    lab.on('close', code => resolve(code ?? 1));
  });
});
