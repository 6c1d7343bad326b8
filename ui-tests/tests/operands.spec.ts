import { violations } from './axe';
import {
  expect,
  findingOf,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

const LOSS = 'loss = F.cross_entropy(logits, y)';

const NOTEBOOK = notebookOf([
  {
    id: 'data',
    source: [
      'import torch',
      'import torch.nn.functional as F',
      'num_classes = 10',
      'logits = torch.rand(4, num_classes)',
      'y = torch.tensor([1, 10, 3, 4])'
    ].join('\n')
  },
  { id: 'fails', source: LOSS },
  { id: 'another', source: LOSS }
]);

test('the tensors of the call are told, and a check of its next run names the value', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'operands.ipynb', NOTEBOOK);
  await runCell(page, 'data');
  await runCell(page, 'fails');
  const finding = findingOf(page, 'fails');
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/index-range'
  );

  const tensors = finding.locator('[data-tensors]');
  await expect(finding.locator('[data-clash="classes"]')).toHaveText(
    'y holds 10; logits has 10 classes.'
  );
  await tensors.locator('summary').press('Enter');
  await expect(tensors.locator('[data-tensor="y"]')).toHaveText(
    'target in cross_entropy()y[4] int64, values 1 … 10cpu'
  );
  await expect(tensors).toContainText('num_classes = 10');
  const origin = tensors.locator('[data-origin="y"]');
  await expect(origin).toContainText('y = torch.tensor([1, 10, 3, 4])');
  await origin.getByRole('button').press('Enter');
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          (window.jupyterapp.shell.currentWidget as any).content.activeCell
            .model.id
      )
    )
    .toBe('data');

  const checks = finding.locator('[data-checks]');
  await checks.getByRole('button', { name: 'Check operands' }).press('Enter');
  await expect(checks.getByRole('status')).toHaveText(
    'The next run of this cell is checked.'
  );
  await checks.getByRole('button', { name: 'Do not check' }).press('Enter');
  await expect(checks.getByRole('status')).toHaveText('');
  await checks.getByRole('button', { name: 'Check operands' }).press('Enter');
  for (const theme of ['JupyterLab Dark', 'JupyterLab Light']) {
    await page.theme.setTheme(theme);
    expect(await violations(page)).toEqual([]);
  }

  // A restart in between takes nothing away, and another cell is no reason.
  await page.evaluate(() =>
    (
      window.jupyterapp.shell.currentWidget as any
    ).sessionContext.restartKernel()
  );
  await runCell(page, 'data');
  await runCell(page, 'another');
  await expect(findingOf(page, 'another')).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/index-range'
  );
  await runCell(page, 'fails');
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/checked-operand'
  );
  await expect(finding.locator('[data-named-value]')).toHaveAttribute(
    'data-named-value',
    'target[1] = 10'
  );
  // It was for one run.
  await runCell(page, 'fails');
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/index-range'
  );
  await expect(panelOf(page).locator('[data-checks="wanted"]')).toHaveCount(0);
});
