/** What the benchmarks in the browser share: a JupyterLab of their own. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';

import { venvProgram } from '../setup/tools.mjs';
import { findBrowser } from '../test/browser.mjs';

/** How long a JupyterLab may take to start, in ms. */
const START_MS = 120_000;

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A code cell of nbformat 4.5. */
export function cell(at, source, outputs = []) {
  return {
    id: `cell-${at}`,
    cell_type: 'code',
    source,
    metadata: {},
    execution_count: outputs.length > 0 ? at + 1 : null,
    outputs
  };
}

/** The text of a Python notebook. */
export function notebook(cells) {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: {
        name: 'python3',
        display_name: 'Python 3',
        language: 'python'
      }
    },
    cells
  });
}

export async function launchBrowser() {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox']
  });
}

/**
 * Start a JupyterLab with nothing of the user's own.
 *
 * @param {object} options
 * @param {number} options.port
 * @param {Record<string, string>} options.files - texts by name
 * @param {boolean} [options.isEnabled] - whether our extension is
 * @returns its url, and `stop`
 */
export async function startLab({ port, files, isEnabled = true }) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'torch-triage-bench-'));
  const labconfig = path.join(home, 'config', 'labconfig');
  const root = path.join(home, 'files');
  mkdirSync(labconfig, { recursive: true });
  mkdirSync(root);
  writeFileSync(
    path.join(labconfig, 'page_config.json'),
    JSON.stringify({
      disabledExtensions: { 'jupyterlab-torch-triage': !isEnabled }
    })
  );
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(root, name), content);
  }
  const server = spawn(
    venvProgram('jupyter'),
    [
      'lab',
      '--no-browser',
      '--allow-root',
      `--port=${port}`,
      '--ServerApp.port_retries=0',
      '--IdentityProvider.token=',
      `--ServerApp.root_dir=${root}`,
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
  const url = `http://127.0.0.1:${port}`;
  const stop = () => {
    server.on('exit', () => rmSync(home, { recursive: true, force: true }));
    server.kill('SIGTERM');
  };
  const deadline = Date.now() + START_MS;
  for (;;) {
    const response = await fetch(`${url}/api/status`).catch(() => null);
    if (response?.ok) {
      return { url, stop };
    }
    if (Date.now() > deadline) {
      stop();
      throw new Error('JupyterLab did not start.');
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** Load a page of that JupyterLab, whose application is at hand then. */
export async function openLab(page, lab) {
  await page.goto(`${lab.url}/lab?reset`);
  await page.waitForFunction(() => window.jupyterapp?.restored !== undefined);
  await page.evaluate(() => window.jupyterapp.restored);
}

/** Open a notebook, and the panel where there is one; run the first cell. */
export async function openNotebook(page, file) {
  await page.evaluate(async path => {
    const { commands } = window.jupyterapp;
    const widget = await commands.execute('docmanager:open', { path });
    await widget.sessionContext.ready;
    await widget.sessionContext.session.kernel.info;
    if (commands.hasCommand('torch-triage:open')) {
      await commands.execute('torch-triage:open');
    }
    widget.content.activeCellIndex = 0;
    await commands.execute('notebook:run-cell');
  }, file);
}
