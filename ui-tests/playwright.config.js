/**
 * Browser tests: Galata against a real JupyterLab with a real kernel.
 * `npm test` chooses the browser and a free port; alone, this file uses
 * CHROMIUM_PATH (or Playwright's own browser) and port 18888.
 */
const os = require('os');
const path = require('path');
const galata = require('@jupyterlab/galata/lib/playwright-config');

const root = path.resolve(__dirname, '..');
const firstPort = Number(process.env.TORCH_TRIAGE_UI_PORT ?? 18888);

/** A JupyterLab from one Python environment, and the project that tests it. */
function lab({ name, venv, port, env = {}, ...project }) {
  const url = `http://127.0.0.1:${port}`;
  const programs = process.platform === 'win32' ? 'Scripts' : 'bin';
  const jupyter = path.join(root, venv, programs, 'jupyter');
  // Nothing of the developer's own settings, kernels or history.
  const home = path.join(os.tmpdir(), `torch-triage-ui-${port}`);
  return {
    project: { name, ...project, use: { baseURL: url } },
    server: {
      command: `"${jupyter}" lab --config=jupyter_server_test_config.py`,
      cwd: __dirname,
      env: {
        ...env,
        IPYTHONDIR: path.join(home, 'ipython'),
        JUPYTER_CONFIG_DIR: path.join(home, 'config'),
        JUPYTER_DATA_DIR: path.join(home, 'data'),
        JUPYTER_PREFER_ENV_PATH: '1',
        JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
        TORCH_TRIAGE_UI_HOME: home,
        TORCH_TRIAGE_UI_PORT: String(port)
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10000 },
      reuseExistingServer: false,
      timeout: 120000,
      url: `${url}/lab`
    }
  };
}

const labs = [
  lab({
    name: 'lab',
    venv: '.venv',
    port: firstPort,
    testIgnore: [
      'oldest.spec.ts',
      // Its pictures are for the README: nothing that other tests do not test.
      ...(process.env.TORCH_TRIAGE_SCREENSHOT ? [] : ['screenshot.spec.ts'])
    ]
  }),
  lab({
    name: 'oldest',
    venv: '.venv-oldest',
    port: firstPort + 1,
    testMatch: 'oldest.spec.ts'
  }),
  lab({
    name: 'lab-bare',
    venv: '.venv',
    port: firstPort + 2,
    env: { TORCH_TRIAGE_UI_BARE: '1' },
    testMatch: 'kernel-death.spec.ts',
    // What the exit status decides; the rest does not depend on it.
    grep: /each death gives its id/
  })
];

module.exports = {
  ...galata,
  testDir: 'tests',
  outputDir: 'test-results',
  reporter: [['list']],
  retries: 0,
  timeout: 180000,
  workers: 2,
  expect: { timeout: 30000 },
  use: {
    ...galata.use,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH },
    // Recording every test costs a fifth of the time: `--trace on` for one.
    trace: 'off',
    video: 'off'
  },
  projects: labs.map(each => each.project),
  webServer: labs.map(each => each.server)
};
