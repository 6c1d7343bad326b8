/**
 * What the extension costs in the browser, as ratios measured in one run:
 * opening a notebook of 300 cells and 40 errors, running 200 trivial cells, and
 * loading the page, which must not wait for the catalogue.
 * Two JupyterLabs run side by side, one with the extension disabled, and take
 * turns, so that both see the same machine.
 */
import { parseArgs } from 'node:util';

import {
  cell,
  launchBrowser,
  openLab,
  median,
  notebook,
  startLab
} from './lab.mjs';

const CELLS = 300;
const ERRORS = 40;
const TRIVIAL = 200;
const PORT = Number(process.env.TORCH_TRIAGE_BENCH_PORT ?? 18930);

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' } }
});

/** `--rounds 9` measures each side nine times; the median counts. */
const ROUNDS = Number(options.rounds);

const FAILURE = {
  output_type: 'error',
  ename: 'RuntimeError',
  evalue: 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
  traceback: Array.from(
    { length: 30 },
    (_, at) =>
      `\u001b[32mFile \u001b[39m/lib/site-packages/torch/x${at}.py:${at}`
  )
};

const FILES = {
  'errors.ipynb': notebook(
    Array.from({ length: CELLS }, (_, at) =>
      at % Math.floor(CELLS / ERRORS) === 0 &&
      at / Math.floor(CELLS / ERRORS) < ERRORS
        ? cell(at, 'model(x)', [FAILURE])
        : cell(at, `x = ${at}`)
    )
  ),
  'trivial.ipynb': notebook(
    Array.from({ length: TRIVIAL }, (_, at) => cell(at, `x = ${at}`))
  )
};

async function freshPage(browser, lab) {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 }
  });
  const page = await context.newPage();
  await openLab(page, lab);
  return { page, close: () => context.close() };
}

async function check(page, isEnabled) {
  const has = await page.evaluate(() =>
    window.jupyterapp.hasPlugin('jupyterlab-torch-triage:plugin')
  );
  if (has !== isEnabled) {
    throw new Error(`The extension is ${has ? '' : 'not '}there.`);
  }
}

/** Milliseconds from the command to a painted notebook. */
async function openErrors(browser, lab, isEnabled) {
  const { page, close } = await freshPage(browser, lab);
  await check(page, isEnabled);
  const took = await page.evaluate(async () => {
    const start = performance.now();
    const widget = await window.jupyterapp.commands.execute('docmanager:open', {
      path: 'errors.ipynb',
      kernel: { shouldStart: false }
    });
    await widget.context.ready;
    await new Promise(resolve =>
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    );
    return performance.now() - start;
  });
  await close();
  return took;
}

/** Milliseconds for all cells, run once before to warm the page and kernel. */
async function runTrivial(browser, lab, isEnabled) {
  const { page, close } = await freshPage(browser, lab);
  await check(page, isEnabled);
  const took = await page.evaluate(async () => {
    const { commands } = window.jupyterapp;
    const widget = await commands.execute('docmanager:open', {
      path: 'trivial.ipynb'
    });
    await widget.sessionContext.ready;
    await widget.sessionContext.session.kernel.info;
    await commands.execute('notebook:run-all-cells');
    const times = [];
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      await commands.execute('notebook:run-all-cells');
      times.push(performance.now() - start);
    }
    await widget.sessionContext.shutdown();
    return Math.min(...times);
  });
  await close();
  return took;
}

/** The bytes of our scripts that the page has fetched so far, unpacked. */
function fetchedBytes(page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /jupyterlab-torch-triage.*\.js/.test(name))
      .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)
  );
}

/** Milliseconds from the address to a restored JupyterLab. */
async function loadPage(browser, lab, isEnabled) {
  const start = performance.now();
  const { page, close } = await freshPage(browser, lab);
  const took = performance.now() - start;
  await check(page, isEnabled);
  await close();
  return took;
}

/**
 * What the catalogue costs when it is first needed: fetched, read and used, in
 * milliseconds; and the bytes of script that came with the page and only then.
 */
async function firstLookUp(browser, lab) {
  const { page, close } = await freshPage(browser, lab);
  const early = await fetchedBytes(page);
  const took = await page.evaluate(async () => {
    const start = performance.now();
    await window.jupyterapp.commands.execute('torch-triage:look-up', {
      query: 'mat1 and mat2 shapes cannot be multiplied'
    });
    while (!document.querySelector('[data-look-up-id]')) {
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    return performance.now() - start;
  });
  const late = (await fetchedBytes(page)) - early;
  await close();
  if (late < early) {
    throw new Error('The page was loaded together with the catalogue.');
  }
  return { took, early, late };
}

async function compare(title, measure, browser, [plain, ours]) {
  const without = [];
  const withIt = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Turn about, so that a slow moment does not hit one side only.
    const order = round % 2 === 0 ? [plain, ours] : [ours, plain];
    for (const lab of order) {
      const took = await measure(browser, lab, lab === ours);
      (lab === ours ? withIt : without).push(took);
    }
  }
  const ratio = median(withIt) / median(without);
  console.log(
    `${title}: ratio ${ratio.toFixed(3)} (with ${median(withIt).toFixed(0)} ms, without ${median(without).toFixed(0)} ms, medians of ${ROUNDS}, this machine)`
  );
}

const labs = await Promise.all([
  startLab({ port: PORT, files: FILES, isEnabled: false }),
  startLab({ port: PORT + 1, files: FILES })
]);
const browser = await launchBrowser();
try {
  await compare('loading the page', loadPage, browser, labs);
  const { took, early, late } = await firstLookUp(browser, labs[1]);
  console.log(
    `the catalogue is not fetched with the page (${(early / 1e6).toFixed(2)} MB of script); first needed, it takes ${took.toFixed(0)} ms (${(late / 1e6).toFixed(2)} MB more, this machine)`
  );
  await compare(
    `opening ${CELLS} cells with ${ERRORS} errors`,
    openErrors,
    browser,
    labs
  );
  await compare(`running ${TRIVIAL} trivial cells`, runTrivial, browser, labs);
} finally {
  await browser.close();
  labs.forEach(lab => lab.stop());
}
