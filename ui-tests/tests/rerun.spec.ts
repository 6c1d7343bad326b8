import { expect, test as base } from '@jupyterlab/galata';

import { LATE, REPORTED, RerunNotebook, TRUE } from './rerun-notebook';

// Galata's own tracking of kernels answers restarts with a wrong status.
base.use({ kernels: null, sessions: null });

const test = base.extend<{ nb: RerunNotebook }>({
  nb: async ({ page, tmpPath }, use) => {
    const nb = new RerunNotebook(page, tmpPath);
    await use(nb);
    await nb.close();
  }
});

test('in the notebook: restart, set, verify, run, compare', async ({ nb }) => {
  await nb.open([...LATE, 'print("not in the plan")']);
  await nb.runCell(3);
  const untouched = await nb.cell(3);
  for (const at of [0, 1, 2]) {
    await nb.runCell(at);
  }
  const before = await nb.pid();
  await nb.plan();
  // A sticky error has already cost the kernel.
  await expect(nb.rerun).toHaveAttribute('data-way', 'notebook');
  await expect(nb.rerun.locator('.jp-mod-primary')).toHaveText(
    'Restart and re-run'
  );
  await nb.press('Restart and re-run');

  await expect(nb.comparison).toHaveAttribute('data-comparison', 'moved');
  await expect(nb.comparison).toHaveAttribute(
    'data-reported-line',
    String(REPORTED)
  );
  await expect(nb.comparison).toHaveAttribute('data-true-line', String(TRUE));
  expect(await nb.pid()).not.toBe(before);
  expect(await nb.isBlocking()).toBe("'1'");
  expect((await nb.cell(2)).outputs.at(-1).output_type).toBe('error');
  expect(await nb.cell(3)).toEqual(untouched);
});
