import {
  expect,
  findingOf,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

const NOTEBOOK = notebookOf([
  { id: 'batch', source: 'import torch\nbatch = torch.zeros(2**10, 2**10)' },
  { id: 'shown', source: 'batch + 1' },
  {
    id: 'fails',
    source:
      'def forward(x):\n    hidden = x.repeat(4, 1)\n    return torch.empty(2**50)\nforward(batch)'
  }
]);

test('who holds the memory, and letting go of what no variable holds', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'memory.ipynb', NOTEBOOK);
  for (const id of ['batch', 'shown', 'fails']) {
    await runCell(page, id);
  }
  await expect(findingOf(page, 'fails')).toHaveAttribute(
    'data-diagnosis-id',
    'tensor/cpu-out-of-memory'
  );
  const memory = panelOf(page).locator('[data-facts="memory"]');
  await expect(memory.locator('[data-variable="batch"]')).toHaveText(
    'batch[1024, 1024] float32cpu4.0 MiB'
  );
  await expect(memory.locator('[data-variable]')).toHaveCount(1);
  await expect(memory).toContainText('4.0 MiB in results of cells: Out[2]');
  await expect(memory).toContainText(
    '16.0 MiB in variables of the failed calls: hidden'
  );

  const button = memory.getByRole('button');
  await button.press('Enter');
  const dialog = page.locator('.jp-Dialog');
  await expect(dialog).toContainText('Out[2]');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(memory).toContainText('hidden');

  await button.press('Enter');
  await dialog.getByRole('button', { name: 'Let go' }).press('Enter');
  await expect(memory.getByRole('status')).toHaveText(
    'Let go. Tensors held 24.0 MiB before, and hold 4.0 MiB now.'
  );
  await expect(button).toHaveCount(0);
  await expect(memory.locator('[data-variable="batch"]')).toBeVisible();
});
