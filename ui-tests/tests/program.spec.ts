/** Programs that a cell runs: the cell itself does not fail. */
import { test as notebookTest } from './rerun-notebook';
import { LATE } from './rerun-sources';
import {
  execute,
  expect,
  findingOf,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

test.use({ rare: true });

const RUN = 'import sys\n!{sys.executable} train.py';

test('a program that fails has a card, until it passes', async ({
  page,
  tmpPath
}) => {
  const write = (size: number) =>
    page.contents.uploadContent(
      `import torch\nprint(torch.zeros(2, 3) @ torch.zeros(${size}, 5))\n`,
      'text',
      `${tmpPath}/train.py`
    );
  await write(4);
  await openNotebook(
    page,
    tmpPath,
    'program.ipynb',
    notebookOf([{ id: 'runs', source: RUN }])
  );
  await runCell(page, 'runs');
  // It opens by itself, as for a cell that fails.
  const finding = findingOf(page, 'runs');
  await expect(finding).toBeVisible();
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/matmul-shape'
  );
  await expect(finding).toContainText(
    'This is about a program that the cell ran. The cell itself did not fail.'
  );
  await expect(finding).toContainText('!{sys.executable} train.py');
  await expect(
    finding.getByRole('button', { name: 'Go to Cell [1], line 2' })
  ).toBeVisible();

  await write(3);
  await runCell(page, 'runs');
  await expect(panelOf(page).locator('[data-incident-key]')).toHaveCount(0);

  // Read from the file, too.
  await write(4);
  await runCell(page, 'runs');
  await expect(finding).toBeVisible();
  await page.evaluate(() =>
    window.jupyterapp.commands.execute('docmanager:save')
  );
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => location.reload())
  ]);
  await page.waitForFunction(
    () => (window as any).jupyterapp?.restored !== undefined
  );
  await execute(page, 'docmanager:open', { path: `${tmpPath}/program.ipynb` });
  await execute(page, 'torch-triage:open');
  await expect(finding).toBeVisible();
});

notebookTest(
  'a program that fails late: the re-run tells its true line',
  async ({ nb }) => {
    const program = LATE.join('\n');
    const lines = program.split('\n');
    const lineOf = (code: RegExp) =>
      lines.findIndex(line => code.test(line)) + 1;
    await nb.write('train.py', program);
    await nb.open([RUN]);
    await nb.fail();
    const pid = await nb.pid();
    await nb.plan();
    // The program's CUDA context ended with it: this kernel is not broken.
    await expect(nb.rerun).toHaveAttribute('data-way', 'beside');
    await nb.press('Re-run beside');
    await nb.verdict('moved');
    await expect(nb.comparison).toContainText(
      `Reported at line train.py:${lineOf(/item\(\)/)}, fails at line train.py:${lineOf(/cross_entropy\(/)}.`
    );
    expect(await nb.pid()).toBe(pid);
  }
);
