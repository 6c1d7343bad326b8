/** Notebook 7 from the same server and the same build of the extension. */
import {
  test as base,
  expect,
  type APIRequestContext,
  type Locator,
  type Page
} from '@playwright/test';

import { PRINTED_LATE } from './rerun-sources';
import { comparisonAfter, MATMUL, notebookOf, type ITestCell } from './support';

/** A notebook in Notebook 7, with an idle kernel. */
class Notebook {
  constructor(
    readonly page: Page,
    private readonly _request: APIRequestContext,
    private readonly _name: string
  ) {}

  get panel(): Locator {
    return this.page.locator('#torch-triage-panel');
  }

  get toolbar(): Locator {
    return this.page.locator('.jp-NotebookPanel-toolbar');
  }

  async open(cells: ITestCell[]): Promise<void> {
    const saved = await this._request.put(`/api/contents/${this._name}`, {
      data: { type: 'file', format: 'text', content: notebookOf(cells) }
    });
    expect(saved.ok()).toBe(true);
    await this.page.goto(`/notebooks/${this._name}`);
    await this.page
      .getByText(/Python 3 \(ipykernel\)/)
      .first()
      .waitFor();
    await this.page
      .locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
      .waitFor({ state: 'attached' });
  }

  async run(at: number): Promise<void> {
    const cell = this.page.locator('.jp-CodeCell').nth(at);
    await cell.locator('.cm-content').click();
    await this.page.keyboard.press('Control+Enter');
  }

  async close(): Promise<void> {
    const sessions = await (await this._request.get('/api/sessions')).json();
    for (const session of sessions) {
      if (session.path === this._name) {
        await this._request.delete(`/api/sessions/${session.id}`);
      }
    }
    await this._request.delete(`/api/contents/${this._name}`);
  }
}

const test = base.extend<{ notebook: Notebook }>({
  notebook: async ({ page, request }, use) => {
    const name = `notebook7-${Date.now()}.ipynb`;
    const notebook = new Notebook(page, request, name);
    await use(notebook);
    await notebook.close();
  }
});

test('Notebook 7: a failed cell opens the panel; the look-up', async ({
  notebook
}) => {
  const { page, panel, toolbar } = notebook;
  await notebook.open([
    { id: 'fails', source: `raise RuntimeError('${MATMUL}')` }
  ]);
  await notebook.run(0);
  const finding = panel.locator('[data-cell-id="fails"]');
  await expect(finding.first()).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/matmul-shape'
  );
  await expect(finding.first()).toBeVisible();
  await toolbar.getByRole('button', { name: /look up/i }).click();
  await expect(
    page.getByRole('textbox', { name: 'Look up an error' })
  ).toHaveValue(`RuntimeError: ${MATMUL}`);
});

test('Notebook 7: a re-run from the press to the comparison', async ({
  notebook
}) => {
  const { page, panel, toolbar } = notebook;
  await notebook.open([{ id: 'late', source: PRINTED_LATE }]);
  await notebook.run(0);
  await comparisonAfter(panel, { reported: '5', actual: '3' });
  // Its kernel is slow now, says the toolbar, and one press ends that.
  const mark = toolbar.locator('.jp-TorchTriage-blocking');
  await expect(mark).toBeVisible();
  await mark.getByRole('button').click();
  await page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
  await expect(mark).toBeHidden();
});
