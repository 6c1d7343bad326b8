/** The re-run from the press to the comparison, in the notebook and beside. */
import { expect } from '@jupyterlab/galata';

import { test } from './rerun-notebook';
import { LATE, REPORTED, SETUP, sticky, TRUE } from './rerun-sources';

const UNTOUCHED = {
  source: '"not in the plan"',
  execution_count: 41,
  outputs: [{ output_type: 'stream', name: 'stdout', text: 'from the file' }]
};

test('in the notebook: restart, set, verify, run, compare', async ({ nb }) => {
  await nb.open([...LATE, UNTOUCHED]);
  for (const at of [0, 1, 2]) {
    await nb.runCell(at);
  }
  const [before, untouched] = [await nb.pid(), await nb.cell(3)];
  const reported = await nb.cell(2);
  await nb.plan();
  // A sticky error has already cost the kernel.
  await expect(nb.rerun).toHaveAttribute('data-way', 'notebook');
  await expect(nb.rerun.locator('.jp-mod-primary')).toHaveText(
    'Restart and re-run'
  );
  await nb.press('Restart and re-run');

  await nb.verdict('moved');
  await expect(nb.comparison).toHaveAttribute(
    'data-reported-line',
    String(REPORTED)
  );
  await expect(nb.comparison).toHaveAttribute('data-true-line', String(TRUE));
  // The chain ends in the user's own line, the stand-in's frames below it.
  const sides = nb.comparison.locator('.jp-TorchTriage-side');
  await expect(sides.nth(0)).toContainText('loss.item()');
  await expect(sides.nth(1)).toContainText('cross_entropy(logits, labels)');
  await expect(nb.comparison).toContainText('What changed in the message');
  const finding = nb.comparison.locator('[data-diagnosis-id]');
  await expect(finding).toHaveAttribute('data-diagnosis-id', /^cuda\//);
  await expect(finding).toContainText('Evidence');
  expect(await nb.pid()).not.toBe(before);
  expect(await nb.isBlocking()).toBe("'1'");
  expect((await nb.cell(2)).outputs).not.toEqual(reported.outputs);
  expect(await nb.cell(3)).toEqual(untouched);
  // The toolbar says that this kernel is slow.
  await expect(nb.indicator).toBeVisible();

  // What can be undone: texts and outputs.
  await nb.press('Put texts and outputs back');
  await expect
    .poll(async () => (await nb.cell(2)).outputs)
    .toEqual(reported.outputs);

  // One press back to normal, which asks since it restarts.
  await nb.indicator.getByRole('button').click();
  await nb.page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
  await expect(nb.indicator).toBeHidden();
  await nb.idle();
  expect(await nb.isBlocking()).toBe('None');
});

test('beside: the notebook and its variables stay as they are', async ({
  nb
}) => {
  await nb.open([SETUP, 'kept = [1, 2]\nprint("beside")', sticky()]);
  await nb.fail();
  const before = await Promise.all([0, 1, 2].map(at => nb.cell(at)));
  const pid = await nb.pid();
  await nb.plan();
  await nb.press('Re-run beside');
  await nb.verdict('same');
  await expect(nb.rerun.locator('.jp-TorchTriage-output')).toContainText(
    'beside'
  );
  expect(await nb.pid()).toBe(pid);
  expect(await nb.isBlocking()).toBe('None');
  expect(await nb.evaluate('kept')).toBe('[1, 2]');
  expect(await Promise.all([0, 1, 2].map(at => nb.cell(at)))).toEqual(before);
  await expect(nb.indicator).toBeHidden();
  await nb.noOwnKernels();
});

test('the call chain: the cell, library calls folded, the operation', async ({
  nb
}) => {
  await nb.open([
    SETUP,
    'import json\ndef step(_):\n    raise AcceleratorError("CUDA error: device-side assert triggered")',
    'json.dumps(object(), default=step)'
  ]);
  await nb.fail();
  await nb.plan();
  await nb.press('Re-run beside');
  await nb.verdict('same');
  const side = nb.comparison.getByRole('region', {
    name: 'With blocking launches'
  });
  const links = side
    .getByRole('list', { name: 'Calls from the cell down' })
    .locator('> li');
  await expect(links).toHaveCount(3);
  await expect(links.nth(0)).toContainText('Cell [3], line 1');
  await expect(links.nth(1)).toContainText(/^\d library calls, to \w+/);
  await expect(links.nth(1).locator('li').first()).toBeHidden();
  await links.nth(1).locator('summary').click();
  await expect(links.nth(1).locator('li').first()).toBeVisible();
  await expect(links.nth(2)).toContainText('Cell [2], line 3, in step');
});

test.describe('another outcome than the first run’s', () => {
  test.use({ rare: true });

  test('a race: no failure this time is no repair', async ({ nb }) => {
    await nb.open([SETUP, sticky('not blocking')]);
    await nb.fail();
    await nb.plan();
    await nb.press('Restart and re-run');
    await nb.verdict('passed');
    await expect(nb.comparison).toContainText('Nothing is mended by that');
  });

  test('an earlier cell that fails is the finding then', async ({ nb }) => {
    await nb.open([SETUP, `y = 1\n${sticky('blocking')}`, sticky()]);
    await nb.fail();
    await nb.plan();
    await nb.press('Re-run beside');
    await nb.verdict('earlier');
    await expect(nb.comparison).not.toHaveAttribute('data-true-line');
    await expect(
      nb.comparison.locator('[data-cell-id="cell-1"]')
    ).toBeVisible();
  });
});
