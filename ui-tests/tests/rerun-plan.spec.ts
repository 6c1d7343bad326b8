/** What the plan says, and what can be chosen in it. */
import { expect, galata } from '@jupyterlab/galata';

import { test } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

test.use({
  kernels: null,
  sessions: null,
  mockSettings: {
    ...galata.DEFAULT_SETTINGS,
    'jupyterlab-torch-triage:plugin': {
      rerunEnvironment: {
        TORCH_SHOW_CPP_STACKTRACES: '1',
        LD_PRELOAD: 'x.so'
      }
    }
  }
});

test('the kernel’s record: order, other clients, edits, dangers, cost', async ({
  nb
}) => {
  await nb.open([
    'second = 2\ntime.sleep(0.3)',
    SETUP,
    '!pip --version\n!pip install --dry-run nothing-of-the-kind',
    'value = 1',
    'never = "run"',
    sticky()
  ]);
  await nb.runCell(1);
  await nb.runCell(0);
  // Another client of the same kernel: a console, a second page.
  await nb.page.evaluate(async () => {
    const app = window.jupyterapp;
    const panel: any = app.shell.currentWidget;
    const other = app.serviceManager.kernels.connectTo({
      model: panel.sessionContext.session.kernel.model
    });
    await other.requestExecute({ code: 'typed = "elsewhere"' }).done;
    other.dispose();
  });
  await nb.runCell(3);
  await nb.runCell(2);
  await nb.runCell(5);
  await nb.edit(3, 'value = 100');
  await nb.plan();

  await expect(nb.rerun.locator('[data-basis]')).toHaveAttribute(
    'data-basis',
    'process'
  );
  const cells = nb.steps.evaluateAll(all =>
    all.map(one => (one as HTMLElement).dataset.stepCell)
  );
  expect(await cells).toEqual([
    'cell-1',
    'cell-0',
    '',
    'cell-3',
    'cell-2',
    'cell-5'
  ]);
  const [, slow, foreign, edited, dangerous, failed] = await nb.steps.all();
  await expect(slow).toContainText(/0\.[3-9] s|[1-9][\d.]* s/);
  await expect(foreign).toContainText('typed = "elsewhere"');
  await expect(edited).toHaveAttribute('data-edited', 'true');
  await expect(dangerous).toHaveAttribute('data-dangers', 'install');
  await expect(dangerous.getByRole('checkbox')).not.toBeChecked();
  await expect(failed.getByRole('checkbox')).toBeDisabled();
  await expect(nb.rerun).toContainText('Last time these cells took');
  await expect(nb.rerun).toContainText('LD_PRELOAD is not set');

  await edited.getByRole('combobox').selectOption('now');
  await slow.getByRole('checkbox').uncheck();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect(await nb.evaluate('(typed, value)')).toBe("('elsewhere', 100)");
  expect(await nb.evaluate('second')).toMatch(/^NameError/);
  expect(await nb.evaluate("os.environ['TORCH_SHOW_CPP_STACKTRACES']")).toBe(
    "'1'"
  );
  expect(await nb.evaluate("os.environ.get('LD_PRELOAD')")).toBe('None');
  // What was left out keeps its output.
  expect((await nb.cell(2)).outputs).not.toHaveLength(0);
});

test('a cell left out that was needed: another reason, and it says why', async ({
  nb
}) => {
  await nb.open([SETUP, 'n = 1', sticky('n')]);
  await nb.fail();
  await nb.plan();
  await nb.steps.nth(1).getByRole('checkbox').uncheck();
  await nb.press('Re-run beside');
  await nb.verdict('different');
  await expect(nb.comparison).not.toHaveAttribute('data-true-line');
  await expect(nb.comparison).toContainText('cells were left out');
});

test('the text as it ran is put into the cell, and out again', async ({
  nb
}) => {
  await nb.open([SETUP, 'n = 1', sticky('n')]);
  await nb.fail();
  await nb.edit(1, 'n = 0');
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect((await nb.cell(1)).source).toBe('n = 1');
  await nb.press('Put texts and outputs back');
  expect((await nb.cell(1)).source).toBe('n = 0');
});

test('the history of a process that died', async ({ nb }) => {
  await nb.open([SETUP, 'a = 1', sticky(), 'os.kill(os.getpid(), 9)']);
  await nb.fail();
  const pid = await nb.pid();
  await nb.runCell(3);
  await nb.page.getByRole('button', { name: 'Ok', exact: true }).click();
  // After an automatic restart JupyterLab says "starting" until the kernel is
  // asked something, so the new process is what to wait for.
  await expect.poll(() => nb.pid(), { timeout: 60000 }).not.toBe(pid);
  await nb.plan();
  await expect(nb.rerun.locator('[data-basis]')).toHaveAttribute(
    'data-basis',
    'history'
  );
  await expect(nb.steps).toHaveCount(3);
  // Nothing is left to lose.
  await expect(nb.rerun).toHaveAttribute('data-way', 'notebook');
  await nb.press('Restart and re-run');
  await nb.verdict('same');
});

test('what speaks against it is said', async ({ nb }) => {
  await nb.open([
    SETUP,
    'import torch\nmodel = torch.nn.DataParallel(torch.nn.Linear(2, 2))\nstep = torch.compile(model)',
    sticky()
  ]);
  await nb.fail();
  await nb.plan();
  await expect(nb.rerun.locator('[data-advice="data-parallel"]')).toContainText(
    'can hang'
  );
  await expect(nb.rerun.locator('[data-advice="compiled"]')).toContainText(
    'finest answer'
  );
});

test('by keyboard alone, in 250 px and in the dark', async ({ nb }) => {
  const { page } = nb;
  await nb.open([SETUP, 'x = 1', sticky()]);
  await nb.fail();
  const button = nb.panel
    .getByRole('button', { name: 'Re-run with CUDA_LAUNCH_BLOCKING=1' })
    .first();
  await button.focus();
  await page.keyboard.press('Enter');
  await nb.phase('planned');
  await expect(nb.rerun.getByRole('heading').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(nb.steps.nth(0).getByRole('checkbox')).toBeFocused();

  for (const theme of ['JupyterLab Dark', 'JupyterLab Light']) {
    await page.theme.setTheme(theme);
    const overflow = await nb.panel.evaluate(panel => {
      panel.style.width = '250px';
      return panel.scrollWidth - panel.clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }

  const restart = nb.rerun.getByRole('button', { name: 'Restart and re-run' });
  for (let tabs = 0; tabs < 20; tabs++) {
    if (await restart.evaluate(one => one === document.activeElement)) {
      break;
    }
    await page.keyboard.press('Tab');
  }
  await expect(restart).toBeFocused();
  await page.keyboard.press('Enter');
  await nb.verdict('same');
  // The button is gone: its focus is not lost on the page's body.
  expect(
    await nb.rerun.evaluate(one => one.contains(document.activeElement))
  ).toBe(true);
});
