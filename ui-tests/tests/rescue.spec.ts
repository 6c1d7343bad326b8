import * as fs from 'fs';
import * as path from 'path';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  EXAMPLES,
  execute,
  expect,
  kernelIdle,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

const NOTEBOOK = notebookOf([
  {
    id: 'imports',
    source: 'import torch\nfrom async_device import cross_entropy, to_device'
  },
  {
    id: 'slow',
    source: 'rows = [i % 10 + 1 for i in range(32)]'
  },
  { id: 'own', source: 'class Own:\n    pass\nown, shared = Own(), [rows]' },
  {
    id: 'device',
    source:
      'logits = to_device(torch.randn(32, 10))\nlabels = to_device(torch.tensor([int(row) for row in rows]))'
  },
  {
    id: 'fails',
    source:
      'loss = cross_entropy(logits, labels)\npredicted = logits.argmax(dim=1)\nprint(loss.item())'
  }
]);
const IDS = ['imports', 'slow', 'own', 'device', 'fails'];

/** What Python says of an expression in the notebook's kernel. */
function said(
  page: IJupyterLabPageFixture,
  expression: string
): Promise<string> {
  return page.evaluate(async value => {
    const { kernel } = (window.jupyterapp.shell.currentWidget as any)
      .sessionContext.session;
    const { content } = await kernel.requestExecute({
      code: '',
      silent: true,
      user_expressions: { value }
    }).done;
    return content.user_expressions.value.data['text/plain'];
  }, expression);
}

test('an assert, a rescue, the true line without the slow cell, and a restore', async ({
  page,
  tmpPath
}) => {
  test.setTimeout(180_000);
  const device = fs.readFileSync(
    path.join(EXAMPLES, 'async_device.py'),
    'utf8'
  );
  await page.contents.uploadContent(
    device,
    'text',
    `${tmpPath}/async_device.py`
  );
  await openNotebook(page, tmpPath, 'rescue.ipynb', NOTEBOOK);
  for (const id of IDS) {
    await runCell(page, id);
  }
  const panel = panelOf(page);
  const table = panel.locator('table[data-rescue]');
  const row = (name: string) => table.locator(`[data-variable="${name}"]`);
  await panel
    .locator('.jp-TorchTriage-card')
    .getByRole('button', { name: 'Rescue variables' })
    .click();
  await expect(table).toHaveAttribute('data-rescue', 'rescued', {
    timeout: 30000
  });
  await expect(row('rows')).toHaveAttribute('data-kept', 'yes');
  await expect(row('own')).toHaveAttribute('data-kept', 'yes');
  await expect(row('Own')).toContainText('defined by its cell');
  // What lies on the device cannot be read any more.
  await expect(row('labels')).toHaveAttribute('data-kept', 'no');
  await expect(row('labels')).toContainText('raised AcceleratorError');

  await panel
    .getByRole('button', { name: 'Re-run with CUDA_LAUNCH_BLOCKING=1' })
    .first()
    .click();
  const step = (id: string) => panel.locator(`[data-plan-cell="${id}"]`);
  await expect(step('slow')).toHaveAttribute('data-included', 'false');
  await expect(step('slow')).toContainText('rescued variables come back');
  await expect(step('device')).toHaveAttribute('data-included', 'true');
  const choice = panel.locator('[data-use-rescue]');
  await choice.uncheck();
  await expect(step('slow')).toHaveAttribute('data-included', 'true');
  await choice.check();
  await panel.getByRole('button', { name: 'Restart and re-run' }).click();
  const comparison = panel.locator('[data-comparison]');
  await expect(comparison).toHaveAttribute('data-true-line', '1', {
    timeout: 60000
  });
  await expect(comparison).toHaveAttribute('data-reported-line', '3');
  expect(
    await said(page, '[one[:6] for one in In if "range(32)" in one]')
  ).toBe('[]');

  // What the re-run needed is there; of the rest, what has its class comes back.
  const restore = panel.getByRole('button', { name: 'Restore', exact: true });
  await restore.click();
  await expect(table).toHaveAttribute('data-rescue', 'restored');
  await expect(row('rows')).toContainText('has one of this name, which stays');
  await expect(row('own')).toContainText('needs Own');
  await expect(row('labels')).toContainText('makes it');
  await runCell(page, 'own');
  await execute(page, 'torch-triage:restore-variables', {
    overwrite: 'own shared rows'
  });
  await expect(row('own')).toHaveAttribute('data-kept', 'yes');
  await kernelIdle(page);
  expect(await said(page, 'shared[0] is rows and type(own) is Own')).toBe(
    'True'
  );
});
