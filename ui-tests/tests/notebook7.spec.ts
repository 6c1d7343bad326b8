import { test as base, expect } from '@playwright/test';

import { MATMUL, notebookOf } from './support';

/** Notebook 7 from the same server and the same build of the extension. */
base(
  'Notebook 7: a failed cell opens the panel; the look-up',
  async ({ page, request }) => {
    const name = `notebook7-${Date.now()}.ipynb`;
    const content = notebookOf([
      { id: 'fails', source: `raise RuntimeError('${MATMUL}')` }
    ]);
    const saved = await request.put(`/api/contents/${name}`, {
      data: { type: 'file', format: 'text', content }
    });
    expect(saved.ok()).toBe(true);
    await page.goto(`/notebooks/${name}`);
    await page
      .getByText(/Python 3 \(ipykernel\)/)
      .first()
      .waitFor();
    const cell = page.locator('.jp-CodeCell').first();
    await cell.locator('.cm-content').click();
    await page.keyboard.press('Control+Enter');
    const finding = page.locator('#torch-triage-panel [data-cell-id="fails"]');
    await expect(finding.first()).toHaveAttribute(
      'data-diagnosis-id',
      'tensor/matmul-shape'
    );
    await expect(finding.first()).toBeVisible();
    await page
      .locator('.jp-NotebookPanel-toolbar')
      .getByRole('button', { name: /look up/i })
      .click();
    await expect(
      page.getByRole('textbox', { name: 'Look up an error' })
    ).toHaveValue(`RuntimeError: ${MATMUL}`);
    const sessions = await (await request.get('/api/sessions')).json();
    for (const session of sessions) {
      if (session.path === name) {
        await request.delete(`/api/sessions/${session.id}`);
      }
    }
    await request.delete(`/api/contents/${name}`);
  }
);
