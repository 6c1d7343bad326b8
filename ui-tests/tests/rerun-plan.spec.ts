/** What the plan says, and what can be chosen in it. */
import { expect, galata } from '@jupyterlab/galata';

import { RerunNotebook, test } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

test.use({
  rare: true,
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
  for (const step of [console, foreign]) {
    await expect(step.getByRole('checkbox')).not.toBeChecked();
  }
  await expect(edited).toHaveAttribute('data-edited', 'true');
  await expect(dangerous).toHaveAttribute('data-dangers', 'install');
  await expect(dangerous.getByRole('checkbox')).not.toBeChecked();
  await expect(failed.getByRole('checkbox')).toBeDisabled();
  await expect(nb.rerun).toContainText('Last time these cells took');
  await expect(nb.rerun).toContainText('LD_PRELOAD is not set');

  await edited.getByRole('combobox').selectOption('now');
  await slow.getByRole('checkbox').uncheck();
  await console.getByRole('checkbox').check();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect(await nb.evaluate('(told, value)')).toBe("('there', 100)");
  expect(await nb.evaluate('typed')).toMatch(/^NameError/);
  expect(await nb.evaluate('second')).toMatch(/^NameError/);
  expect(await nb.evaluate("os.environ['TORCH_SHOW_CPP_STACKTRACES']")).toBe(
    "'1'"
  );
  expect(await nb.evaluate("os.environ.get('LD_PRELOAD')")).toBe('None');
  // What was left out keeps its output.
  expect((await nb.cell(2)).outputs).not.toHaveLength(0);
});

test('only what the failed cell needs, with reasons; all by one key', async ({
  nb
}) => {
  await nb.open([
    SETUP,
    'labels = [0, 1]',
    'notes = ["nobody uses them"]',
    'labels.append(10)',
    sticky('len(labels) > 2')
  ]);
  await nb.fail();
  await nb.planNeeded();
  const included = () =>
    nb.steps.evaluateAll(all =>
      all.map(one => (one as HTMLElement).dataset.included)
    );
  expect(await included()).toEqual(['true', 'true', 'false', 'true', 'true']);
  const [, labels, notes, changed] = await nb.steps.all();
  await expect(labels).toContainText(
    'In: defines labels, used in the failed cell.'
  );
  await expect(notes).toContainText(
    'Not needed: no cell that is in uses its notes.'
  );
  await expect(changed).toContainText(
    'In: may change labels, used in the failed cell.'
  );

  await nb.rerun
    .getByRole('button', { name: 'Take in all cells that ran' })
    .focus();
  await nb.page.keyboard.press('Enter');
  await expect(notes.getByRole('checkbox')).toBeChecked();
  await nb.page.keyboard.press('Enter');
  await expect(notes.getByRole('checkbox')).not.toBeChecked();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect(await nb.evaluate('labels')).toBe('[0, 1, 10]');
  expect(await nb.evaluate('notes')).toMatch(/^NameError/);
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

test('another notebook with the same failed cell gives no plan', async ({
  nb
}) => {
  await nb.open([SETUP, 'key = "of another notebook"', sticky()]);
  await nb.fail();
  await nb.close();
  // As it came by mail: never run here, and only its last cell is the same.
  const error = { output_type: 'error', ename: 'AcceleratorError' };
  const text = 'CUDA error: device-side assert triggered';
  const failed = { ...error, evalue: text, traceback: [text] };
  const received = new RerunNotebook(nb.page, nb.folder, 'received.ipynb');
  await received.open([
    { source: 'import os', execution_count: 1 },
    { source: 'n = 10', execution_count: 2 },
    { source: sticky(), execution_count: 3, outputs: [failed] }
  ]);
  await received.plan();
  await expect(received.rerun.locator('[data-basis]')).toHaveAttribute(
    'data-basis',
    'notebook'
  );
  await expect(received.steps).toHaveCount(3);
  await expect(received.rerun).not.toContainText('of another notebook');
});

test('the history of a process that died', async ({ nb }) => {
  await nb.open([SETUP, 'a = 1', sticky(), 'os.kill(os.getpid(), 9)']);
  await nb.fail();
  const pid = await nb.pid();
  await nb.runCell(3);
  await nb.page.getByRole('button', { name: 'Ok', exact: true }).click();
  // After an automatic restart JupyterLab says "starting" until the kernel is
  // asked something, so the new process is what to wait for.
  const isNew = async () => !['', pid].includes(await nb.pid());
  await expect.poll(isNew, { timeout: 60000 }).toBe(true);
  // The kernel's death is on top; the failure before it lies below.
  await nb.panel
    .locator('[data-incident-kind="kernel"]')
    .waitFor({ state: 'attached' });
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
