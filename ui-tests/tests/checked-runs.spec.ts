import { violations } from './axe';
import {
  expect,
  findingOf,
  notebookOf,
  openNotebook,
  runCell,
  test
} from './support';

test.use({ rare: true });

const NOTEBOOK = notebookOf([
  {
    id: 'data',
    source: [
      'import torch',
      'from torch import nn',
      'from torch.utils.data import DataLoader, Dataset',
      'class Rows(Dataset):',
      '    def __len__(self): return 4',
      '    def __getitem__(self, at):',
      '        row = torch.rand(2, 3)',
      '        return row @ row',
      'net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Linear(100, 10))',
      'p = torch.tensor([0.5, 0.0])'
    ].join('\n')
  },
  {
    id: 'layers',
    source:
      'for images in DataLoader(torch.rand(8, 3, 6, 6), batch_size=8):\n    net(images)'
  },
  { id: 'worker', source: 'next(iter(DataLoader(Rows(), num_workers=1)))' },
  { id: 'nan', source: 'loss = 1\nloss = -(p * p.log()).sum()\nprint(loss)' },
  { id: 'value', source: 'torch.zeros(3)[torch.tensor([0, 5])]' },
  { id: 'memory', source: 'torch.empty(2**44)' }
]);

test('a checked run tells the layers and the first NaN, and pictures are read in both themes', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'checked.ipynb', NOTEBOOK);
  await runCell(page, 'data');
  await runCell(page, 'layers');
  const layers = findingOf(page, 'layers');
  await expect(layers).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/matmul-shape'
  );
  await expect(layers.locator('[data-layers]')).toHaveCount(0);
  await layers.getByRole('button', { name: 'Check operands' }).press('Enter');
  await expect(layers.getByRole('status')).toHaveText(
    'The next run of this cell is checked.'
  );
  await runCell(page, 'layers');
  await expect(layers).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/checked-operand'
  );
  await expect(layers.locator('[data-layers="net"] tbody tr')).toHaveText([
    '0 Conv2d[8, 3, 6, 6][8, 4, 4, 4]',
    '1 Flatten[8, 4, 4, 4][8, 64]',
    '2 Linear[8, 64]fails'
  ]);
  await layers.locator('[data-tensors] summary').press('Enter');
  await expect(layers.locator('[data-tensor="input"]')).toContainText(
    '[8, 64] float32'
  );
  // They are known, and no further run has to tell them.
  await expect(layers.locator('[data-checks]')).toHaveCount(0);

  // The line is that of the cell's class, and where its tensors are is said.
  await runCell(page, 'worker');
  const worker = findingOf(page, 'worker');
  await expect(worker).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/matmul-shape'
  );
  await expect(
    worker.getByRole('button', { name: 'Go to Cell [1], line 8, in' })
  ).toBeVisible();
  await expect(worker.locator('[data-in-worker]')).toContainText(
    'num_workers=0'
  );

  await page.evaluate(() =>
    window.jupyterapp.commands.execute('torch-triage:check-operands', {
      cellId: 'nan',
      finite: true
    })
  );
  await runCell(page, 'nan');
  const first = findingOf(page, 'nan');
  await expect(first.locator('h3')).toHaveText(
    'The first Inf comes from log()'
  );
  await expect(first.locator('[data-named-value]')).toHaveAttribute(
    'data-named-value',
    'result[1] = -inf'
  );
  await expect(first).toContainText('line 2');

  await runCell(page, 'value');
  await expect(
    findingOf(page, 'value').locator('[data-value-range="0 2"]')
  ).toBeVisible();
  await runCell(page, 'memory');
  await expect(
    findingOf(page, 'memory').locator('[data-memory]')
  ).toBeVisible();
  // Table and pictures of all of them; facts that come late close a card.
  await expect(async () => {
    await page
      .locator('.jp-TorchTriage-card, [data-tensors] > details')
      .evaluateAll(all => all.forEach(one => one.setAttribute('open', '')));
    await expect(layers.locator('[data-layers]')).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const theme of ['JupyterLab Dark', 'JupyterLab Light']) {
    await page.theme.setTheme(theme);
    expect(await violations(page)).toEqual([]);
  }
});
