/**
 * How long a person waits for the first re-run cell, as a ratio to a bare
 * restart of the same kernel in the same page (at most 1.5 is wanted).
 *
 *     node scripts/bench/rerun.mjs [--rounds 7]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { venvProgram } from '../setup/tools.mjs';
import { findBrowser } from '../test/browser.mjs';

const PORT = Number(process.env.TORCH_TRIAGE_BENCH_PORT ?? 18940);
const SECONDS = 1000;
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' } }
});
const ROUNDS = Number(options.rounds);

const SOURCES = [
  'class AcceleratorError(RuntimeError): pass',
  'raise AcceleratorError("CUDA error: device-side assert triggered")'
];

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {
    kernelspec: {
      name: 'python3',
      display_name: 'Python 3',
      language: 'python'
    }
  },
  cells: SOURCES.map((source, at) => ({
    id: `cell-${at}`,
    cell_type: 'code',
    source,
    metadata: {},
    execution_count: null,
    outputs: []
  }))
});

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A JupyterLab of its own with the built extension. */
async function startLab(home) {
  const files = path.join(home, 'files');
  mkdirSync(files);
  writeFileSync(path.join(files, 'run.ipynb'), NOTEBOOK);
  const server = spawn(
    venvProgram('jupyter'),
    [
      'lab',
      '--no-browser',
      '--allow-root',
      `--port=${PORT}`,
      '--ServerApp.port_retries=0',
      '--IdentityProvider.token=',
      `--ServerApp.root_dir=${files}`,
      '--LabApp.expose_app_in_browser=True'
    ],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        IPYTHONDIR: path.join(home, 'ipython'),
        JUPYTER_CONFIG_DIR: path.join(home, 'config'),
        JUPYTER_DATA_DIR: path.join(home, 'data'),
        JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
        JUPYTER_PREFER_ENV_PATH: '1'
      }
    }
  );
  const url = `http://127.0.0.1:${PORT}`;
  const deadline = Date.now() + 120 * SECONDS;
  for (;;) {
    const response = await fetch(`${url}/api/status`).catch(() => null);
    if (response?.ok) {
      return { server, url };
    }
    if (Date.now() > deadline) {
      server.kill();
      throw new Error('JupyterLab did not start.');
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** In the page: open the notebook and let its last cell fail. */
async function prepare() {
  const { jupyterapp: app } = window;
  await app.restored;
  const panel = await app.commands.execute('docmanager:open', {
    path: 'run.ipynb'
  });
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  // A cell that fails rejects the command: that is what it is for.
  await app.commands.execute('notebook:run-all-cells').catch(() => undefined);
}

/** In the page: ms from a restart until the new process answers. */
async function bareRestart() {
  const { sessionContext } = window.jupyterapp.shell.currentWidget;
  const start = performance.now();
  await sessionContext.restartKernel();
  await sessionContext.session.kernel.requestKernelInfo();
  return performance.now() - start;
}

/** In the page: ms from the press until the first cell runs. */
async function rerun() {
  const { commands, shell } = window.jupyterapp;
  const { sessionContext } = shell.currentWidget;
  const cell = { cellId: 'cell-1' };
  // The failure is known a moment after the cell has run.
  while (!commands.isEnabled('torch-triage:rerun-blocking', cell)) {
    await new Promise(resolve => requestAnimationFrame(resolve));
  }
  await commands.execute('torch-triage:rerun-blocking', cell);
  const start = performance.now();
  const first = new Promise(resolve => {
    const take = (_, message) => {
      if (message.header.msg_type === 'execute_input') {
        sessionContext.iopubMessage.disconnect(take);
        resolve(performance.now() - start);
      }
    };
    sessionContext.iopubMessage.connect(take);
  });
  await commands.execute('torch-triage:start-rerun', { way: 'notebook' });
  const took = await first;
  // React shows the end some frames later than it comes.
  while (!document.querySelector('[data-comparison]')) {
    await new Promise(resolve => requestAnimationFrame(resolve));
  }
  return took;
}

const home = mkdtempSync(path.join(os.tmpdir(), 'torch-triage-bench-rerun-'));
const { server, url } = await startLab(home);
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox']
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(60 * SECONDS);
  await page.goto(`${url}/lab?reset`);
  await page.waitForFunction(() => window.jupyterapp !== undefined);
  await page.evaluate(prepare);
  // Both are warmed up once, then take turns.
  const times = { bare: [], ours: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await page.evaluate(rerun);
    const bare = await page.evaluate(bareRestart);
    await page.evaluate(prepare);
    if (round > 0) {
      times.ours.push(ours);
      times.bare.push(bare);
    }
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  console.log(
    `press to first re-run cell: ratio ${(ours / bare).toFixed(2)} to a bare restart (${ours.toFixed(0)} ms to ${bare.toFixed(0)} ms, medians of ${ROUNDS}, this machine)`
  );
} finally {
  await browser.close();
  server.on('exit', () => rmSync(home, { recursive: true, force: true }));
  server.kill('SIGTERM');
}
