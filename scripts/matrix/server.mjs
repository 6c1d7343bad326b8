/** The servers of one setup, with nothing of the user's own. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { venvProgram } from '../setup/tools.mjs';

/** How long a server may take to start, and to end, in ms. */
const START_MS = 120_000;
const END_MS = 20_000;

/** The kernel of all setups. */
export const KERNEL = 'matrix';

/** Who signs in to JupyterHub. */
const USER = 'ada';

/**
 * Start the servers of a setup.
 *
 * @param {import('./setups.mjs').Setup} setup
 * @param {{ venv: string, kernelVenv: string | null }} environments
 * @param {Record<string, string>} files - texts by name
 * @returns its url, `signIn` for a browser's context, and `stop`
 */
export async function startServers(setup, { venv, kernelVenv }, files) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'torch-triage-matrix-'));
  const root = path.join(home, 'files');
  mkdirSync(root);
  writeKernel(setup, kernelVenv, path.join(home, 'data', 'kernels', KERNEL));
  const config = path.join(home, 'config');
  writeSettings(setup, path.join(config, 'lab', 'user-settings'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(root, name), content);
  }
  const environment = {
    IPYTHONDIR: path.join(home, 'ipython'),
    JUPYTER_CONFIG_DIR: config,
    JUPYTER_DATA_DIR: path.join(home, 'data'),
    JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
    JUPYTER_PREFER_ENV_PATH: '1'
  };
  const servers = [];
  const stop = async () => {
    await Promise.all(servers.map(end));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  /** Start a program that answers at `path`, below a port of its own. */
  const start = async (program, api, argsFor) => {
    const port = await freePort();
    servers.push(
      spawn(venvProgram(program, venv), argsFor(port), {
        stdio: process.env.MATRIX_LOG ? 'inherit' : 'ignore',
        cwd: root,
        env: {
          ...process.env,
          ...environment,
          PATH: [path.join(venv, 'bin'), process.env.PATH].join(path.delimiter)
        }
      })
    );
    const url = `http://127.0.0.1:${port}`;
    await answers(`${url}${api}`);
    return url;
  };
  try {
    if (setup.isHub) {
      return { ...(await startHub(start, { home, root, environment })), stop };
    }
    const options = [];
    if (setup.isRemote) {
      const url = await start('jupyter-kernelgateway', '/api', port => [
        '--KernelGatewayApp.ip=127.0.0.1',
        `--KernelGatewayApp.port=${port}`,
        '--KernelGatewayApp.port_retries=0'
      ]);
      options.push(`--gateway-url=${url}`);
    }
    const { program = 'jupyter-lab', base = '/' } = setup;
    const url = await start(program, `${base}api`, port => [
      ...OPTIONS,
      '--ServerApp.ip=127.0.0.1',
      `--port=${port}`,
      '--ServerApp.port_retries=0',
      '--IdentityProvider.token=',
      `--ServerApp.root_dir=${root}`,
      `--ServerApp.base_url=${base}`,
      ...options
    ]);
    return { url: `${url}${base}`, signIn: async () => undefined, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Of each server, whatever its page is. */
const OPTIONS = [
  '--no-browser',
  '--allow-root',
  '--LabApp.expose_app_in_browser=True',
  '--JupyterNotebookApp.expose_app_in_browser=True'
];

/** The kernel's specification: of the setup's own, or of the checkout's. */
function writeKernel({ kernel }, venv, folder) {
  const python = venv ? venvProgram('python', venv) : venvProgram('python');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'kernel.json'),
    JSON.stringify({
      argv: [
        python,
        ...['-m', kernel?.module ?? 'ipykernel_launcher'],
        ...['-f', '{connection_file}']
      ],
      display_name: KERNEL,
      language: 'python'
    })
  );
}

/** Settings of JupyterLab, each in the file where a user's would be. */
function writeSettings({ settings = {} }, folder) {
  for (const [plugin, values] of Object.entries(settings)) {
    const [name, file] = plugin.split(':');
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(
      path.join(folder, name, `${file}.jupyterlab-settings`),
      JSON.stringify(values)
    );
  }
}

/** JupyterHub, its proxy and, once somebody has signed in, a server of theirs. */
async function startHub(start, { home, root, environment }) {
  const [hubPort, proxyPort] = [await freePort(), await freePort()];
  const config = path.join(home, 'jupyterhub_config.py');
  const lines = {
    'JupyterHub.hub_port': hubPort,
    'JupyterHub.cookie_secret_file': path.join(home, 'cookie_secret'),
    'JupyterHub.db_url': `sqlite:///${path.join(home, 'hub.sqlite')}`,
    'JupyterHub.authenticator_class': 'dummy',
    'JupyterHub.spawner_class': 'simple',
    'ConfigurableHTTPProxy.api_url': `http://127.0.0.1:${proxyPort}`,
    'Authenticator.allowed_users': [USER],
    'Spawner.args': OPTIONS,
    'Spawner.environment': environment,
    'Spawner.notebook_dir': root
  };
  writeFileSync(
    config,
    Object.entries(lines)
      .map(([name, value]) => `c.${name} = ${JSON.stringify(value)}\n`)
      .join('')
  );
  const url = await start('jupyterhub', '/hub/api', port => [
    `--config=${config}`,
    `--JupyterHub.bind_url=http://127.0.0.1:${port}`
  ]);
  const signIn = async context => {
    const page = await context.newPage();
    await page.goto(`${url}/hub/login`);
    await page.locator('#username_input').fill(USER);
    await page.locator('#password_input').fill(USER);
    await page.locator('#login_submit').click();
    await page.waitForURL(`${url}/user/${USER}/**`, { timeout: START_MS });
    await page.close();
  };
  return { url: `${url}/user/${USER}/`, signIn };
}

async function answers(url) {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) {
      return;
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer.`);
}

/** With its kernels: a server takes a moment for them. */
async function end(server) {
  if (server.exitCode !== null || server.signalCode !== null) {
    return;
  }
  const gone = new Promise(resolve => server.once('exit', resolve));
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), END_MS);
  await gone;
  clearTimeout(timer);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
