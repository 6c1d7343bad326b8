import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import { plainFailures } from './plain-failures';
import {
  execute,
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

test.use({ rare: true });

/** A word of each question that is put to the kernel about a failure. */
const QUESTIONS = [
  'def last_failure(',
  'def last_traceback(',
  'def loader_facts(',
  'def survey_of(',
  'def driver_version(',
  'def told_by_torch('
];

/** What is asked when a kernel starts: to arm the black box, and for its environment. */
const AT_START = 2;

/** Cells without torch that fail: a sample, or all of them with ALL_CASES=1. */
const PLAIN = process.env.ALL_CASES === '1' ? 200 : 24;
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const TORCH = notebookOf([
  { id: 'title', type: 'markdown', source: '# A model' },
  { id: 'imports', source: 'import torch' },
  { id: 'model', source: 'size = 3\nmodel = torch.nn.Linear(size, 4)' },
  { id: 'uses', source: 'print(model(torch.ones(3)))' }
]);

const ASKS = notebookOf([
  { id: 'passes', source: 'import torch\nmodel = torch.nn.Linear(3, 4)' },
  { id: 'passes-too', source: 'print(model(torch.ones(3)).shape)' },
  { id: 'asks', source: 'F.relu(torch.ones(2))' }
]);

/** How often the page has put the question since it was loaded. */
function questions(page: IJupyterLabPageFixture): () => number {
  let count = 0;
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const text = Buffer.from(payload);
      count += QUESTIONS.filter(word => text.includes(word)).length;
    })
  );
  return () => count;
}

/** How much the page has had kernels run or handed them, the user's cells among it. */
function requests(page: IJupyterLabPageFixture): () => number {
  let count = 0;
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const isOne = /"msg_type":"(?:execute_request|comm_(?:open|msg))"/;
      count += Number(isOne.test(Buffer.from(payload).toString('latin1')));
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
    'Run cell 3, counted from the top: it defines model'
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

const UNMET = 'assert image.shape == (3, 8, 6)';
const ODD = 'settings = [json.loads(text), batch.shape]';

const TOLD = notebookOf([
  { id: 'imports', source: 'import json\nimport torch' },
  { id: 'unmet', source: `image = torch.ones(8, 6, 3)\n${UNMET}` },
  {
    id: 'odd',
    source: `text, api_key = '{lr: 1}', 'a'\nbatch = torch.ones(4, 2)\n${ODD}`
  },
  {
    id: 'raised',
    source: 'lr = 3\nraise RuntimeError(f"the plan {lr} is off")'
  }
]);

test('an assertion, and an error that nobody knows, are told with their values', async ({
  page,
  tmpPath
}) => {
  const asked = questions(page);
  await openNotebook(page, tmpPath, 'told.ipynb', TOLD);
  await runCell(page, 'imports');
  await runCell(page, 'unmet');
  const unmet = findingOf(page, 'unmet');
  // The panel opens by itself: the kernel has proven it.
  await expect(unmet).toBeVisible();
  await expect(unmet).toHaveAttribute('data-diagnosis-id', 'python/assertion');
  await expect(unmet).toContainText('Here is image.shape = (8, 6, 3).');
  await expect(unmet).toContainText('image = image.permute(2, 0, 1)');

  await runCell(page, 'odd');
  const odd = findingOf(page, 'odd');
  await expect(odd.getByRole('heading', { level: 3 })).toHaveText(
    'Not recognised'
  );
  const line = odd.locator('[data-facts="line"]');
  await expect(line).toContainText(/It called loads of Python 3\.\d+\.\d+\./);
  await expect(line.locator('[data-variable="text"]')).toContainText(
    "'{lr: 1}'"
  );
  await expect(line.locator('[data-variable="batch.shape"]')).toContainText(
    '(4, 2)'
  );
  await expect(odd.locator('pre', { hasText: ODD })).toHaveCount(1);
  expect(asked()).toBe(2);

  // With nothing but a message there is still one line, and its variables.
  await runCell(page, 'raised');
  const raised = findingOf(page, 'raised');
  await expect(raised.locator('[data-variable="lr"]')).toContainText('3');
  await expect(raised.locator('pre', { hasText: 'raise' })).toHaveCount(1);
});

const STANDS = notebookOf([
  {
    id: 'imports',
    source:
      'import numpy as np\nimport torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, Dataset'
  },
  {
    id: 'keys',
    source:
      'model = nn.Sequential()\nmodel.add_module("head", nn.Linear(3, 4))\nstate = {"fc.weight": torch.ones(4, 3), "fc.bias": torch.ones(4)}\nmodel.load_state_dict(state)'
  },
  {
    id: 'data',
    source:
      'class Words(Dataset):\n    def __init__(self, words): self.words = words\n    def __len__(self): return len(self.words)\nDataLoader(Words([]), shuffle=True)'
  },
  { id: 'version', source: 'ids = torch.tensor(np.zeros(2, dtype=np.int))' }
]);

test('the line that %xmode Minimal leaves out is told', async ({
  page,
  tmpPath
}) => {
  const cells = [
    {
      id: 'mode',
      source: '%xmode Minimal\ndef f(x):  # as torch would\n    return x / 0'
    },
    { id: 'fails', source: '%%time\na = 1\n\nf(a)' }
  ];
  await openNotebook(page, tmpPath, 'minimal.ipynb', notebookOf(cells));
  await execute(page, 'torch-triage:open');
  await runCell(page, 'mode');
  await runCell(page, 'fails');
  const card = panelOf(page).locator('.jp-TorchTriage-card');
  await expect(card.locator('.jp-TorchTriage-cell')).toContainText('line 4');
  await expect(card.locator('[data-hidden-facts="line"]')).toHaveCount(0);
});

test('keys, a data set and versions that the kernel knows stand in their cards', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'stands.ipynb', STANDS);
  await runCell(page, 'imports');
  await runCell(page, 'keys');
  const keys = findingOf(page, 'keys').first();
  await expect(keys).toHaveAttribute(
    'data-diagnosis-id',
    'model/state-dict-missing'
  );
  await expect(keys.getByRole('heading', { level: 3 })).toHaveText(
    '“head” is called “fc” in the checkpoint'
  );
  await expect(keys.locator('[data-weight="head.weight"]')).toHaveText(
    'head.weight [4, 3]fc.weight [4, 3]'
  );
  // The first fix, applied and run.
  await keys.getByRole('button', { name: 'Preview edit' }).first().click();
  await panelOf(page).getByRole('button', { name: 'Apply' }).click();
  await panelOf(page).getByRole('button', { name: 'Run and judge' }).click();
  await expect(panelOf(page).locator('[data-judgement="gone"]')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Keep' }).click();

  await runCell(page, 'data');
  const data = findingOf(page, 'data').first();
  await expect(data).toHaveAttribute('data-diagnosis-id', 'dataloader/empty');
  await expect(data).toContainText('The loader was given a Words of length 0.');
  await expect(data.locator('[data-facts="machine"]')).toContainText(
    'The data set is a Words of 0 samples'
  );

  await runCell(page, 'version');
  const version = findingOf(page, 'version').first();
  await expect(version).toHaveAttribute(
    'data-diagnosis-id',
    'version/numpy-dtype'
  );
  await expect(version.locator('[data-facts="stack"]')).toContainText(
    /torch 2\.\d+\.\d/
  );
  await expect(version).toContainText(
    /for an older NumPy than the installed \d\.\d+/
  );
});

test(`of ${PLAIN} failures without torch nothing is asked and nothing is shown`, async ({
  page,
  tmpPath
}) => {
  test.setTimeout(60_000 + PLAIN * 4_000);
  console.log(`SEED=${SEED}`);
  const asked = questions(page);
  const requested = requests(page);
  const failures = plainFailures(PLAIN, SEED);
  const cells = failures.map((source, at) => ({ id: `plain-${at}`, source }));
  await openNotebook(page, tmpPath, 'plain.ipynb', notebookOf(cells));
  await expect.poll(requested).toBe(AT_START);
  // In the page itself: a round trip for each would take as long again.
  await page.evaluate(async () => {
    const { commands, shell } = window.jupyterapp;
    const { content } = shell.currentWidget as any;
    for (let at = 0; at < content.widgets.length; at++) {
      content.activeCellIndex = at;
      await commands.execute('notebook:run-cell');
    }
  });
  await expect(panelOf(page)).toBeHidden();
  await execute(page, 'torch-triage:open');
  const cards = panelOf(page).locator('[data-incident-kind="cell"]');
  await expect(cards).toHaveCount(PLAIN, { timeout: 30_000 + PLAIN * 500 });
  await expect(panelOf(page).locator('[data-diagnosis-id]')).toHaveCount(0);
  expect(asked()).toBe(0);
  expect(requested()).toBe(AT_START + PLAIN);

  // Nor of cells that pass, with torch.
  await openNotebook(page, tmpPath, 'asks.ipynb', ASKS);
  const before = AT_START + PLAIN + AT_START;
  await expect.poll(requested).toBe(before);
  await runCell(page, 'passes');
  await runCell(page, 'passes-too');
  expect(requested()).toBe(before + 2);
  await runCell(page, 'asks');
  await expect(findingOf(page, 'asks')).toHaveAttribute(
    'data-diagnosis-id',
    'python/undefined-name'
  );
  expect(asked()).toBe(1);
  expect(requested()).toBeGreaterThan(before + 3);
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
