import {
  errorOutput,
  execute,
  expect,
  MATMUL,
  notebookOf,
  openNotebook,
  panelOf,
  test
} from './support';

const FAILED = notebookOf([
  {
    id: 'saved',
    source: 'model(x)',
    executionCount: 1,
    outputs: [errorOutput('RuntimeError', MATMUL)]
  }
]);

test('the toolbar button looks the active cell’s error up', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'toolbar.ipynb', FAILED);
  // A notebook that opens takes the focus once its cell is drawn, not before.
  await expect(page.locator('.jp-Notebook :focus')).toBeAttached();
  await page
    .locator('.jp-NotebookPanel-toolbar')
    .getByRole('button', { name: /look up/i })
    // As long as a hand takes: the toolbar acts at both ends of the press.
    .click({ delay: 150 });
  const field = panelOf(page).getByRole('textbox', {
    name: 'Look up an error'
  });
  await expect(field).toHaveValue(`RuntimeError: ${MATMUL}`);
  await expect(field).toBeFocused();
  const first = panelOf(page).locator('[data-diagnosis-id]').first();
  await expect(first).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/matmul-shape'
  );
  await expect(first).toContainText(
    'The input is 784 wide, the layer takes 512'
  );
});

test('words with typos, an id, a topic, and the way back', async ({ page }) => {
  await execute(page, 'torch-triage:look-up', { query: '' });
  const panel = panelOf(page);
  const field = panel.getByRole('textbox', { name: 'Look up an error' });
  const results = panel.getByRole('list', { name: 'Results of the look-up' });
  for (const [query, id] of [
    ['shaped memory bus eror', 'dataloader/bus-error-shm'],
    ['cuda/out-of-memory', 'cuda/out-of-memory'],
    ['launch blocking', 'topic/launch-blocking']
  ]) {
    await field.fill(query);
    await expect(results.getByText(id, { exact: true }).first()).toBeVisible();
  }
  await field.fill('zzzz qqqq xxxx');
  await expect(panel).toContainText('Not recognised');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(panel).toContainText('Open a notebook');
});

test('the id of a finding leads to its page in the catalogue', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'page.ipynb', FAILED);
  await execute(page, 'torch-triage:open');
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'tensor/matmul-shape' }).click();
  await expect(
    panel.locator('[data-look-up-id="tensor/matmul-shape"]')
  ).toContainText('The inner sizes of a matrix product differ');
});

test.describe('a command for the terminal', () => {
  test.use({ rare: true });

  test('is copied without its prompt', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const query =
      "RuntimeError: DataLoader worker (pid 12) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.";
    await execute(page, 'torch-triage:look-up', { query });
    const panel = panelOf(page);
    const command = panel
      .locator('.jp-TorchTriage-code')
      .filter({ hasText: '$ docker run --shm-size' });
    await command.getByRole('button', { name: 'Copy' }).click();
    await expect(panel.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'docker run --shm-size=8g …'
    );
  });
});

test('a pasted log of 5 MB is diagnosed', async ({ page }) => {
  await execute(page, 'torch-triage:look-up', { query: '' });
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: 'Look up an error' }).focus();
  await page.evaluate(message => {
    const text = `${'step 1: fine\n'.repeat(400_000)}RuntimeError: ${message}\n`;
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', {
        clipboardData: data,
        bubbles: true,
        cancelable: true
      })
    );
  }, MATMUL);
  await expect(panel).toContainText('Pasted text of 5200');
  await expect(
    panel.locator('[data-diagnosis-id="tensor/matmul-shape"]')
  ).toBeVisible();
});
