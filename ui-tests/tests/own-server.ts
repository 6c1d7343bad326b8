import { spawn, type ChildProcess } from 'child_process';
import * as os from 'os';
import * as path from 'path';

import { test } from '@jupyterlab/galata';

/** Beside those of playwright.config.js. */
const PORT = Number(process.env.TORCH_TRIAGE_UI_PORT ?? 18888) + 3;

/** Where the server of `OwnServer` listens. */
export const OWN_URL = `http://127.0.0.1:${PORT}`;

/** A JupyterLab that a test may kill: the others are shared. */
export class OwnServer {
  /** Start it; resolves once it answers. */
  async start(): Promise<void> {
    const home = path.join(os.tmpdir(), `torch-triage-ui-${PORT}`);
    const root = path.resolve(__dirname, '..', '..');
    const programs = process.platform === 'win32' ? 'Scripts' : 'bin';
    this._process = spawn(
      path.join(root, '.venv', programs, 'jupyter-lab'),
      ['--config=jupyter_server_test_config.py'],
      {
        cwd: path.join(root, 'ui-tests'),
        stdio: 'ignore',
        env: {
          ...process.env,
          IPYTHONDIR: path.join(home, 'ipython'),
          JUPYTER_CONFIG_DIR: path.join(home, 'config'),
          JUPYTER_DATA_DIR: path.join(home, 'data'),
          JUPYTER_PREFER_ENV_PATH: '1',
          JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
          TORCH_TRIAGE_UI_HOME: home,
          TORCH_TRIAGE_UI_PORT: String(PORT)
        }
      }
    );
    const answers = () =>
      fetch(`${OWN_URL}/api`).then(
        ({ ok }) => ok,
        () => false
      );
    await test.expect.poll(answers, { timeout: 60_000 }).toBe(true);
  }

  /** End it; resolves once it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const server = this._process;
    if (server && server.exitCode === null && server.signalCode === null) {
      const gone = new Promise(resolve => server.once('exit', resolve));
      server.kill(signal);
      await gone;
    }
  }

  private _process: ChildProcess | undefined;
}
