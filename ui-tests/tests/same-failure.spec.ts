import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  errorOutput,
  execute,
  expect,
  findingOf,
  kernelIdle,
  MATMUL,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

test.use({ rare: true });

/** The incident of a cell's card. */
async function keyOf(
  page: IJupyterLabPageFixture,
  cellId = 'fails'
): Promise<string | null> {
  const card = panelOf(page)
    .locator('[data-incident-key]')
    .filter({ has: page.locator(`[data-cell-id="${cellId}"]`) });
  await expect(card).toHaveCount(1);
  return card.getAttribute('data-incident-key');
}

/** What a cell that fails faster than anybody looks leaves: the same error. */
async function failAtOnce(page: IJupyterLabPageFixture): Promise<void> {
  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    const { outputs } = content.widgets[0].model;
    const error = outputs.toJSON();
    outputs.clear();
    outputs.fromJSON(error);
  });
}

test('the same error of the same prompt number, in a new process, is news', async ({
  page,
  tmpPath
}) => {
  const cells = [{ id: 'fails', source: `raise RuntimeError('${MATMUL}')` }];
  await openNotebook(page, tmpPath, 'again.ipynb', notebookOf(cells));
  await runCell(page, 'fails');
  await expect(findingOf(page, 'fails')).toBeVisible();
  const first = await keyOf(page);
  await page.evaluate(() => {
    const { sessionContext } = window.jupyterapp.shell.currentWidget as any;
    return sessionContext.restartKernel();
  });
  await kernelIdle(page);
  expect(await keyOf(page)).toBe(first);
  await failAtOnce(page);
  await expect.poll(() => keyOf(page)).not.toBe(first);
});

test('an error of the file stays what it is when the notebook is trusted', async ({
  page,
  tmpPath
}) => {
  const source = `raise RuntimeError('${MATMUL}')`;
  const cells = [
    {
      id: 'saved',
      source,
      executionCount: 4,
      outputs: [errorOutput('RuntimeError', MATMUL)]
    },
    { id: 'fails', source }
  ];
  await openNotebook(page, tmpPath, 'trusted.ipynb', notebookOf(cells));
  await execute(page, 'torch-triage:open');
  const first = await keyOf(page, 'saved');
  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    for (const { model } of content.widgets) {
      model.trusted = false;
      model.trusted = true;
    }
  });
  // Its card comes with the same look at the notebook, or a later one.
  await runCell(page, 'fails');
  await expect(findingOf(page, 'fails')).toBeVisible();
  expect(await keyOf(page, 'saved')).toBe(first);
});
