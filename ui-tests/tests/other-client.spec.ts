/** What another client does to a kernel, without a word to this page. */
import type { IJupyterLabPageFixture } from '@jupyterlab/galata';
import type { WebSocketRoute } from '@playwright/test';

import {
  boxesOf,
  kernelOf,
  lineOf,
  openArmed,
  seenDeath,
  show,
  stateOf
} from './death-page';
import { expect, execute, findingOf, MATMUL, panelOf, test } from './support';

test.use({ rare: true });

/** The new process's word that it starts is lost, as it may be. */
function losesStart(page: WebSocketRoute): void {
  const server = page.connectToServer();
  page.onMessage(message => server.send(message));
  server.onMessage(message => {
    if (!Buffer.from(message).includes('"starting"')) {
      page.send(message);
    }
  });
}

async function restartElsewhere(page: IJupyterLabPageFixture): Promise<void> {
  const status = await page.evaluate(async () => {
    const { kernel } = (window.jupyterapp.shell.currentWidget as any)
      .sessionContext.session;
    const { baseUrl } = kernel.serverSettings;
    const xsrf = /_xsrf=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const answer = await fetch(`${baseUrl}api/kernels/${kernel.id}/restart`, {
      method: 'POST',
      headers: { 'X-XSRFToken': xsrf }
    });
    return answer.status;
  });
  expect(status).toBe(200);
}

async function runFront(
  page: IJupyterLabPageFixture,
  at: number
): Promise<void> {
  await page.evaluate(index => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.activeCellIndex = index;
  }, at);
  await execute(page, 'notebook:run-cell');
}

/** The incident of the one card. */
async function keyOf(page: IJupyterLabPageFixture): Promise<string | null> {
  const card = panelOf(page).locator('[data-incident-key]');
  await expect(card).toHaveCount(1);
  return card.getAttribute('data-incident-key');
}

test('a kernel restarted by another client: its failures are news, its box is armed', async ({
  page,
  tmpPath
}) => {
  await page.routeWebSocket(/\/api\/kernels\/[^/]+\/channels/, losesStart);
  await page.reload();
  const file = `${tmpPath}/elsewhere.ipynb`;
  const kernel = await openArmed(page, file, [
    { id: 'fails', source: `raise RuntimeError('${MATMUL}')` },
    {
      id: 'dies',
      source: 'import os, signal\nx = 1\nos.kill(os.getpid(), signal.SIGSEGV)'
    }
  ]);
  await show(page, file);
  await runFront(page, 0);
  await expect(findingOf(page, 'fails')).toBeVisible();
  const first = await keyOf(page);
  const boxes = boxesOf(kernel).sort();

  await restartElsewhere(page);
  await runFront(page, 0);
  await expect.poll(() => keyOf(page)).not.toBe(first);
  await expect.poll(() => boxesOf(kernel).sort()).not.toEqual(boxes);
  await expect.poll(() => boxesOf(kernel).length).toBe(2);

  await runFront(page, 1);
  const seen = await seenDeath(page);
  expect(lineOf(seen.label)).toBe(3);
});

test('a kernel restarted by another client no longer counts as blocking', async ({
  page,
  tmpPath
}) => {
  await page.routeWebSocket(/\/api\/kernels\/[^/]+\/channels/, losesStart);
  await page.reload();
  const file = `${tmpPath}/blocking.ipynb`;
  await openArmed(page, file, [
    {
      id: 'sets',
      source:
        'import os\nprint("set", os.environ.setdefault("CUDA_LAUNCH_BLOCKING", "1"))'
    },
    { id: 'other', source: 'print("another process")' }
  ]);
  await show(page, file);
  await runFront(page, 0);
  await expect.poll(() => stateOf(page)).toContain('set 1');
  await execute(page, 'docmanager:save');
  // A page that opens asks the process.
  // Galata's own option, which Playwright's type hides.
  const atOnce = { waitUntil: 'commit', waitForIsReady: false } as const;
  await page.reload(atOnce);
  await page.waitForFunction(() => 'jupyterapp' in window);
  await execute(page, 'docmanager:open', { path: file });
  await kernelOf(page, file);
  await show(page, file);
  const mark = page.locator(
    '.jp-NotebookPanel:not(.lm-mod-hidden) .jp-TorchTriage-blocking'
  );
  await expect(mark).toBeVisible();

  await restartElsewhere(page);
  // What the first cell prints may be lost: the server hears too late.
  await expect(async () => {
    await runFront(page, 1);
    await expect
      .poll(() => stateOf(page), { timeout: 5_000 })
      .toContain('another process');
  }).toPass({ timeout: 60_000 });
  await expect(mark).toBeHidden();
});
