/**
 * How long a person waits for the first re-run cell, as a ratio to a bare
 * restart of the same kernel in the same page (at most 1.5 is wanted).
 *
 *     node scripts/bench/rerun.mjs [--rounds 7]
 */
import { parseArgs } from 'node:util';

import { cell, launchBrowser, median, notebook, startLab } from './lab.mjs';

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

const FILES = {
  'run.ipynb': notebook(SOURCES.map((source, at) => cell(at, source)))
};

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

const lab = await startLab({ port: PORT, files: FILES });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(60 * SECONDS);
  await page.goto(`${lab.url}/lab?reset`);
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
  lab.stop();
}
