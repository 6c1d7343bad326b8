import * as fs from 'fs';
import * as path from 'path';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  boxesOf,
  dismissDialogs,
  serverHome,
  kernelOf,
  openArmed,
  runAll,
  seenDeath,
  show
} from './death-page';
import { addKernel, SEGFAULT } from './deaths';
import {
  execute,
  expect,
  galata,
  notebookOf,
  panelOf,
  SETTINGS_ID,
  test
} from './support';

test.use({ rare: true });

type Page = IJupyterLabPageFixture;

test.describe.configure({ timeout: 240_000 });

const recordFile = () => path.join(serverHome(), 'recorded.jsonl');

// Before the page loads: it reads the list of kernels once.
test.beforeAll(() => {
  const record = recordFile();
  fs.rmSync(record, { force: true });
  addKernel(path.join(serverHome(), 'data'), 'recorder', {
    argv: [
      'python',
      path.resolve(__dirname, '..', 'kernels', 'recorder.py'),
      '-f',
      '{connection_file}'
    ],
    display_name: 'Recorder',
    language: 'R',
    env: { TORCH_TRIAGE_RECORD: record }
  });
});

const FOREVER = "open('running', 'w').close()\nwhile True: pass";

const kernelCards = (page: Page) =>
  panelOf(page).locator('[data-incident-kind="kernel"]');

/** Do something with the session of the notebook in front. */
function onSession(
  page: Page,
  what: 'interrupt' | 'restart' | 'shutdown' | 'change',
  kernel = 'python3'
): Promise<void> {
  return page.evaluate(
    async ([wanted, name]) => {
      const { sessionContext } = window.jupyterapp.shell.currentWidget as any;
      switch (wanted) {
        case 'interrupt':
          return sessionContext.session.kernel.interrupt();
        case 'restart':
          return sessionContext.restartKernel();
        case 'shutdown':
          return sessionContext.shutdown();
        case 'change':
          await sessionContext.changeKernel({ name });
      }
    },
    [what, kernel] as const
  );
}

/** Run all cells and wait until the first is really at work. */
async function runForever(
  page: Page,
  file: string,
  tmpPath: string
): Promise<void> {
  const mark = path.join(serverHome(), 'files', tmpPath, 'running');
  fs.rmSync(mark, { force: true });
  await runAll(page, file);
  await expect.poll(() => fs.existsSync(mark)).toBe(true);
}

test('an interrupt, a restart, a change of kernel and a shutdown are no deaths', async ({
  page,
  tmpPath
}) => {
  const file = `${tmpPath}/alive.ipynb`;
  const first = await openArmed(page, file, [{ id: 'runs', source: FOREVER }]);

  await runForever(page, file, tmpPath);
  await onSession(page, 'interrupt');
  await kernelOf(page, file);

  await runForever(page, file, tmpPath);
  const [old] = boxesOf(first);
  await onSession(page, 'restart');
  // The new process has armed its own box: what it found has been judged.
  await expect.poll(() => boxesOf(first).length).toBe(2);
  await expect.poll(() => boxesOf(first).includes(old)).toBe(false);
  await expect(kernelCards(page)).toHaveCount(0);

  await runForever(page, file, tmpPath);
  await onSession(page, 'change');
  const second = await kernelOf(page, file);
  expect(second).not.toBe(first);
  await expect.poll(() => boxesOf(second).length).toBe(2);
  await expect(kernelCards(page)).toHaveCount(0);

  await runForever(page, file, tmpPath);
  await onSession(page, 'shutdown');
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          (window.jupyterapp.shell.currentWidget as any).sessionContext.session
      )
    )
    .toBeNull();
  await expect(kernelCards(page)).toHaveCount(0);

  // The same notebook, and a death: it would have been told.
  await onSession(page, 'change');
  const third = await kernelOf(page, file);
  await expect.poll(() => boxesOf(third).length).toBe(2);
  await page.evaluate(source => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.widgets[0].model.sharedModel.setSource(source);
  }, SEGFAULT);
  await runAll(page, file);
  expect((await seenDeath(page, 'runs')).id).toBe('kernel/segfault');
  await dismissDialogs(page);
});

test('a kernel of another language is asked nothing', async ({
  page,
  tmpPath
}) => {
  const record = recordFile();
  // Nothing in the file says which language it is.
  const file = `${tmpPath}/r.ipynb`;
  const content = notebookOf(
    [
      { id: 'one', source: 'one' },
      { id: 'two', source: 'die' }
    ],
    { kernelspec: { name: 'recorder', display_name: 'Recorder' } }
  );
  await page.contents.uploadContent(content, 'text', file);
  await execute(page, 'docmanager:open', { path: file });
  await kernelOf(page, file);
  await runAll(page, file);
  // It died of `die`; the server starts it again by itself.
  await expect(page.locator('.jp-Dialog')).toContainText('Kernel Restarting');
  await dismissDialogs(page);
  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.widgets[1].model.sharedModel.setSource('three');
  });
  await runAll(page, file);
  const codes = () =>
    fs
      .readFileSync(record, 'utf8')
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { code: string }).code);
  await expect.poll(() => codes().at(-1)).toBe('three');

  // The notebook says Python until the new kernel has spoken.
  await onSession(page, 'change');
  await kernelOf(page, file);
  await onSession(page, 'change', 'recorder');
  await kernelOf(page, file);
  await runAll(page, file);
  await expect.poll(() => codes().length).toBe(6);
  await expect.poll(() => codes().at(-1)).toBe('three');
  expect(codes()).toEqual(['one', 'die', 'one', 'three', 'one', 'three']);
  await expect(panelOf(page).locator('[data-diagnosis-id]')).toHaveCount(0);
  await expect(kernelCards(page)).toHaveCount(0);
});

test.describe('with the black box switched off', () => {
  test.use({
    mockSettings: {
      ...galata.DEFAULT_SETTINGS,
      [SETTINGS_ID]: { blackBox: false }
    }
  });

  test('no file is written; the exit status alone is told', async ({
    page,
    tmpPath
  }) => {
    const file = `${tmpPath}/off.ipynb`;
    const content = notebookOf([
      { id: 'before', source: 'x = 1' },
      { id: 'dies', source: SEGFAULT }
    ]);
    await page.contents.uploadContent(content, 'text', file);
    await execute(page, 'docmanager:open', { path: file });
    const kernel = await kernelOf(page, file);
    await runAll(page, file);
    expect((await seenDeath(page)).id).toBe('kernel/segfault');
    expect(boxesOf(kernel)).toEqual([]);
    await show(page, file);
    await expect(panelOf(page)).toContainText('Exit status: SIGSEGV (-11)');
    await dismissDialogs(page);
  });
});
