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

test('the kernel’s record: order, consoles, edits, dangers, cost', async ({
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
  // A console of the notebook, and another client, such as a second page.
  await nb.page.evaluate(async path => {
    const { commands, serviceManager, shell } = window.jupyterapp;
    const panel: any = shell.currentWidget;
    const made: any = await commands.execute('console:create', { path });
    await made.sessionContext.ready;
    await made.console.inject('told = "there"');
    const other = serviceManager.kernels.connectTo({
      model: panel.sessionContext.session.kernel.model
    });
    await other.requestExecute({ code: 'typed = "elsewhere"' }).done;
    other.dispose();
  }, nb.path);
  await nb.show();
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
    '',
    'cell-3',
    'cell-2',
    'cell-5'
  ]);
  const [, slow, console, foreign, edited, dangerous, failed] =
    await nb.steps.all();
  await expect(slow).toContainText(/0\.[3-9] s|[1-9][\d.]* s/);
  await expect(console).toContainText('told = "there"');
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
  expect(await nb.evaluate('(told, typed, value)')).toBe(
    "('there', 'elsewhere', 100)"
  );
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
  const late = `${sticky('n and blocking')}\n${sticky('n')}`;
  await nb.open([SETUP, 'n = 1', late]);
  await nb.fail();
  await nb.edit(1, 'n = 0');
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('moved');
  expect((await nb.cell(1)).source).toBe('n = 1');
  await nb.press('Put texts and outputs back');
  expect((await nb.cell(1)).source).toBe('n = 0');
  // The error that is back was not told by a blocking process.
  await nb.press('Close');
  await nb.plan();
  await expect(nb.rerun.locator('[data-advice]')).toHaveCount(0);
});

test('what has run blocking needs no re-run', async ({ nb }) => {
  await nb.open([SETUP, sticky()]);
  await nb.fail();
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  await nb.press('Close');
  await nb.plan();
  await expect(
    nb.rerun.locator('[data-advice="already-blocking"]')
  ).toContainText('the reported line is the true one');
});

/** As JupyterLab writes it with the setting `recordTiming`. */
const TWO_MINUTES = {
  'iopub.execute_input': '2026-01-01T12:00:00.000Z',
  'shell.execute_reply': '2026-01-01T12:02:00.000Z'
};

test('dangers by name, a cell of minutes, and the time that is left', async ({
  nb
}) => {
  await nb.open([
    SETUP,
    '!rm -f nothing-of-the-kind',
    'open("notes.txt", "w").close()',
    'import requests\nif blocking: requests.post("https://127.0.0.1:9", "x")',
    'if blocking: time.sleep(100)',
    sticky()
  ]);
  await nb.fail();
  // What the page saw itself is lost, what the file says is not.
  await nb.page.evaluate(async times => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    panel.content.model.cells.get(4).setMetadata('execution', times);
    await panel.context.save();
  }, TWO_MINUTES);
  await nb.reload();
  await nb.show();
  await nb.plan();
  const [, remove, write, send, long] = await nb.steps.all();
  await expect(remove).toHaveAttribute('data-dangers', 'delete');
  await expect(remove).toContainText('deletes or moves files');
  await expect(write).toHaveAttribute('data-dangers', 'write');
  await expect(write).toContainText('writes files');
  await expect(send).toHaveAttribute('data-dangers', 'send');
  await expect(send).toContainText('sends data away');
  await expect(long).toContainText('Took long: 2 min 0 s');
  await expect(nb.rerun).toContainText('Last time these cells took 2 min 0 s');

  await nb.press('Re-run beside');
  // Those without a name for later cells are left out: nothing is repeated.
  await expect(nb.rerun).toContainText(
    /Running cell \d of \d.* · about (2 min 0|1 min \d+) s left/
  );
  const progress = nb.rerun.getByRole('progressbar', {
    name: 'Cells that were run'
  });
  await expect(progress).toBeVisible();
  await nb.press('Cancel');
  await nb.noOwnKernels();
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
  // The kernel's death is on top; the failure before it lies below.
  await nb.panel.getByText('Cell [3], line 2', { exact: true }).click();
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
    [
      'import torch',
      'model = torch.nn.DataParallel(torch.nn.Linear(2, 2))',
      'step = torch.compile(model, mode="reduce-overhead")',
      'def start(): torch.distributed.init_process_group("nccl")'
    ].join('\n'),
    [
      // A driver that says its GPU is full.
      'with open("nvidia-smi", "w") as program:',
      '    program.write("#!/bin/sh\\necho 0, 80000, 81920\\n")',
      'os.chmod("nvidia-smi", 0o755)',
      'os.environ["PATH"] = os.getcwd() + os.pathsep + os.environ["PATH"]'
    ].join('\n'),
    sticky()
  ]);
  await nb.fail();
  await nb.plan();
  const said: [advice: string, text: string][] = [
    ['nccl', 'wait for one another for ever'],
    ['data-parallel', 'can hang'],
    ['graphs', 'the replayed call is the finest answer'],
    ['compiled', 'the compiled call is the finest answer'],
    ['gpu-full', 'GPU 0 is almost full (78.1 of 80.0 GiB in use)']
  ];
  for (const [advice, text] of said) {
    await expect(nb.rerun.locator(`[data-advice="${advice}"]`)).toContainText(
      text
    );
  }
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
  // Said once to those who do not see it.
  await expect(nb.panel.getByRole('status')).toHaveText(
    'The plan is ready: 3 cells.'
  );
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

  // Escape leaves it; the focus goes back to the failure.
  await page.keyboard.press('Escape');
  await nb.phase('cancelled');
  const heading = nb.rerun.getByRole('heading').first();
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(nb.rerun.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    nb.panel.locator('.jp-TorchTriage-card > summary').first()
  ).toBeFocused();
  await button.press('Enter');
  await nb.phase('planned');

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
