/**
 * What asking the kernel costs: the time from a cell's failure to its card, with
 * the question and with the setting `askKernel` off, and the time until the card
 * has the kernel's answer. Two JupyterLabs run side by side and take turns, so
 * that both see the same machine.
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

const PORT = Number(process.env.TORCH_TRIAGE_BENCH_PORT ?? 18940);
const PLUGIN = 'jupyterlab-torch-triage:plugin';
const FILE = 'facts.ipynb';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '15' } }
});

/** `--rounds 9` measures nine failures on each side; the median counts. */
const ROUNDS = Number(options.rounds);

/** Of each failure: the cell that would mend it, and the one that fails. */
const CELLS = Array.from({ length: ROUNDS + 1 }, (_, at) => [
  cell(2 * at + 1, `model_${at} = torch.nn.Linear(2, ${at + 1})`),
  cell(2 * at + 2, `model_${at}(torch.ones(2))`)
]);

const FILES = { [FILE]: notebook([cell(0, 'import torch'), ...CELLS.flat()]) };

/** A page with the notebook, the panel open and torch imported. */
async function openPage(browser, lab, askKernel) {
  const page = await browser.newPage({
    viewport: { width: 1400, height: 900 }
  });
  await openLab(page, lab);
  await page.evaluate(
    ([id, text]) => window.jupyterapp.serviceManager.settings.save(id, text),
    [PLUGIN, JSON.stringify({ askKernel })]
  );
  await openLab(page, lab);
  await openNotebook(page, FILE);
  return page;
}

/**
 * Make one cell fail.
 *
 * @returns milliseconds to its card, and to the words that only the kernel's
 *   answer gives, null where it is not asked
 */
function fail(page, at, asksKernel) {
  return page.evaluate(
    async ([index, isAsked]) => {
      const { commands, shell } = window.jupyterapp;
      const { content } = shell.currentWidget;
      const title = () =>
        document.querySelector(
          `#torch-triage-panel [data-cell-id="cell-${index}"] h3`
        )?.textContent;
      const shown = async isIt => {
        while (!isIt(title() ?? '')) {
          await new Promise(requestAnimationFrame);
        }
        return performance.now() - start;
      };
      content.activeCellIndex = index;
      const start = performance.now();
      void commands.execute('notebook:run-cell');
      const card = await shown(text => text !== '');
      const answer = isAsked
        ? await shown(text => text.startsWith('Run cell'))
        : null;
      return { card, answer };
    },
    [2 * at + 2, asksKernel]
  );
}

const SIDES = [false, true];
const labs = await Promise.all(
  SIDES.map((_, at) => startLab({ port: PORT + at, files: FILES }))
);
const browser = await launchBrowser();
try {
  const pages = [];
  for (const [at, asksKernel] of SIDES.entries()) {
    pages.push(await openPage(browser, labs[at], asksKernel));
  }
  const took = SIDES.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, asksKernel] of SIDES.entries()) {
      const one = await fail(pages[at], round, asksKernel);
      // The first loads what later ones have.
      if (round > 0) {
        took[at].push(one);
      }
    }
  }
  const [without, card] = took.map(side => median(side.map(one => one.card)));
  const answer = median(took[1].map(one => one.answer));
  console.log(
    `from failure to card: ratio ${(card / without).toFixed(3)} (the kernel asked ${card.toFixed(0)} ms, not asked ${without.toFixed(0)} ms); with its answer ratio ${(answer / without).toFixed(3)} (${answer.toFixed(0)} ms; medians of ${ROUNDS}, this machine)`
  );
} finally {
  await browser.close();
  labs.forEach(lab => lab.stop());
}
