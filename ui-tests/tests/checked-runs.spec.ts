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
      'net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Linear(100, 10))',
      'p = torch.tensor([0.5, 0.0])'
    ].join('\n')
  },
  { id: 'layers', source: 'net(torch.rand(8, 3, 6, 6))' },
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
  // They are known, and no further run has to tell them.
  await expect(layers.locator('[data-checks]')).toHaveCount(0);

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
  // Table and pictures of all of them.
  await page
    .locator('.jp-TorchTriage-card, [data-tensors] > details')
    .evaluateAll(all => all.forEach(one => one.setAttribute('open', '')));
  await expect(layers.locator('[data-layers]')).toBeVisible();
  for (const theme of ['JupyterLab Dark', 'JupyterLab Light']) {
    await page.theme.setTheme(theme);
    expect(await violations(page)).toEqual([]);
  }
});
