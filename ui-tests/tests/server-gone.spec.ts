/** The server ends while a cell runs: nobody knows of a kernel's death. */
import {
  dismissDialogs,
  kernelOf,
  outputOf,
  runAll,
  seenDeath
} from './death-page';
import { SEGFAULT } from './deaths';
import { OWN_URL, OwnServer } from './own-server';
import { expect, notebookOf, openNotebook, panelOf, test } from './support';

test.use({ rare: true });

const server = new OwnServer();

// Galata would ask the server for terminals while there is none.
test.use({ baseURL: OWN_URL, terminals: null });

test.beforeAll(() => server.start());

test.afterAll(() => server.end('SIGTERM'));

test('a server that went away is no death, in either state of its return', async ({
  page,
  tmpPath
}) => {
  const file = `${tmpPath}/alive.ipynb`;
  const deaths = panelOf(page).locator('[data-incident-kind="kernel"]');
  await openNotebook(
    page,
    tmpPath,
    'alive.ipynb',
    notebookOf([
      { id: 'dies', source: "print('running', flush=True)\nwhile True: pass" }
    ])
  );
  const first = await kernelOf(page, file);
  await runAll(page, file);
  await expect.poll(() => outputOf(page, 0)).toContain('running');

  await server.end('SIGKILL');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { sessionContext } = window.jupyterapp.shell.currentWidget as any;
        return sessionContext.session?.kernel?.connectionStatus ?? 'none';
      })
    )
    .not.toBe('connected');
  await expect(deaths).toHaveCount(0);

  await server.start();
  // JupyterLab learns that the kernel is not there any more.
  const isGone = () =>
    page.evaluate(id => {
      const { sessionContext } = window.jupyterapp.shell.currentWidget as any;
      const kernel = sessionContext.session?.kernel;
      return kernel?.id !== id || kernel.status === 'dead';
    }, first);
  await expect.poll(isGone, { timeout: 90_000 }).toBe(true);
  await dismissDialogs(page);
  await expect(deaths).toHaveCount(0);

  // The same notebook, and a death: it would have been told.
  await page.evaluate(async source => {
    const { content, sessionContext } = window.jupyterapp.shell
      .currentWidget as any;
    content.widgets[0].model.sharedModel.setSource(source);
    await sessionContext.changeKernel({ name: 'python3' });
  }, SEGFAULT);
  await kernelOf(page, file);
  await runAll(page, file);
  expect((await seenDeath(page)).id).toBe('kernel/segfault');
  await dismissDialogs(page);
});
