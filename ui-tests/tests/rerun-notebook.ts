import type { IJupyterLabPageFixture } from '@jupyterlab/galata';
import type { Locator } from '@playwright/test';

import { DEVICE, notebookOf } from './rerun-sources';
import { expect, test as base } from './support';

/** One notebook in a real JupyterLab, and the panel beside it. */
export class RerunNotebook {
  constructor(
    readonly page: IJupyterLabPageFixture,
    readonly folder: string,
    readonly name = 'run.ipynb'
  ) {
    this.panel = page.locator('#torch-triage-panel');
    this.rerun = page.locator('.jp-TorchTriage-rerun');
    this.comparison = page.locator('[data-comparison]');
    this.indicator = page.locator(
      '.jp-NotebookPanel:not(.lm-mod-hidden) .jp-TorchTriage-blocking'
    );
  }

  readonly panel: Locator;
  readonly rerun: Locator;
  readonly comparison: Locator;
  readonly indicator: Locator;

  get path(): string {
    return `${this.folder}/${this.name}`;
  }

  /**
   * Write the notebook and open it with an idle kernel.
   *
   * @param kernel - `startup`: one that runs `startup.py` of its folder first
   */
  async open(
    sources: readonly (string | object)[],
    kernel: 'python3' | 'startup' = 'python3'
  ): Promise<void> {
    await this.write('async_device.py', DEVICE);
    await this.page.contents.uploadContent(
      notebookOf(sources, kernel),
      'text',
      this.path
    );
    await this.show();
  }

  /** Write a file beside the notebook. */
  async write(name: string, content: string): Promise<void> {
    const { contents } = this.page;
    await contents.uploadContent(content, 'text', `${this.folder}/${name}`);
  }

  /** Open the notebook's file, or come back to it. */
  async show(): Promise<void> {
    await this.page.evaluate(async path => {
      await window.jupyterapp.commands.execute('docmanager:open', {
        path,
        factory: 'Notebook'
      });
    }, this.path);
    await this.idle();
  }

  /**
   * Reload the page and come back to the panel. JupyterLab saves its layout
   * with a delay, so the panel may not come back by itself.
   */
  async reload(): Promise<void> {
    await Promise.all([
      this.page.waitForEvent('load'),
      this.page.evaluate(() => location.reload())
    ]);
    await this.page.waitForFunction(
      () => (window as any).jupyterapp?.restored !== undefined
    );
    await this.page.evaluate(async () => {
      await window.jupyterapp.restored;
      await window.jupyterapp.commands.execute('torch-triage:open');
    });
  }

  /** Wait until the kernel is idle. */
  async idle(): Promise<void> {
    await this.page.waitForFunction(() => {
      const current: any = window.jupyterapp.shell.currentWidget;
      return current?.sessionContext?.session?.kernel?.status === 'idle';
    });
  }

  /** Run every cell; returns at once. */
  async runAll(): Promise<void> {
    await this.page.evaluate(
      () => void window.jupyterapp.commands.execute('notebook:run-all-cells')
    );
  }

  /** Run one cell and wait for its reply; true when it passed. */
  runCell(index: number): Promise<boolean> {
    return this.page.evaluate(async at => {
      const panel: any = window.jupyterapp.shell.currentWidget;
      panel.content.activeCellIndex = at;
      return await window.jupyterapp.commands.execute('notebook:run-cell');
    }, index);
  }

  /** Run everything and wait for the failure's card. */
  async fail(): Promise<void> {
    await this.runAll();
    await this.panel
      .locator('[data-incident-kind="cell"]')
      .first()
      .waitFor({ state: 'attached' });
    await this.idle();
  }

  /** Ask for the plan as a person does. */
  async plan(): Promise<void> {
    await this.planNeeded();
    const all = this.rerun.getByRole('button', {
      name: 'Take in all cells that ran'
    });
    if (await all.isVisible()) {
      await all.click();
    }
  }

  /** Ask for the plan, and leave it as it is proposed. */
  async planNeeded(): Promise<void> {
    await this.panel
      .getByRole('button', { name: 'Re-run with CUDA_LAUNCH_BLOCKING=1' })
      .first()
      .click();
    await this.phase('planned');
  }

  /** Ask for the plan by command, where the card has no such button. */
  async planByCommand(cellId?: string): Promise<void> {
    await this.page.evaluate(
      id =>
        void window.jupyterapp.commands.execute(
          'torch-triage:rerun-blocking',
          id ? { cellId: id } : {}
        ),
      cellId
    );
    await this.phase('planned');
  }

  async phase(phase: string, timeout = 30000): Promise<void> {
    await expect(this.rerun).toHaveAttribute('data-phase', phase, { timeout });
  }

  /** Wait for the comparison. The first import of torch takes its time. */
  async verdict(verdict: string): Promise<void> {
    await expect(this.comparison).toHaveAttribute('data-comparison', verdict, {
      timeout: 45000
    });
  }

  press(name: string): Promise<void> {
    return this.rerun.getByRole('button', { name, exact: true }).click();
  }

  /** The steps of the plan, in order. */
  get steps(): Locator {
    return this.rerun.locator('.jp-TorchTriage-plan > li');
  }

  /**
   * What Python says of an expression in the notebook's kernel; `''` when it
   * does not answer: a kernel that dies takes the question with it.
   */
  evaluate(expression: string): Promise<string> {
    return this.page.evaluate(async code => {
      const panel: any = window.jupyterapp.shell.currentWidget;
      const kernel = panel.sessionContext.session.kernel;
      const future = kernel.requestExecute({
        code: '',
        silent: true,
        store_history: false,
        user_expressions: { value: code }
      });
      const limit = new Promise<null>(resolve =>
        setTimeout(() => resolve(null), 10_000)
      );
      const reply = await Promise.race([future.done, limit]);
      if (reply === null) {
        return '';
      }
      const { value } = reply.content.user_expressions;
      return value.data?.['text/plain'] ?? `${value.ename}: ${value.evalue}`;
    }, expression);
  }

  pid(): Promise<string> {
    return this.evaluate("__import__('os').getpid()");
  }

  isBlocking(): Promise<string> {
    return this.evaluate(
      "__import__('os').environ.get('CUDA_LAUNCH_BLOCKING')"
    );
  }

  /** The outputs and number of a cell, as in the file. */
  cell(index: number): Promise<any> {
    return this.page.evaluate(at => {
      const panel: any = window.jupyterapp.shell.currentWidget;
      return panel.content.model.cells.get(at).toJSON();
    }, index);
  }

  /** Give a cell another text, as typing would. */
  async edit(index: number, source: string): Promise<void> {
    await this.page.evaluate(
      ([at, text]) => {
        const panel: any = window.jupyterapp.shell.currentWidget;
        panel.content.model.cells.get(at).sharedModel.setSource(text);
      },
      [index, source] as const
    );
  }

  /** The ids of this page's own kernels, beside those of notebooks. */
  async ownKernels(): Promise<string[]> {
    const ids = await this.page.evaluate(() =>
      Object.keys(localStorage)
        .filter(key => key.startsWith('torch-triage:kernels:'))
        .flatMap(key => JSON.parse(localStorage.getItem(key) ?? '[]'))
    );
    ids.forEach(id => this._own.add(id));
    return ids;
  }

  /** Wait until they have ended and are forgotten. */
  async noOwnKernels(): Promise<void> {
    await this.ownKernelsEnded();
    await expect.poll(() => this.ownKernels()).toEqual([]);
  }

  /** Wait until the server has none of them any more. */
  async ownKernelsEnded(): Promise<void> {
    await this.ownKernels();
    const left = () =>
      this.page.evaluate(
        async known => {
          const kernels = await (await fetch('/api/kernels')).json();
          return kernels.filter((one: any) => known.includes(one.id)).length;
        },
        [...this._own]
      );
    await expect.poll(left, { timeout: 20000 }).toBe(0);
  }

  /** End the kernels of this notebook's folder. */
  async close(): Promise<void> {
    await this.page.evaluate(async folder => {
      const sessions = await (await fetch('/api/sessions')).json();
      for (const session of sessions) {
        if (session.path.startsWith(folder)) {
          await fetch(`/api/sessions/${session.id}`, { method: 'DELETE' });
        }
      }
    }, this.folder);
  }

  private readonly _own = new Set<string>();
}

/** A notebook in a folder of its own, whose kernels are ended with the test. */
export const test = base.extend<{ nb: RerunNotebook }>({
  // Galata gives the launcher 15 s, whatever the machine is busy with.
  waitForApplication: async ({}, use) =>
    use(async page => {
      await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
      await page.evaluate(() => window.jupyterapp.restored);
    }),
  nb: async ({ page, tmpPath }, use) => {
    const nb = new RerunNotebook(page, tmpPath);
    await use(nb);
    await nb.close();
  }
});
