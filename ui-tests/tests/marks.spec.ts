import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  comparisonAfter,
  execute,
  expect,
  findingOf,
  MATMUL,
  notebookOf,
  openExample,
  openNotebook,
  panelOf,
  runCell,
  SETTINGS_ID,
  test
} from './support';

test.use({ rare: true });

type Page = IJupyterLabPageFixture;

/** The marked lines of the notebook in front: [cell, line, severity]. */
function marksOf(page: Page): Promise<[string, number, string][]> {
  return page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    return content.widgets.flatMap((cell: any) =>
      [...cell.node.querySelectorAll('.jp-TorchTriage-failedLine')].map(
        (mark: Element) => {
          const view = cell.editor.editor;
          const { number } = view.state.doc.lineAt(view.posAtDOM(mark));
          const isError = mark.classList.contains('cm-lintRange-error');
          return [cell.model.id, number, isError ? 'error' : 'warning'];
        }
      )
    );
  });
}

/** At its beginning: a long line is scrolled, and its middle out of sight. */
async function hoverMark(page: Page): Promise<void> {
  const mark = page.locator('.jp-TorchTriage-failedLine').first();
  await mark.hover({ position: { x: 8, y: 4 }, timeout: 20_000 });
}

const NOTEBOOK = notebookOf([
  { id: 'passes', source: 'x = 1' },
  {
    id: 'fails',
    source: `if x == 1:\n    raise RuntimeError('${MATMUL}')\ny = x`
  },
  { id: 'hostile', source: 'raise ValueError("<img src=x onerror=alert(1)>")' }
]);

test('the failed line is marked until the cell is edited', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'marks.ipynb', NOTEBOOK);
  await runCell(page, 'passes');
  await runCell(page, 'fails');
  await expect.poll(() => marksOf(page)).toEqual([['fails', 2, 'error']]);
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1);

  await hoverMark(page);
  const tooltip = page.locator('.jp-TorchTriage-mark');
  await expect(tooltip).toContainText(
    'The input is 784 wide, the layer takes 512'
  );
  const fix = findingOf(page, 'fails').locator('.jp-TorchTriage-fixes > li');
  const [said] = await tooltip.locator('p').nth(1).allTextContents();
  await expect(fix.first()).toContainText(said);

  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    const { sharedModel } = content.widgets[1].model;
    sharedModel.setSource(`# mended\n${sharedModel.getSource()}`);
  });
  await expect.poll(() => marksOf(page)).toEqual([]);
  await expect(page.locator('.cm-gutter-lint')).toHaveCount(0);
});

test('it is gone when the cell runs again', async ({ page, tmpPath }) => {
  await openNotebook(page, tmpPath, 'again.ipynb', NOTEBOOK);
  await runCell(page, 'passes');
  await runCell(page, 'fails');
  await expect.poll(() => marksOf(page)).toHaveLength(1);
  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.widgets[0].model.sharedModel.setSource('x = 2');
  });
  await runCell(page, 'passes');
  await runCell(page, 'fails');
  await expect.poll(() => marksOf(page)).toEqual([]);
});

test('it is there after a look at another notebook that fails', async ({
  page,
  tmpPath
}) => {
  const HOSTILE = [['hostile', 1, 'error']];
  for (const name of ['one.ipynb', 'two.ipynb']) {
    await openNotebook(page, tmpPath, name, NOTEBOOK);
    // Not recognised: the panel stays shut, and makes no cards by itself.
    await runCell(page, 'hostile');
    await expect.poll(() => marksOf(page)).toEqual(HOSTILE);
  }
  await execute(page, 'docmanager:open', { path: `${tmpPath}/one.ipynb` });
  await page.waitForFunction(
    path =>
      (window.jupyterapp.shell.currentWidget as any)?.context?.path === path,
    `${tmpPath}/one.ipynb`
  );
  expect(await marksOf(page)).toEqual(HOSTILE);
  // A failure that is over has none, looked at or not.
  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.widgets[2].model.sharedModel.setOutputs([]);
  });
  await expect.poll(() => marksOf(page)).toEqual([]);
});

test('a setting leaves the cells unmarked', async ({ page, tmpPath }) => {
  await openNotebook(page, tmpPath, 'unmarked.ipynb', NOTEBOOK);
  await runCell(page, 'passes');
  await runCell(page, 'fails');
  await expect.poll(() => marksOf(page)).toHaveLength(1);
  const set = (value: boolean) =>
    page.evaluate(
      async ([id, wanted]) => {
        const settings: any = await window.galata.getPlugin(
          '@jupyterlab/apputils-extension:settings'
        );
        await settings.set(id, 'markLines', wanted);
      },
      [SETTINGS_ID, value] as const
    );
  await set(false);
  await expect.poll(() => marksOf(page)).toEqual([]);
  await set(true);
  await expect.poll(() => marksOf(page)).toHaveLength(1);
});

test('a message is text, and one that nobody knows is shown as it is', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'hostile.ipynb', NOTEBOOK);
  await runCell(page, 'hostile');
  await execute(page, 'torch-triage:open');
  await expect.poll(() => marksOf(page)).toEqual([['hostile', 1, 'error']]);
  await hoverMark(page);
  const tooltip = page.locator('.jp-TorchTriage-mark');
  await expect(tooltip).toHaveText('ValueError: <img src=x onerror=alert(1)>');
  await expect(tooltip.locator('img')).toHaveCount(0);
});

test('a late error is marked as noticed, a re-run marks the true line', async ({
  page,
  tmpPath
}) => {
  await openExample(page, tmpPath, 'late-error.ipynb');
  for (const cell of ['imports', 'data', 'train']) {
    await runCell(page, cell);
  }
  await expect.poll(() => marksOf(page)).toHaveLength(1);
  const [[cell, reported, severity]] = await marksOf(page);
  expect([cell, severity]).toEqual(['train', 'warning']);
  const comparison = await comparisonAfter(panelOf(page), {
    reported: String(reported),
    actual: '1'
  });
  await expect(comparison).toBeVisible();
  await expect.poll(() => marksOf(page)).toContainEqual(['train', 1, 'error']);
});
