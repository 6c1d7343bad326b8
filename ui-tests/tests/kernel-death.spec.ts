import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  addKernel,
  limitedKernel,
  makeLimit,
  memoryRow,
  ROWS,
  SEGFAULT,
  type IDeathRow
} from './deaths';
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
  const { baseURL } = test.info().project.use;
  const { port } = new URL(baseURL ?? '');
  home = path.join(os.tmpdir(), `torch-triage-ui-${port}`);
  limit = makeLimit(`torch-triage-${port}`, LIMIT_BYTES);
  if (limit) {
    addKernel(path.join(home, 'data'), 'limited', limitedKernel(limit));
  }
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

function metadataOf(kernel = 'python3'): Record<string, unknown> {
  return {
    kernelspec: { name: kernel, display_name: kernel, language: 'python' },
    language_info: { name: 'python' }
  };
}

/** The kernel's id of a notebook, once it idles. */
async function kernelOf(page: Page, file: string): Promise<string> {
  const handle = await page.waitForFunction(name => {
    const widget = [...window.jupyterapp.shell.widgets('main')].find(
      one => (one as any).context?.path === name
    ) as any;
    const kernel = widget?.sessionContext?.session?.kernel;
    return kernel?.status === 'idle' ? (kernel.id as string) : null;
  }, file);
  return (await handle.jsonValue()) as string;
}

function boxesOf(kernelId: string): string[] {
  const folder = path.join(home, 'runtime', 'torch-triage');
  return fs.existsSync(folder)
    ? fs.readdirSync(folder).filter(name => name.startsWith(kernelId))
    : [];
}

/** Open a notebook and wait until its kernel's black box is armed. */
async function openArmed(
  page: Page,
  file: string,
  cells: { id: string; source: string }[],
  kernel?: string
): Promise<string> {
  const content = notebookOf(cells, metadataOf(kernel));
  await page.contents.uploadContent(content, 'text', file);
  await execute(page, 'docmanager:open', { path: file });
  const id = await kernelOf(page, file);
  await expect.poll(() => boxesOf(id).length).toBe(2);
  return id;
}

/** JupyterLab's own notice of a death covers the page and holds the focus. */
async function dismissDialogs(page: Page): Promise<void> {
  await page.evaluate(() => {
    document
      .querySelectorAll<HTMLElement>('.jp-Dialog button.jp-mod-accept')
      .forEach(button => button.click());
  });
}

/** Bring a notebook to the front and show the panel. */
async function show(page: Page, file: string): Promise<void> {
  await expect(async () => {
    await dismissDialogs(page);
    const front = await page.evaluate(name => {
      const { shell } = window.jupyterapp;
      const widget = [...shell.widgets('main')].find(
        one => (one as any).context?.path === name
      ) as any;
      shell.activateById(widget.id);
      return (shell.currentWidget as any)?.context?.path;
    }, file);
    expect(front).toBe(file);
  }).toPass({ timeout: 20_000 });
  await execute(page, 'torch-triage:open');
}

async function runAll(page: Page, file: string): Promise<void> {
  await show(page, file);
  await execute(page, 'notebook:run-all-cells');
}

interface ISeen {
  id: string | null;
  label: string;
}

/** What the panel says of a kernel's death in this cell. */
async function seenDeath(page: Page, cellId = 'dies'): Promise<ISeen> {
  const finding = panelOf(page)
    .locator(`[data-incident-kind="kernel"][data-cell-id="${cellId}"]`)
    .first();
  await expect(finding).toBeAttached({ timeout: 40_000 });
  return finding.evaluate(node => ({
    id: node.getAttribute('data-diagnosis-id'),
    label:
      node
        .closest('.jp-TorchTriage-card')
        ?.querySelector('.jp-TorchTriage-cell')?.textContent ?? ''
  }));
}

function lineOf(label: string): number | null {
  const found = /line (\d+)/.exec(label);
  return found ? Number(found[1]) : null;
}

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
      { timeout: 40_000 }
    )
    .toBe(true)
    .catch(() => undefined);
  return told;
}

test('each death gives its id, its cell and its line', async ({
  page,
  tmpPath
}) => {
  const rows: IDeathRow[] = [...ROWS, memoryRow(limit)];
  const table: Record<string, unknown>[] = [];
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
  expect(table.filter(row => !row.right)).toEqual([]);
});

test('five cells wait: the right one is named, the rest runs again', async ({
  page,
  tmpPath
}) => {
  const file = `${tmpPath}/queue.ipynb`;
  const queued = [1, 2, 3, 4, 5].map(at => ({
    id: `after-${at}`,
    source: `order = globals().get('order', []) + [${at}]\nprint(order)`
  }));
  await openArmed(page, file, [
    { id: 'before', source: 'kept = 1' },
    { id: 'dies', source: `${SEGFAULT}\n` },
    ...queued
  ]);
  await runAll(page, file);
  const seen = await seenDeath(page);
  expect(seen.id).toBe('kernel/segfault');
  const lost = panelOf(page).locator('[data-lost-cells]').first();
  await expect(lost).toHaveAttribute('data-lost-cells', '5');
  await dismissDialogs(page);

  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.widgets[1].model.sharedModel.setSource('assert kept == 1');
  });
  await kernelOf(page, file);
  await lost.getByRole('button', { name: /Run the 7 lost cells/ }).click();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { content } = window.jupyterapp.shell.currentWidget as any;
        return content.widgets[6].model.outputs.get(0)?.toJSON().text ?? '';
      })
    )
    .toContain('[1, 2, 3, 4, 5]');
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
  const reloading = page.reload({ waitForIsReady: false });
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
