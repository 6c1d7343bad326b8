/** What a re-run leaves alone: text typed since, other notebooks' kernels. */
import { expect } from '@jupyterlab/galata';

import { RerunNotebook, test } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

test.use({ rare: true });

test('what was changed since is not put back', async ({ nb }) => {
  await nb.open([SETUP, 'n = 1', 'print("told")', sticky('n')]);
  await nb.fail();
  const failed = await nb.cell(3);
  await nb.edit(1, 'n = 0');
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect((await nb.cell(1)).source).toBe('n = 1');

  await nb.edit(1, 'n = 0  # mended');
  await nb.runCell(2);
  const again = await nb.cell(2);
  await nb.edit(3, 'pass  # mended too');
  await nb.press('Put texts and outputs back');
  expect((await nb.cell(1)).source).toBe('n = 0  # mended');
  expect(await nb.cell(2)).toEqual(again);
  // Nobody has run this one since: its first output is back, below the new text.
  const mended = await nb.cell(3);
  expect(mended.source).toBe('pass  # mended too');
  expect(mended.outputs).toEqual(failed.outputs);
});

test('no typing is overwritten, nor a cell that is not to be edited', async ({
  nb
}) => {
  const fixed = { source: 'm = 1', metadata: { editable: false } };
  await nb.open([SETUP, 'n = 1', fixed, sticky('n and m')]);
  await nb.fail();
  await nb.edit(2, 'm = 0');
  await nb.plan();
  await nb.edit(1, 'n = 0  # typed after the plan');
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect((await nb.cell(1)).source).toBe('n = 0  # typed after the plan');
  expect((await nb.cell(2)).source).toBe('m = 0');
  expect(await nb.evaluate('(n, m)')).toBe('(1, 1)');
  await expect(nb.rerun).toContainText('were left as they are');
});

test('of two cells with one id each gets its own text', async ({ nb }) => {
  await nb.open([SETUP, 'x = 1', 'y = 2', sticky('x and y')]);
  await nb.page.evaluate(() => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    const { cells } = panel.content.model;
    cells.get(2).sharedModel.ymodel.set('id', cells.get(1).id);
  });
  await nb.fail();
  await nb.edit(1, 'x = 10');
  await nb.edit(2, 'y = 20');
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  const sources = async () => [
    (await nb.cell(1)).source,
    (await nb.cell(2)).source
  ];
  expect(await sources()).toEqual(['x = 1', 'y = 2']);
  await nb.press('Put texts and outputs back');
  expect(await sources()).toEqual(['x = 10', 'y = 20']);
});

test('a kernel that is attached after the plan is not restarted', async ({
  nb
}) => {
  const other = new RerunNotebook(nb.page, nb.folder, 'other.ipynb');
  await other.open(['kept = "of the other notebook"']);
  await other.runCell(0);
  const pid = await other.pid();
  await nb.open([SETUP, sticky()]);
  await nb.fail();
  await nb.plan();
  await nb.page.evaluate(async path => {
    const { serviceManager, shell } = window.jupyterapp;
    const session = await serviceManager.sessions.findByPath(path);
    const panel: any = shell.currentWidget;
    await panel.sessionContext.changeKernel({ id: session?.kernel?.id });
  }, other.path);
  await nb.idle();

  await nb.press('Restart and re-run');
  await expect(nb.rerun.locator('[data-replanned]')).toBeVisible();
  await nb.phase('planned');
  await expect(nb.rerun.locator('[data-shared-with]')).toContainText(
    other.path
  );
  await expect(nb.rerun).toHaveAttribute('data-way', 'beside');
  expect(await nb.pid()).toBe(pid);
  expect(await nb.evaluate('kept')).toBe("'of the other notebook'");

  // The same kernel in another process, of which the plan knows nothing.
  await nb.page.evaluate(async () => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    await panel.sessionContext.restartKernel();
  });
  await nb.idle();
  const restarted = await nb.pid();
  await nb.press('Restart and re-run');
  await nb.phase('planned');
  expect(await nb.pid()).toBe(restarted);
  // Somebody who has read that may still do it.
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect(await nb.isBlocking()).toBe("'1'");
});
