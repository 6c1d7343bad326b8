/**
 * Browser tests: Galata against a real JupyterLab with a real kernel.
 * `npm test` chooses the browser and a free port; alone, this file uses
 * CHROMIUM_PATH (or Playwright's own browser) and port 18888.
 */
const galata = require('@jupyterlab/galata/lib/playwright-config');

const {
  CONFIG,
  FIRST_PORT,
  FOLDER,
  environmentOf,
  programOf
} = require('./lab-server');

/** A JupyterLab from one Python environment, and the project that tests it. */
function lab({ name, venv, port, env = {}, ...project }) {
  const url = `http://127.0.0.1:${port}`;
  return {
    project: { name, ...project, use: { baseURL: url } },
    server: {
      command: `"${programOf(venv)}" ${CONFIG}`,
      cwd: FOLDER,
      env: { ...env, ...environmentOf(port) },
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
    port: FIRST_PORT,
    testIgnore: [
      'oldest.spec.ts',
      // Its pictures are for the README: nothing that other tests do not test.
      ...(process.env.TORCH_TRIAGE_SCREENSHOT ? [] : ['screenshot.spec.ts'])
    ]
  }),
  lab({
    name: 'oldest',
    venv: '.venv-oldest',
    port: FIRST_PORT + 1,
    testMatch: 'oldest.spec.ts'
  }),
  lab({
    name: 'lab-bare',
    venv: '.venv',
    port: FIRST_PORT + 2,
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
