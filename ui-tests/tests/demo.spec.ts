import {
  comparisonAfter,
  expect,
  findingOf,
  openExample,
  panelOf,
  runCell,
  test
} from './support';

const EXPECTED: [cellId: string, diagnosisId: string][] = [
  ['bus-error', 'dataloader/bus-error-shm'],
  ['worker-exit', 'dataloader/worker-exited'],
  ['matmul-shape', 'tensor/matmul-shape'],
  ['state-dict', 'model/state-dict-prefix'],
  ['batch-sizes', 'dataloader/collate-size'],
  ['late-error', 'cuda/device-assert-target']
];

test('each failing cell of the demo brings its finding', async ({
  page,
  tmpPath
}) => {
  await openExample(page, tmpPath, 'demo.ipynb');
  await expect(panelOf(page)).not.toBeVisible();
  await runCell(page, 'imports');
  await runCell(page, 'late-error-data');
  for (const [cellId, diagnosisId] of EXPECTED) {
    await runCell(page, cellId);
    await expect(findingOf(page, cellId)).toHaveAttribute(
      'data-diagnosis-id',
      diagnosisId
    );
    await expect(findingOf(page, cellId)).toBeVisible();
  }
  await expect(panelOf(page).locator('.jp-TorchTriage-cards > li')).toHaveCount(
    EXPECTED.length
  );
});

test('the late error is reported at line 3 and, re-run, found at line 1', async ({
  page,
  tmpPath
}) => {
  await openExample(page, tmpPath, 'late-error.ipynb');
  await page.evaluate(
    () => void window.jupyterapp.commands.execute('notebook:run-all-cells')
  );
  const panel = panelOf(page);
  await expect(panel.getByText(/reports late: line 3/)).toBeVisible();
  const comparison = await comparisonAfter(panel, {
    reported: '3',
    actual: '1'
  });
  await expect(comparison).toContainText('Reported at line 3, fails at line 1');
  await expect(
    comparison.locator('[data-diagnosis-id]').first()
  ).toHaveAttribute('data-diagnosis-id', 'cuda/device-assert-target');
});
