import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
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

/** The one card's incident. */
async function keyOf(page: IJupyterLabPageFixture): Promise<string | null> {
  const cards = panelOf(page).locator('[data-incident-key]');
  await expect(cards).toHaveCount(1);
  return cards.getAttribute('data-incident-key');
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
