/** What is tried in each setup, and what of it the panel has to tell. */
import { KERNEL } from './server.mjs';

/** How long a card may take: a death is noticed every few seconds, in ms. */
const CARD_MS = 90_000;
const RERUN_MS = 90_000;

const MATMUL = 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';

const ASSERTION =
  '../x/Loss.cu:250: nll_loss_forward: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0 && t < n_classes` failed.';

/** Reported at line 5, and at line 3 with blocking launches. */
const LATE = [
  'import os',
  `os.write(2, b'${ASSERTION}\\n')`,
  "if 'CUDA_LAUNCH_BLOCKING' in os.environ: raise RuntimeError('CUDA error: device-side assert triggered')",
  'x = 1',
  "raise RuntimeError('CUDA error: device-side assert triggered')"
].join('\n');

/**
 * Line 7: the last batch kills its worker. By then all threads that feed the
 * workers have started, so that the death cannot end one's start with a KeyError.
 */
const LOADER = [
  'import os, signal, torch',
  'from torch.utils.data import DataLoader, TensorDataset',
  'data = TensorDataset(torch.arange(64.0).repeat(8, 1).T)',
  'def dies(rows):',
  '    if rows[0][0][0] == 48: os.kill(os.getpid(), signal.SIGKILL)',
  '    return rows',
  'for batch in DataLoader(data, batch_size=16, num_workers=2, collate_fn=dies): pass'
].join('\n');

const death = (name, source, id, line) => ({
  name,
  cells: ['before = 1', source, 'after = 1'],
  async look(tab) {
    await tab.runAll();
    const card = await tab.card('kernel', id);
    const seen = {
      cause: card.id === id,
      cell: card.cellId === 'cell-1',
      line: new RegExp(`, (?:last seen at )?line ${line}\\b`).test(card.label),
      'exit status': /^Exit status: (?!not known)/.test(card.ending),
      'lost cells': card.lost === '1'
    };
    const told = ['cell', 'line', 'exit status'].every(
      what => seen[what] || card.hidden.includes(what.replace(' ', '-'))
    );
    return { ...seen, 'word on what is not known': told };
  }
});

const rerun = (name, button) => ({
  name,
  cells: [LATE],
  async look(tab) {
    await tab.runAll();
    const card = await tab.card('cell', 'cuda/device-assert-target');
    await tab.press('Re-run with CUDA_LAUNCH_BLOCKING=1');
    await tab.press(button);
    const lines = await tab.comparison();
    return {
      cause: card.id === 'cuda/device-assert-target',
      'reported line': lines.reported === '5',
      'true line': lines.actual === '3'
    };
  }
});

/** In the order of the table's columns; the tests try the quick ones. */
export const PROBES = [
  {
    name: 'failing cell',
    isQuick: true,
    cells: ['x = 1', `y = 2\nraise RuntimeError('${MATMUL}')`],
    async look(tab) {
      await tab.runAll();
      const card = await tab.card('cell', 'tensor/matmul-shape');
      return {
        cause: card.id === 'tensor/matmul-shape',
        cell: card.cellId === 'cell-1',
        line: /, line 2\b/.test(card.label)
      };
    }
  },
  {
    name: 'worker',
    cells: [LOADER],
    async look(tab) {
      await tab.runAll();
      const card = await tab.card('cell', 'dataloader/worker-killed');
      return {
        cause: card.id === 'dataloader/worker-killed',
        line: /, line 7\b/.test(card.label),
        "the machine's facts": await tab.shows('[data-facts="machine"]')
      };
    }
  },
  death(
    'SIGKILL',
    'import os, signal, time\ntime.sleep(3)\nos.kill(os.getpid(), signal.SIGKILL)',
    'kernel/killed',
    2
  ),
  death(
    'segfault',
    'import ctypes\ndef read(address):\n    return ctypes.string_at(address)\nread(0)',
    'kernel/segfault',
    3
  ),
  { ...rerun('re-run in the notebook', 'Restart and re-run'), isQuick: true },
  rerun('re-run beside', 'Re-run beside')
];

/** The notebook of a probe. */
export function notebookOf({ cells }) {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: KERNEL, display_name: KERNEL, language: 'python' },
      language_info: { name: 'python' }
    },
    cells: cells.map((source, at) => ({
      id: `cell-${at}`,
      cell_type: 'code',
      source,
      metadata: {},
      execution_count: null,
      outputs: []
    }))
  });
}

/** The page of one notebook. */
export class Tab {
  constructor(page) {
    this._page = page;
    this._panel = page.locator('#torch-triage-panel');
  }

  /**
   * Open it; resolves once its kernel has answered. Its status may be lost
   * where a server bridges the two (jupyter-server-documents).
   */
  async open(url) {
    await this._page.goto(url);
    await this._page.waitForFunction(
      () => {
        const widget = window.jupyterapp?.shell.currentWidget;
        return widget?.sessionContext?.session?.kernel?.info.then(() => true);
      },
      null,
      { timeout: CARD_MS }
    );
    await this._page.evaluate(() =>
      window.jupyterapp.commands.execute('torch-triage:open')
    );
    await this._page.evaluate(() => {
      const { shell } = window.jupyterapp;
      shell.activateById([...shell.widgets('main')][0].id);
    });
  }

  async runAll() {
    await this._page.evaluate(
      () => void window.jupyterapp.commands.execute('notebook:run-all-cells')
    );
  }

  /**
   * What the newest card of a kind tells, once it tells the wanted cause, its
   * cell and a line: or as much of it as comes in time.
   */
  async card(kind, id) {
    const wanted = this._panel.locator(
      `.jp-TorchTriage-card:has([data-incident-kind="${kind}"][data-diagnosis-id="${id}"][data-cell-id^="cell-"]) .jp-TorchTriage-cell`,
      { hasText: 'line' }
    );
    await wanted
      .first()
      .waitFor({ state: 'attached', timeout: CARD_MS })
      .catch(() => undefined);
    await this._closeDialogs();
    return this._panel.evaluate((panel, name) => {
      const finding = panel.querySelector(`[data-incident-kind="${name}"]`);
      const card = finding?.closest('.jp-TorchTriage-card');
      const text = selector => card?.querySelector(selector)?.textContent ?? '';
      return {
        id: finding?.getAttribute('data-diagnosis-id') ?? null,
        cellId: finding?.getAttribute('data-cell-id') ?? null,
        label: text('.jp-TorchTriage-cell'),
        ending: text('.jp-TorchTriage-ending'),
        hidden: [
          ...(card?.querySelectorAll('[data-hidden-facts]') ?? [])
        ].flatMap(one => one.getAttribute('data-hidden-facts').split(' ')),
        lost:
          card
            ?.querySelector('[data-lost-cells]')
            ?.getAttribute('data-lost-cells') ?? null
      };
    }, kind);
  }

  async press(name) {
    const button = this._panel.getByRole('button', { name }).first();
    await button.click({ timeout: CARD_MS }).catch(() => undefined);
  }

  /** The lines that the comparison names, null where it does not come. */
  async comparison() {
    const comparison = this._panel.locator('[data-comparison]').first();
    const line = name =>
      comparison.getAttribute(`data-${name}-line`, { timeout: 1_000 });
    try {
      await comparison.waitFor({ state: 'attached', timeout: RERUN_MS });
      return { reported: await line('reported'), actual: await line('true') };
    } catch {
      return { reported: null, actual: null };
    }
  }

  async shows(selector) {
    return this._panel
      .locator(selector)
      .first()
      .waitFor({ state: 'attached', timeout: CARD_MS })
      .then(
        () => true,
        () => false
      );
  }

  /** All that the panel says, to be read where something is missing. */
  text() {
    return this._panel.innerText();
  }

  async close() {
    await this._page
      .evaluate(() =>
        window.jupyterapp.shell.currentWidget?.sessionContext?.shutdown()
      )
      .catch(() => undefined);
    await this._page.close();
  }

  /** JupyterLab's own notice of a death holds the focus. */
  async _closeDialogs() {
    await this._page.evaluate(() => {
      document
        .querySelectorAll('.jp-Dialog button.jp-mod-accept')
        .forEach(button => button.click());
    });
  }
}
