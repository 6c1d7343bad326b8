import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  expect,
  findingOf,
  galata,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  SETTINGS_ID,
  test
} from './support';

/** A word of the question that is put to the kernel. */
const QUESTION = 'def last_failure(';

const TORCH = notebookOf([
  { id: 'title', type: 'markdown', source: '# A model' },
  { id: 'imports', source: 'import torch' },
  { id: 'model', source: 'size = 3\nmodel = torch.nn.Linear(size, 4)' },
  { id: 'uses', source: 'print(model(torch.ones(3)))' }
]);

const ASKS = notebookOf([
  { id: 'asks', source: 'import torch\nF.relu(torch.ones(2))' }
]);

/** How often the page has put the question since it was loaded. */
function questions(page: IJupyterLabPageFixture): () => number {
  let count = 0;
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      count += Buffer.from(payload).includes(QUESTION) ? 1 : 0;
    })
  );
  return () => count;
}

test('the cell that defines a name is told, and running it mends it', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'name.ipynb', TORCH);
  await runCell(page, 'imports');
  await runCell(page, 'uses');
  const finding = findingOf(page, 'uses');
  // The panel opens by itself: there is something to do.
  await expect(finding).toBeVisible();
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'python/undefined-name'
  );
  await expect(finding.getByRole('heading', { level: 3 })).toHaveText(
    'Run cell 3 first: it defines model'
  );
  await expect(finding).toContainText('model = torch.nn.Linear(size, 4)');
  await runCell(page, 'model');
  await runCell(page, 'uses');
  await expect(panelOf(page).locator('[data-diagnosis-id]')).toHaveCount(0);
});

test('the package that brings a missing module is told', async ({
  page,
  tmpPath
}) => {
  await openNotebook(
    page,
    tmpPath,
    'import.ipynb',
    notebookOf([{ id: 'imports', source: 'import torch\nimport fitz' }])
  );
  await runCell(page, 'imports');
  const finding = findingOf(page, 'imports');
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'python/failed-import'
  );
  await expect(finding.getByRole('heading', { level: 3 })).toHaveText(
    'fitz is not installed for this kernel'
  );
  await expect(finding).toContainText('%pip install PyMuPDF');
});

const AGAIN = notebookOf([
  { id: 'imports', source: 'import torch\nfrom torch import nn' },
  {
    id: 'class',
    source:
      'class Net(nn.Module):\n    def __init__(self):\n        super(Net, self).__init__()\n    def forward(self, x):\n        x * 2'
  },
  { id: 'keeps', source: 'Model = Net' },
  { id: 'makes', source: 'net = Model()' },
  {
    id: 'uses',
    source: 'out = net(torch.ones(2))\nprint(out.sum())'
  },
  { id: 'again', source: 'Model = Net\nnet = Model()' }
]);

test('a class defined twice and a value that is None are explained', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'again.ipynb', AGAIN);
  for (const cell of ['imports', 'class', 'keeps', 'class', 'makes']) {
    await runCell(page, cell);
  }
  const twice = findingOf(page, 'makes');
  // The panel opens by itself: the kernel has proven it.
  await expect(twice).toBeVisible();
  await expect(twice).toHaveAttribute(
    'data-diagnosis-id',
    'python/class-twice'
  );
  await expect(twice).toContainText('Cell [4] defined the class Net anew');
  await runCell(page, 'again');
  await runCell(page, 'uses');
  const none = findingOf(page, 'uses');
  await expect(none).toHaveAttribute(
    'data-diagnosis-id',
    'python/missing-attribute'
  );
  await expect(none.getByRole('heading', { level: 3 })).toHaveText(
    'Net.forward returns nothing'
  );
  await expect(none).toContainText('out = net(torch.ones(2))');
});

test('of a notebook without torch nothing is asked and nothing is shown', async ({
  page,
  tmpPath
}) => {
  const asked = questions(page);
  await openNotebook(
    page,
    tmpPath,
    'plain.ipynb',
    notebookOf([{ id: 'plain', source: 'total = price * 2' }])
  );
  await runCell(page, 'plain');
  await openNotebook(page, tmpPath, 'asks.ipynb', ASKS);
  await runCell(page, 'asks');
  await expect(findingOf(page, 'asks')).toHaveAttribute(
    'data-diagnosis-id',
    'python/undefined-name'
  );
  expect(asked()).toBe(1);
});

test.describe('with the setting off', () => {
  test.use({
    mockSettings: {
      ...galata.DEFAULT_SETTINGS,
      [SETTINGS_ID]: { askKernel: false, openOn: 'every' }
    }
  });

  test('the kernel is not asked', async ({ page, tmpPath }) => {
    const asked = questions(page);
    await openNotebook(page, tmpPath, 'off.ipynb', TORCH);
    await runCell(page, 'imports');
    await runCell(page, 'uses');
    await expect(findingOf(page, 'uses')).toContainText(
      'The text allows this; other causes fit as well.'
    );
    await runCell(page, 'model');
    await runCell(page, 'uses');
    await expect(panelOf(page).locator('[data-diagnosis-id]')).toHaveCount(0);
    expect(asked()).toBe(0);
  });
});
