import type { IJupyterLabPageFixture } from '@jupyterlab/galata';
import type { Locator } from '@playwright/test';

import {
  execute,
  expect,
  findingOf,
  kernelIdle,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';
import { violations } from './axe';

type Page = IJupyterLabPageFixture;

test.use({ viewport: { width: 1280, height: 800 } });

const LOADER = `from torch.utils.data import DataLoader
loader = DataLoader(
    range(4),
    collate_fn=lambda batch: batch,
    num_workers=1,
    persistent_workers=True,
    multiprocessing_context='spawn')
`;

const NOTEBOOK = notebookOf([
  { id: 'imports', source: 'import torch' },
  {
    id: 'numpy',
    source:
      'x = torch.ones(3, requires_grad=True)\nvalues = [\n    (x * 2).numpy(),\n    "x.numpy()"]  # x.numpy()'
  },
  { id: 'loader', source: LOADER },
  { id: 'loop', source: 'for batch in loader:\n    last = batch' },
  {
    id: 'fixed',
    source: 'y = torch.ones(2, requires_grad=True).numpy()',
    metadata: { editable: false }
  },
  {
    id: 'twice',
    source: 'a = torch.ones(2, requires_grad=True).numpy()\nmissing'
  }
]);

/** Without workers, and what only they take. */
const MENDED = `from torch.utils.data import DataLoader
loader = DataLoader(
    range(4),
    collate_fn=lambda batch: batch,
    num_workers=0)
`;

async function setSource(
  page: Page,
  id: string,
  change: (text: string) => string
): Promise<void> {
  const text = change(await sourceOf(page, id));
  await page.evaluate(
    ([cellId, source]) => {
      const { content } = window.jupyterapp.shell.currentWidget as any;
      content.widgets
        .find((one: any) => one.model.id === cellId)
        .model.sharedModel.setSource(source);
    },
    [id, text] as const
  );
}

function sourceOf(page: Page, id: string): Promise<string> {
  return page.evaluate(cellId => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    return content.widgets
      .find((one: any) => one.model.id === cellId)
      .model.sharedModel.getSource();
  }, id);
}

/** Show the panel 300 px wide. */
async function narrow(page: Page): Promise<void> {
  await execute(page, 'torch-triage:open');
  await expect(panelOf(page)).toBeVisible();
  await page.evaluate(() => {
    const split = (window.jupyterapp.shell as any)._hsplitPanel;
    const width = split.node.clientWidth;
    split.setRelativeSizes([0, width - 300, 300]);
  });
  await expect
    .poll(async () => (await panelOf(page).boundingBox())?.width)
    .toBeLessThanOrEqual(300);
}

async function axeInBothThemes(page: Page): Promise<void> {
  for (const theme of ['JupyterLab Dark', 'JupyterLab Light']) {
    await page.theme.setTheme(theme);
    expect(await violations(page)).toEqual([]);
  }
}

/** Press a button that is in sight as the panel stands. */
async function press(panel: Locator, name: string): Promise<void> {
  const button = panel.getByRole('button', { name, exact: true }).first();
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
}

test('the first fix is applied, run and judged in three presses', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'edit.ipynb', NOTEBOOK);
  await narrow(page);
  const panel = panelOf(page);
  const judgement = panel.locator('[data-judgement]');
  const before = await sourceOf(page, 'numpy');
  await runCell(page, 'imports');
  await runCell(page, 'numpy');
  await expect(findingOf(page, 'numpy')).toBeVisible();
  await press(panel, 'Preview edit');
  await expect(panel.locator('.cm-changedLine')).toHaveText(
    /\.detach\(\)\.cpu\(\)\.numpy\(\)/
  );
  expect(await sourceOf(page, 'numpy')).toBe(before);
  await press(panel, 'Apply');
  await expect(page.locator('.jp-TorchTriage-changedCell')).toHaveCount(1);
  await press(panel, 'Run and judge');
  await expect(judgement).toHaveAttribute('data-judgement', 'gone', {
    timeout: 30_000
  });
  await expect(findingOf(page, 'numpy')).toHaveCount(0);
  expect(await sourceOf(page, 'numpy')).toBe(
    before.replace('(x * 2).numpy()', '(x * 2).detach().cpu().numpy()')
  );
  await press(panel, 'Keep');
  await expect(page.locator('.jp-TorchTriage-changedCell')).toHaveCount(0);
  // Nothing is left to show, so the focus goes to the look-up.
  await expect(panel.locator('textarea')).toBeFocused();
  // One step of Undo, as of the user's own typing.
  await page.locator('.jp-Cell').nth(1).locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => sourceOf(page, 'numpy')).toBe(before);
});

test('an edit of another cell, with the keyboard, and edits that do not help', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'edits.ipynb', NOTEBOOK);
  await narrow(page);
  const panel = panelOf(page);
  const judgement = panel.locator('[data-judgement]');
  const button = (name: string) =>
    panel.getByRole('button', { name, exact: true }).first();
  const preview = async (id: string): Promise<void> => {
    await runCell(page, id);
    await expect(findingOf(page, id)).toBeVisible();
    await button('Preview edit').focus();
    await page.keyboard.press('Enter');
    // The heading has the focus: the next buttons are a Tab away.
    await expect(panel.locator('[data-edit-phase] h3')).toBeFocused();
  };
  await runCell(page, 'imports');
  await runCell(page, 'loader');

  // The loader stands in another cell than the loop that failed.
  await preview('loop');
  await expect(panel.locator('.jp-TorchTriage-diff')).toBeVisible();
  await axeInBothThemes(page);
  await button('Apply').focus();
  await page.keyboard.press('Enter');
  expect(await sourceOf(page, 'loader')).toBe(MENDED);
  await expect(panel).toContainText('Runs the cells [2], [3].');
  await button('Run and judge').focus();
  await page.keyboard.press('Enter');
  await expect(judgement).toHaveAttribute('data-judgement', 'gone');
  await button('Take back').focus();
  await page.keyboard.press('Enter');
  expect(await sourceOf(page, 'loader')).toBe(LOADER);
  await expect(panel.locator('[data-edit-phase]')).toHaveCount(0);

  // A cell that nobody may edit stays as it is.
  await preview('fixed');
  const fixed = await sourceOf(page, 'fixed');
  await button('Apply').click();
  await expect(panel).toContainText('This cell may not be edited');
  expect(await sourceOf(page, 'fixed')).toBe(fixed);
  await button('Discard').click();

  // It was edited after it ran: the edit finds the line where it is now.
  await runCell(page, 'twice');
  // Its card comes first once it is read; until then another one does.
  await expect(findingOf(page, 'twice')).toBeVisible();
  await setSource(page, 'twice', text => `# mine\n\n${text}`);
  await button('Preview edit').click();
  await expect(panel.locator('.cm-changedLine')).toContainText('.detach()');
  await setSource(page, 'twice', text => `${text}\n# and more`);
  await button('Apply').click();
  await expect(panel).toContainText('The cell has changed meanwhile');
  await button('Apply').click();
  await button('Run and judge').click();
  await expect(judgement).toHaveAttribute('data-judgement', 'other');
  await expect(judgement).toContainText('Another error came');
  await button('Keep').click();
  expect(await sourceOf(page, 'twice')).toBe(
    '# mine\n\na = torch.ones(2, requires_grad=True).detach().cpu().numpy()\nmissing\n# and more'
  );
});

const HELPER = `%%writefile nets_of_mine.py
def flat(x):
    return x.view(2, -1)
`;

const WORKERS = `from torch.utils.data import DataLoader, Dataset
class Numbers(Dataset):
    def __len__(self):
        return 2
    def __getitem__(self, index):
        return torch.tensor(index)
for batch in DataLoader(Numbers(), num_workers=1, multiprocessing_context='spawn'):
    pass`;

test.describe('files', () => {
  test.use({ rare: true });

  test('a file of the user’s is left alone; a class moves to one of its own', async ({
    page,
    tmpPath
  }) => {
    const notebook = notebookOf([
      { id: 'helper', source: HELPER },
      {
        id: 'flat',
        source:
          'import torch, nets_of_mine\nnets_of_mine.flat(torch.ones(2, 3, 4).transpose(1, 2))'
      },
      { id: 'spawn', source: WORKERS }
    ]);
    await openNotebook(page, tmpPath, 'files.ipynb', notebook);
    await narrow(page);
    const panel = panelOf(page);
    const edit = panel.locator('[data-edit-phase]');
    const button = (name: string) =>
      edit.getByRole('button', { name, exact: true });
    await runCell(page, 'helper');
    await runCell(page, 'flat');
    await expect(findingOf(page, 'flat')).toBeVisible();
    await press(panel, 'Preview edit');
    await expect(edit.locator('.cm-changedLine')).toContainText('x.reshape');
    await expect(edit).toContainText('nets_of_mine.py');
    await expect(button('Apply')).toHaveCount(0);
    await expect(button('Copy')).toBeInViewport({ ratio: 1 });
    // The tensors of the failed call stand in this card, too.
    await axeInBothThemes(page);
    await button('Discard').click();

    await runCell(page, 'spawn');
    await expect(findingOf(page, 'spawn')).toBeVisible({ timeout: 60_000 });
    await press(panel, 'Preview edit');
    await expect(edit).toContainText('%%writefile numbers_module.py');
    await button('Apply').click();
    expect(await sourceOf(page, 'spawn')).toContain(
      'from numbers_module import Numbers'
    );
    await button('Run and judge').click();
    await expect(panel.locator('[data-judgement]')).toHaveAttribute(
      'data-judgement',
      'gone',
      { timeout: 60_000 }
    );
    await axeInBothThemes(page);
    await button('Take back').click();
    expect(await sourceOf(page, 'spawn')).toBe(WORKERS);
  });
});

test.describe('three presses, without scrolling', () => {
  test.use({ rare: true });

  const FAILURES: Readonly<Record<string, string>> = {
    'attention heads': 'attention = torch.nn.MultiheadAttention(100, 8)',
    'a list of lengths':
      'samples = [torch.ones(n) for n in (2, 3)]\nfor batch in torch.utils.data.DataLoader(samples, 2):\n    pass',
    'gradients that were not scaled':
      "scaler = torch.amp.GradScaler('cpu')\nw = torch.nn.Parameter(torch.ones(2))\noptimizer = torch.optim.SGD([w], lr=0.1)\nw.sum().backward()\nscaler.step(optimizer)\nscaler.update()"
  };

  test('other first fixes are applied, run and judged', async ({
    page,
    tmpPath
  }) => {
    const cells = Object.entries(FAILURES).map(([name, source]) => ({
      id: name.replace(/ /g, '-'),
      source: `import torch\n${source}`
    }));
    await openNotebook(page, tmpPath, 'three.ipynb', notebookOf(cells));
    await narrow(page);
    const panel = panelOf(page);
    for (const { id } of cells) {
      await runCell(page, id);
      await expect(findingOf(page, id)).toBeVisible();
      await press(panel, 'Preview edit');
      await press(panel, 'Apply');
      await press(panel, 'Run and judge');
      await expect(panel.locator('[data-judgement]')).toHaveAttribute(
        'data-judgement',
        'gone',
        { timeout: 30_000 }
      );
      await press(panel, 'Keep');
    }
  });
});

test.describe('what ended the kernel', () => {
  test.use({ rare: true });

  test('is mended, and the next process lives', async ({ page, tmpPath }) => {
    const source = 'import os, torch\nprint(torch.ones(1))\nos._exit(3)';
    const cells = notebookOf([{ id: 'dies', source }]);
    await openNotebook(page, tmpPath, 'dead.ipynb', cells);
    await narrow(page);
    const panel = panelOf(page);
    await execute(page, 'notebook:run-cell');
    const finding = panel.locator('[data-diagnosis-id="kernel/exited"]');
    await expect(finding).toBeVisible({ timeout: 60_000 });
    await page.locator('.jp-Dialog .jp-mod-accept').click();
    await finding.getByRole('button', { name: 'Preview edit' }).click();
    await press(panel, 'Apply');
    expect(await sourceOf(page, 'dies')).toContain(
      "raise SystemExit('stop here')"
    );
    // The failed process is lost, so only another one can judge.
    await expect(
      panel.getByRole('button', { name: 'Plan a restart' })
    ).toBeVisible();
    await kernelIdle(page);
    await runCell(page, 'dies');
    // It is the cell that stopped, and no process ended again.
    await expect(page.locator('.jp-OutputArea')).toContainText('SystemExit');
    await expect(finding).toHaveCount(1);
  });
});
