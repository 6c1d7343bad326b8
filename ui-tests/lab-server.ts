import * as os from 'os';
import * as path from 'path';

/** The port of the first server; the others listen on the next ones. */
export const FIRST_PORT = Number(process.env.TORCH_TRIAGE_UI_PORT ?? 18888);

/** Where the test servers' configuration lies. */
export const FOLDER = __dirname;

/** The configuration of each test server, as its only argument. */
export const CONFIG = '--config=jupyter_server_test_config.py';

/** Where the server of a port keeps all that it writes. */
export function homeOf(port: number): string {
  return path.join(os.tmpdir(), `torch-triage-ui-${port}`);
}

/** The `jupyter-lab` program of a Python environment of the project. */
export function programOf(venv: string): string {
  const programs = process.platform === 'win32' ? 'Scripts' : 'bin';
  return path.resolve(FOLDER, '..', venv, programs, 'jupyter-lab');
}

/** The environment variables of the server of a port. */
export function environmentOf(port: number): Record<string, string> {
  // Nothing of the developer's own settings, kernels or history.
  const home = homeOf(port);
  return {
    IPYTHONDIR: path.join(home, 'ipython'),
    JUPYTER_CONFIG_DIR: path.join(home, 'config'),
    JUPYTER_DATA_DIR: path.join(home, 'data'),
    JUPYTER_PREFER_ENV_PATH: '1',
    JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
    TORCH_TRIAGE_UI_HOME: home,
    TORCH_TRIAGE_UI_PORT: String(port)
  };
}
