import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

import {
  expect,
  test as base,
  type IJupyterLabPageFixture
} from '@jupyterlab/galata';
import type { Locator } from '@playwright/test';

export { galata } from '@jupyterlab/galata';
export { expect };

export const EXAMPLES = path.resolve(__dirname, '..', '..', 'examples');

export const SETTINGS_ID = 'jupyterlab-torch-triage:plugin';

type Page = IJupyterLabPageFixture;

/** What our tests have beside Galata’s. */
export interface IFixtures {
  /**
   * True for tests of what is slow and rarely breaks. The whole suite takes a
   * quarter of them, others by each seed; with ALL_CASES=1, or where files are
   * named, all of them run.
   */
  rare: boolean;
  drawn: void;
  kernelsEnd: void;
}

/**
 * Galata's test with real kernels: its tracking answers a restart with a
 * mocked reply that leaves the connection stuck. Each test's own kernels are
 * shut down at its end.
 */
export const test = base.extend<IFixtures>({
  rare: [false, { option: true }],
  drawn: [
    async ({ rare }, use, info) => {
      const seed = process.env.TORCH_TRIAGE_UI_SEED;
      info.skip(
        rare && seed !== undefined && !isDrawn([seed, ...info.titlePath]),
        `not drawn by SEED=${seed}`
      );
      await use();
    },
    { auto: true }
  ],
  kernels: async ({}, use) => use(null),
  sessions: async ({}, use) => use(null),
  kernelsEnd: [
    async ({ page }, use) => {
      await use();
      await shutDownKernels(page);
    },
    { auto: true }
  ]
});

function isDrawn(texts: readonly string[]): boolean {
  const hash = createHash('sha256').update(texts.join('\n'));
  return hash.digest().readUInt32BE() % 4 === 0;
}

async function shutDownKernels(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const widgets = [...window.jupyterapp.shell.widgets('main')] as any[];
    await Promise.all(
      widgets
        .filter(widget => widget.sessionContext?.session)
        .map(widget => widget.sessionContext.shutdown().catch(() => undefined))
    );
  });
}

/** A code cell of a test notebook. */
export interface ITestCell {
  id: string;
  source: string;
  type?: 'code' | 'markdown';
  outputs?: unknown[];
  executionCount?: number | null;
  metadata?: Record<string, unknown>;
}

/** An nbformat 4.5 notebook, Python's unless `metadata` says otherwise. */
export function notebookOf(
  cells: ITestCell[],
  metadata: Record<string, unknown> = {
    kernelspec: {
      name: 'python3',
      display_name: 'Python 3',
      language: 'python'
    },
    language_info: { name: 'python' }
  }
): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata,
    cells: cells.map(cell => ({
      id: cell.id,
      cell_type: cell.type ?? 'code',
      source: cell.source,
      metadata: cell.metadata ?? {},
      ...(cell.type === 'markdown'
        ? {}
        : {
            outputs: cell.outputs ?? [],
            execution_count: cell.executionCount ?? null
          })
    }))
  });
}

/** Put a notebook on the server and open it; resolves once its kernel idles. */
export async function openNotebook(
  page: Page,
  tmpPath: string,
  name: string,
  content: string
): Promise<void> {
  const file = `${tmpPath}/${name}`;
  await page.contents.uploadContent(content, 'text', file);
  // Galata's own way is a double click in a file list that may just change.
  await execute(page, 'docmanager:open', { path: file });
  await page.waitForFunction(
    wanted =>
      (window.jupyterapp.shell.currentWidget as any)?.context?.path === wanted,
    file
  );
  await kernelIdle(page);
}

/** Put a notebook of `examples/` and the stand-in on the server and open it. */
export async function openExample(
  page: Page,
  tmpPath: string,
  name: string
): Promise<void> {
  const read = (file: string) =>
    fs.readFileSync(path.join(EXAMPLES, file), 'utf8');
  await page.contents.uploadContent(
    read('async_device.py'),
    'text',
    `${tmpPath}/async_device.py`
  );
  await openNotebook(page, tmpPath, name, read(name));
}

/** Wait until the kernel of the notebook in front has nothing to do. */
export async function kernelIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const widget = window.jupyterapp.shell.currentWidget as any;
    return widget?.sessionContext?.session?.kernel?.status === 'idle';
  });
}

/** Run one cell and wait until the kernel has answered, failed or not. */
export async function runCell(page: Page, cellId: string): Promise<void> {
  await page.evaluate(async id => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.activeCellIndex = content.widgets.findIndex(
      (one: any) => one.model.id === id
    );
    content.deselectAll();
    await window.jupyterapp.commands.execute('notebook:run-cell');
  }, cellId);
}

/** Run a command without waiting for its end. */
export async function execute(
  page: Page,
  command: string,
  args: Record<string, unknown> = {}
): Promise<void> {
  await page.evaluate(
    ([id, given]) => {
      void window.jupyterapp.commands.execute(id as string, given as any);
    },
    [command, args] as const
  );
}

/** The panel, shown or not. */
export function panelOf(page: Page): Locator {
  return page.locator('#torch-triage-panel');
}

/** The first finding of a cell. */
export function findingOf(page: Page, cellId: string): Locator {
  return panelOf(page)
    .locator(`[data-cell-id="${cellId}"][data-incident-kind="cell"]`)
    .first();
}

/**
 * Press the re-run of the newest failure and let it restart the notebook's
 * kernel; the comparison, once it names both lines.
 */
export async function comparisonAfter(
  panel: Locator,
  lines: { reported: string; actual: string }
): Promise<Locator> {
  await panel
    .getByRole('button', { name: 'Re-run with CUDA_LAUNCH_BLOCKING=1' })
    .first()
    .click();
  await panel.getByRole('button', { name: 'Restart and re-run' }).click();
  const comparison = panel.locator('[data-comparison]');
  await expect(comparison).toHaveAttribute('data-true-line', lines.actual, {
    timeout: 60000
  });
  await expect(comparison).toHaveAttribute(
    'data-reported-line',
    lines.reported
  );
  return comparison;
}

/** Ids of the first finding of each card, newest first; null: not recognised. */
export async function shownIds(page: Page): Promise<(string | null)[]> {
  return panelOf(page)
    .locator('.jp-TorchTriage-cards > li')
    .evaluateAll(items =>
      items.map(
        item =>
          item
            .querySelector('.jp-TorchTriage-finding')
            ?.getAttribute('data-diagnosis-id') ?? null
      )
    );
}

/** An `error` output as the kernel writes it. */
export function errorOutput(
  ename: string,
  evalue: string,
  traceback: unknown = [`${ename}: ${evalue}`]
): Record<string, unknown> {
  return { output_type: 'error', ename, evalue, traceback };
}

/** A `stream` output. */
export function streamOutput(
  name: 'stdout' | 'stderr',
  text: string
): Record<string, unknown> {
  return { output_type: 'stream', name, text };
}

export const MATMUL =
  'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';
