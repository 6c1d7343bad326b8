/** What a cell misses after a restart, brought back with one press. */
import { expect } from '@jupyterlab/galata';

import { test } from './rerun-notebook';

test('after a restart a cell gets what it needs, and no more', async ({
  nb
}) => {
  await nb.open([
    'import torch',
    'size = 3',
    'aside = 1',
    'model = torch.nn.Linear(size, 4)',
    'print(tuple(model(torch.ones(size)).shape))'
  ]);
  for (const cell of [0, 1, 2, 3, 4]) {
    expect(await nb.runCell(cell)).toBe(true);
  }
  await nb.page.evaluate(async () => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    await panel.sessionContext.restartKernel();
  });
  await nb.idle();
  await nb.runCell(0);
  await nb.runCell(4);
  const needed = nb.panel.getByRole('button', {
    name: 'Run what this cell needs'
  });
  await needed.click();
  await nb.phase('planned');
  await expect(nb.rerun).toHaveAttribute('data-purpose', 'missing');
  const included = () =>
    nb.steps.evaluateAll(all =>
      all.map(one => (one as HTMLElement).dataset.included)
    );
  expect(await included()).toEqual(['false', 'true', 'false', 'true', 'true']);
  const [imports, size, aside] = await nb.steps.all();
  await expect(imports).toContainText('this process has run it already');
  await expect(size).toContainText('In: defines size, used in');
  await expect(aside).toContainText('Not needed');

  // Nothing runs without the press, and nothing after a cancelled one.
  await nb.press('Cancel');
  await expect(nb.rerun).toHaveAttribute('data-phase', 'cancelled');
  expect(await nb.evaluate('size')).toMatch(/^NameError/);

  await needed.click();
  await nb.phase('planned');
  await nb.steps.nth(2).getByRole('checkbox').check();
  await nb.press('Run these 4 cells');
  await nb.phase('done');
  await expect(nb.rerun).toContainText('All 4 cells have run.');
  expect(await nb.evaluate('(size, aside)')).toBe('(3, 1)');
  expect((await nb.cell(4)).outputs[0].text).toContain('(4,)');
  await expect(nb.panel.locator('[data-diagnosis-id]')).toHaveCount(0);
});
