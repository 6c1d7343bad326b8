import { expect, test } from '@playwright/test';

import { PRINTED_LATE } from './rerun-sources';
import { comparisonAfter, MATMUL, notebookOf } from './support';

/** The oldest JupyterLab that the README names, with the same build. */
test('a failed cell, its finding, and a re-run in JupyterLab 4.4.0', async ({
  page,
  request
}) => {
  const name = `oldest-${Date.now()}.ipynb`;
  const content = notebookOf([
    { id: 'shapes', source: `raise RuntimeError('${MATMUL}')` },
    { id: 'late', source: PRINTED_LATE }
  ]);
  const saved = await request.put(`/api/contents/${name}`, {
    data: { type: 'file', format: 'text', content }
  });
  expect(saved.ok()).toBe(true);
  await page.goto(`/lab/tree/${name}?reset`);
  await page.waitForFunction(() => {
    const widget = (window as any).jupyterapp?.shell.currentWidget;
    return widget?.sessionContext?.session?.kernel?.status === 'idle';
  });
  expect(await page.evaluate(() => (window as any).jupyterapp.version)).toMatch(
    /^4\.4\./
  );

  const run = (at: number) =>
    page.evaluate(async index => {
      const { commands, shell } = (window as any).jupyterapp;
      shell.currentWidget.content.activeCellIndex = index;
      await commands.execute('notebook:run-cell');
    }, at);
  const panel = page.locator('#torch-triage-panel');
  await run(0);
  await expect(
    panel.locator('[data-cell-id="shapes"]').first()
  ).toHaveAttribute('data-diagnosis-id', 'tensor/matmul-shape');
  await run(1);
  await expect(panel.locator('[data-cell-id="late"]').first()).toHaveAttribute(
    'data-diagnosis-id',
    'cuda/device-assert-target'
  );
  await page.evaluate(() =>
    (
      window as any
    ).jupyterapp.shell.currentWidget.content.model.sharedModel.deleteCell(0)
  );
  await comparisonAfter(panel, { reported: '5', actual: '3' });
  await page.evaluate(() =>
    (window as any).jupyterapp.shell.currentWidget.sessionContext.shutdown()
  );
  await request.delete(`/api/contents/${name}`);
});
