/**
 * How long a failure keeps the page's own thread: the longest stretch of our
 * code, from a CPU profile, and the longest task of the page with and without
 * the extension. Measured for the first failure of a fresh page, one that the
 * catalogue recognises and one that it does not. Two JupyterLabs run side by
 * side and take turns, so that both see the same machine.
 */
import { parseArgs } from 'node:util';

import {
  cell,
  launchBrowser,
  openLab,
  median,
  notebook,
  openNotebook,
  startLab
} from './lab.mjs';

const PORT = Number(process.env.TORCH_TRIAGE_BENCH_PORT ?? 18950);
const FILE = 'thread.ipynb';
/** Of the profile, in microseconds. */
const SAMPLE_EVERY = 200;
/** What follows the card (facts, marks) belongs to it, in ms. */
const AFTERWARDS = 2000;

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } }
});
const ROUNDS = Number(options.rounds);

const FAILURES = {
  recognised: 'torch.nn.Linear(2, 3)(torch.ones(5))',
  'not recognised': "raise RuntimeError('the seventh seal is broken')"
};

const FILES = {
  [FILE]: notebook([
    cell(0, 'import torch'),
    ...Object.values(FAILURES).map((source, at) => cell(at + 1, source))
  ])
};

/** A fresh page with the notebook, the panel open where there is one, and torch imported. */
async function openPage(browser, lab) {
  const page = await browser.newPage({
    viewport: { width: 1400, height: 900 }
  });
  await openLab(page, lab);
  await openNotebook(page, FILE);
  return page;
}

/**
 * Make a cell fail, and wait for what is said of it.
 *
 * @returns the longest task of the page and the longest stretch of ours, in ms
 */
async function fail(page, index, isEnabled) {
  const client = await page.context().newCDPSession(page);
  await client.send('Profiler.enable');
  await client.send('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY });
  await client.send('Profiler.start');
  const task = await page.evaluate(
    async ([at, said, after]) => {
      let longest = 0;
      const observer = new PerformanceObserver(list => {
        longest = Math.max(longest, ...list.getEntries().map(e => e.duration));
      });
      observer.observe({ type: 'longtask' });
      const { commands, shell } = window.jupyterapp;
      shell.currentWidget.content.activeCellIndex = at;
      void commands.execute('notebook:run-cell');
      while (!document.querySelector(said)) {
        await new Promise(requestAnimationFrame);
      }
      await new Promise(resolve => setTimeout(resolve, after));
      observer.disconnect();
      return longest;
    },
    [
      index,
      isEnabled
        ? `#torch-triage-panel [data-cell-id="cell-${index}"] h3`
        : '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]',
      AFTERWARDS
    ]
  );
  const { profile } = await client.send('Profiler.stop');
  return { task, stretch: longestStretch(profile) };
}

/** The longest run of samples with a script of ours on the stack, in ms. */
function longestStretch({ nodes, samples, timeDeltas }) {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id]))
  );
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const isOurs = id =>
    id !== undefined &&
    (frames.get(id).url.includes('/jupyterlab-torch-triage/') ||
      isOurs(parents.get(id)));
  let longest = 0;
  let current = 0;
  for (const [at, id] of samples.entries()) {
    if (isOurs(id)) {
      // A collection of garbage belongs to whom it interrupts.
      current += timeDeltas[at];
    } else if (frames.get(id).functionName !== '(garbage collector)') {
      current = 0;
    }
    longest = Math.max(longest, current);
  }
  return longest / 1000;
}

const SIDES = [false, true];
const labs = await Promise.all(
  SIDES.map((isEnabled, at) =>
    startLab({ port: PORT + at, files: FILES, isEnabled })
  )
);
const browser = await launchBrowser();
try {
  for (const [at, kind] of Object.keys(FAILURES).entries()) {
    const measured = SIDES.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [side, isEnabled] of SIDES.entries()) {
        const page = await openPage(browser, labs[side]);
        measured[side].push(await fail(page, at + 1, isEnabled));
        await page.close();
      }
    }
    const [without, ours] = measured.map(side => side.map(({ task }) => task));
    const stretches = measured[1].map(({ stretch }) => stretch);
    console.log(
      `${kind}: our longest stretch ${median(stretches).toFixed(0)} ms (at most ${Math.max(...stretches).toFixed(0)}); the page's longest task ${median(ours).toFixed(0)} ms, without us ${median(without).toFixed(0)} ms (0: none over 50; medians of ${ROUNDS} fresh pages, this machine)`
    );
  }
} finally {
  await browser.close();
  labs.forEach(lab => lab.stop());
}
