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

/** The kernel of all setups: that of the checkout, which has PyTorch. */
export const KERNEL = 'checkout';

/**
 * Start the servers of a setup.
 *
 * @param {import('./setups.mjs').Setup} setup
 * @param {string} venv - its environment
 * @param {Record<string, string>} files - texts by name
 * @returns its url, and `stop`
 */
export async function startServers({ isRemote }, venv, files) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'torch-triage-matrix-'));
  const root = path.join(home, 'files');
  const spec = path.join(home, 'data', 'kernels', KERNEL);
  mkdirSync(spec, { recursive: true });
  mkdirSync(root);
  writeFileSync(
    path.join(spec, 'kernel.json'),
    JSON.stringify({
      argv: [
        venvProgram('python'),
        ...['-m', 'ipykernel_launcher', '-f', '{connection_file}']
      ],
      display_name: KERNEL,
      language: 'python'
    })
  );
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(root, name), content);
  }
  const servers = [];
  const stop = async () => {
    await Promise.all(servers.map(end));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const start = async (program, args, port) => {
    servers.push(
      spawn(venvProgram(program, venv), args, {
        stdio: process.env.MATRIX_LOG ? 'inherit' : 'ignore',
        cwd: root,
        env: {
          ...process.env,
          IPYTHONDIR: path.join(home, 'ipython'),
          JUPYTER_CONFIG_DIR: path.join(home, 'config'),
          JUPYTER_DATA_DIR: path.join(home, 'data'),
          JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
          JUPYTER_PREFER_ENV_PATH: '1'
        }
      })
    );
    const url = `http://127.0.0.1:${port}`;
    await answers(`${url}/api`);
    return url;
  };
  try {
    const options = [];
    if (isRemote) {
      const port = await freePort();
      const url = await start(
        'jupyter-kernelgateway',
        [
          '--KernelGatewayApp.ip=127.0.0.1',
          `--KernelGatewayApp.port=${port}`,
          '--KernelGatewayApp.port_retries=0'
        ],
        port
      );
      options.push(`--gateway-url=${url}`);
    }
    const port = await freePort();
    const url = await start(
      'jupyter-lab',
      [
        '--no-browser',
        '--allow-root',
        '--ServerApp.ip=127.0.0.1',
        `--port=${port}`,
        '--ServerApp.port_retries=0',
        '--IdentityProvider.token=',
        `--ServerApp.root_dir=${root}`,
        '--LabApp.expose_app_in_browser=True',
        ...options
      ],
      port
    );
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
