import * as fs from 'fs';
import * as path from 'path';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  addKernel,
  limitedKernel,
  makeLimit,
  memoryRow,
  NO_DEBUGGER,
  ROWS,
  SEGFAULT,
  type IDeathRow
} from './deaths';
import {
  boxesOf,
  dismissDialogs,
  serverHome,
  kernelOf,
  lineOf,
  metadataOf,
  openArmed,
  outputOf,
  runAll,
  seenDeath,
  show,
  stateOf
} from './death-page';
import { execute, expect, notebookOf, panelOf, test } from './support';

type Page = IJupyterLabPageFixture;

const LIMIT_BYTES = 320 << 20;

/** So many kernels die at a time; all wait for the server's look every 3 s. */
const AT_ONCE = 4;

let home = '';
let limit: string | null = null;
const isBare = () => test.info().project.name === 'lab-bare';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

test.beforeAll(() => {
  home = serverHome();
  limit = makeLimit(path.basename(home), LIMIT_BYTES);
  if (limit) {
    addKernel(path.join(home, 'data'), 'limited', limitedKernel(limit));
  }
  addKernel(path.join(home, 'data'), 'no-debugger', NO_DEBUGGER);
  addKernel(path.join(home, 'data'), 'broken', {
    argv: ['python', '-c', 'import os; os.abort()', '{connection_file}'],
    display_name: 'Broken',
    language: 'python'
  });
});

test.afterAll(() => {
  if (limit && fs.existsSync(limit)) {
    fs.rmdirSync(limit);
  }
});

interface ITold {
  id: string | null;
  line: number | null;
}

function isSame(a: ITold, b: ITold): boolean {
  return a.id === b.id && a.line === b.line;
}

/** What is told once the black box is read: a busy machine takes its time. */
async function settled(
  page: Page,
  cellId: string,
  wanted: ITold
): Promise<ITold> {
  let told: ITold = { id: null, line: null };
  await expect
    .poll(
      async () => {
        const seen = await seenDeath(page, cellId);
        told = { id: seen.id, line: lineOf(seen.label) };
        return isSame(told, wanted);
      },
      { timeout: 90_000 }
    )
    .toBe(true)
    .catch(() => undefined);
  return told;
}

function activeIndex(page: Page): Promise<number> {
  return page.evaluate(
    () => (window.jupyterapp.shell.currentWidget as any).content.activeCellIndex
  );
}

test('each death gives its id, its cell and its line', async ({
  page,
  tmpPath
}) => {
  const rows: IDeathRow[] = [...ROWS, memoryRow(limit)];
  const table: Record<string, unknown>[] = [];
  const warnings: string[] = [];
  page.on('console', message => {
    if (message.text().startsWith('torch-triage')) {
      warnings.push(message.text());
    }
  });
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const batch = rows.slice(from, from + AT_ONCE);
    const files = batch.map((_, at) => `${tmpPath}/death-${from + at}.ipynb`);
    for (const [at, row] of batch.entries()) {
      await openArmed(
        page,
        files[at],
        [
          { id: 'before', source: 'x = 1' },
          { id: `dies-${from + at}`, source: row.source }
        ],
        row.kernel
      );
    }
    for (const file of files) {
      await runAll(page, file);
    }
    for (const [at, row] of batch.entries()) {
      await show(page, files[at]);
      const wanted = { id: (isBare() && row.bareId) || row.id, line: row.line };
      const seen = await settled(page, `dies-${from + at}`, wanted);
      table.push({ death: row.name, ...seen, right: isSame(seen, wanted) });
    }
    await dismissDialogs(page);
  }
  console.log(`Server extension: ${isBare() ? 'no' : 'yes'}`);
  console.table(table);
  expect(
    table.filter(row => !row.right),
    warnings.join('\n')
  ).toEqual([]);
  // Ours say what went wrong on the way, such as a box that was not read.
  expect(warnings).toEqual([]);
});

test('five cells wait: the right one is named, the rest runs again', async ({
  page,
  tmpPath
}) => {
  const file = `${tmpPath}/queue.ipynb`;
  const queued = [1, 2, 3, 4, 5].map(at => ({
    id: `after-${at}`,
    source: `order = order + [${at}]\nprint(order)`
  }));
  await openArmed(page, file, [
    { id: 'before', source: 'kept = 1\norder = []' },
    { id: 'aside', source: 'aside = 1' },
    { id: 'dies', source: `${SEGFAULT}\n` },
    ...queued
  ]);
  await runAll(page, file);
  const seen = await seenDeath(page);
  expect(seen.id).toBe('kernel/segfault');
  const lost = panelOf(page).locator('[data-lost-cells]').first();
  await expect(lost).toHaveAttribute('data-lost-cells', '5');
  await dismissDialogs(page);
  await lost.getByRole('button', { name: 'cell 5' }).click();
  await expect.poll(() => activeIndex(page)).toBe(4);

  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.widgets[2].model.sharedModel.setSource('assert kept == 1');
  });
  await kernelOf(page, file);
  const again = lost.getByRole('button', { name: /Run the 6 lost cells/ });
  await again.click();
  // It shows what it will do and why, and can be left.
  const plan = panelOf(page).locator('[data-purpose="lost"]');
  await expect(plan).toHaveAttribute('data-phase', 'planned');
  const steps = plan.locator('[data-plan-cell]');
  const included = (isIn: boolean) =>
    plan.locator(`[data-plan-cell][data-included="${isIn}"]`);
  await expect(steps).toHaveCount(8);
  await expect(included(false)).toHaveAttribute('data-plan-cell', 'aside');
  await expect(steps.first()).toContainText(/In: defines (?:kept|order), used/);
  await expect(steps.nth(2)).toContainText('assert kept == 1');
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await expect(plan).toContainText('The notebook and its kernel are as they');
  expect(await outputOf(page, 7)).toBe('');
  await again.click();
  await plan.getByRole('button', { name: 'Run these 7 cells' }).click();
  await expect.poll(() => stateOf(page)).toContain('[1, 2, 3, 4, 5]');
  await expect(
    panelOf(page).locator('[data-incident-kind="kernel"]')
  ).toHaveCount(0);
});

test('a death while the page reloads is told by the black box', async ({
  page,
  tmpPath
}) => {
  const file = `${tmpPath}/reload.ipynb`;
  await openArmed(page, file, [
    {
      id: 'dies',
      source: `import time\nopen('running', 'w').close()\nwhile not __import__('os').path.exists('now'): time.sleep(0.05)\n${SEGFAULT}`
    },
    { id: 'after', source: '1' }
  ]);
  await runAll(page, file);
  const files = path.join(home, 'files', tmpPath);
  await expect
    .poll(() => fs.existsSync(path.join(files, 'running')))
    .toBe(true);
  await page.evaluate(() =>
    window.jupyterapp.commands.execute('docmanager:save')
  );
  // Galata's own option, which Playwright's type hides.
  const atOnce = { waitUntil: 'commit', waitForIsReady: false } as const;
  const reloading = page.reload(atOnce);
  fs.writeFileSync(path.join(files, 'now'), '');
  await reloading;
  await page.waitForFunction(() => 'jupyterapp' in window);
  await execute(page, 'docmanager:open', { path: file });
  await kernelOf(page, file);
  await show(page, file);
  const seen = await seenDeath(page);
  expect(seen.id).toBe('kernel/segfault');
  expect(lineOf(seen.label)).toBe(6);
  await expect(
    panelOf(page).locator('[data-lost-cells="1"]').first()
  ).toBeAttached();
});

test.describe('a kernel that is changed at once, or never starts', () => {
  test.use({ rare: true });

  test('a death is told although the kernel is changed at once', async ({
    page,
    tmpPath
  }) => {
    const file = `${tmpPath}/changed.ipynb`;
    const first = await openArmed(page, file, [
      { id: 'dies', source: SEGFAULT }
    ]);
    await page.evaluate(() => {
      const { session } = (window.jupyterapp.shell.currentWidget as any)
        .sessionContext;
      // jupyter_client 8 cannot shut a kernel down until its restart is through:
      // the server answers with 500 then.
      const change = (): Promise<unknown> =>
        session.changeKernel({ name: 'python3' }).catch(change);
      session.statusChanged.connect((_: unknown, status: string) => {
        if (status === 'autorestarting') {
          void change();
        }
      });
    });
    await runAll(page, file);
    await expect.poll(() => kernelOf(page, file)).not.toBe(first);
    // The new kernel found the old one's box.
    expect(
      await settled(page, 'dies', { id: 'kernel/segfault', line: 3 })
    ).toEqual({ id: 'kernel/segfault', line: 3 });
    expect(boxesOf(first)).toEqual([]);
    await dismissDialogs(page);
  });

  test('a kernel that dies at every start', async ({ page, tmpPath }) => {
    const file = `${tmpPath}/broken.ipynb`;
    const content = notebookOf(
      [{ id: 'one', source: '1' }],
      metadataOf('broken')
    );
    await page.contents.uploadContent(content, 'text', file);
    await execute(page, 'docmanager:open', { path: file });
    await expect(page.locator('.jp-NotebookPanel')).toBeVisible();
    await show(page, file);
    expect((await seenDeath(page, '')).id).toBe('kernel/start-failed');
    await dismissDialogs(page);
  });
});
