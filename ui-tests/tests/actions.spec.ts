import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  expect,
  findingOf,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

type Page = IJupyterLabPageFixture;

test.use({ viewport: { width: 1280, height: 800 } });

/** A package to install, into a folder of the test's own, and no index. */
const OFFLINE = `import os, sys, tempfile, zipfile, torch
folder = tempfile.mkdtemp()
info = 'captum-9.9.dist-info'
with zipfile.ZipFile(folder + '/captum-9.9-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('captum/__init__.py', '')
    wheel.writestr(info + '/METADATA', 'Metadata-Version: 2.1\\nName: captum\\nVersion: 9.9\\n')
    wheel.writestr(info + '/WHEEL', 'Wheel-Version: 1.0\\nGenerator: a test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + '/RECORD', '')
os.mkdir(folder + '/site')
sys.path.insert(0, folder + '/site')
os.environ.update(PIP_TARGET=folder + '/site', PIP_INDEX_URL='http://127.0.0.1:9/', PIP_RETRIES='0')`;

const AT_HAND = `os.environ.pop('PIP_INDEX_URL')
os.environ.update(PIP_NO_INDEX='1', PIP_FIND_LINKS=folder)`;

/** As cuBLAS says it, which needs a GPU for that. */
const NOT_DETERMINISTIC = `import os
if 'CUBLAS_WORKSPACE_CONFIG' not in os.environ:
    raise RuntimeError('Deterministic behavior was enabled with either \`torch.use_deterministic_algorithms(True)\` or \`at::Context::setDeterministicAlgorithms(true)\`, but this operation is not deterministic because it uses CuBLAS and you have CUDA >= 10.2. To enable deterministic behavior in this case, you must set an environment variable before running your PyTorch application: CUBLAS_WORKSPACE_CONFIG=:4096:8 or CUBLAS_WORKSPACE_CONFIG=:16:8.')`;

const NOTEBOOK = notebookOf([
  { id: 'cublas', source: NOT_DETERMINISTIC },
  { id: 'offline', source: OFFLINE },
  { id: 'missing', source: 'import captum' },
  { id: 'at-hand', source: AT_HAND }
]);

function sources(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    return content.widgets.map((one: any) => one.model.sharedModel.getSource());
  });
}

test.describe('actions', () => {
  test.use({ rare: true });

  test('a package is installed, and a variable set, in cells of their own', async ({
    page,
    tmpPath
  }) => {
    await openNotebook(page, tmpPath, 'actions.ipynb', NOTEBOOK);
    const before = await sources(page);
    const panel = panelOf(page);
    const judgement = panel.locator('[data-judgement]');
    const press = (name: string) =>
      panel.getByRole('button', { name, exact: true }).first().click();
    // A variable counts in a new process, which is planned before it starts.
    await runCell(page, 'cublas');
    await expect(findingOf(page, 'cublas')).toBeVisible();
    await press('Preview cell');
    await press('Apply');
    expect(await sources(page)).toEqual([
      "import os\nos.environ['CUBLAS_WORKSPACE_CONFIG'] = ':4096:8'",
      ...before
    ]);
    await press('Plan a restart');
    await expect(panel.locator('[data-set-variables]')).toContainText(
      'CUBLAS_WORKSPACE_CONFIG=:4096:8'
    );
    await press('Restart and re-run');
    const comparison = panel.locator('[data-comparison]');
    await expect(comparison).toHaveAttribute('data-comparison', 'passed', {
      timeout: 60_000
    });
    await expect(comparison).toContainText('The error is gone.');
    await press('Take back');
    expect(await sources(page)).toEqual(before);

    await runCell(page, 'offline');
    await runCell(page, 'missing');
    await expect(findingOf(page, 'missing')).toBeVisible();

    // Shown, and nothing else yet; then undone where the index is out of reach.
    await press('Preview installation');
    await expect(panel.locator('.jp-TorchTriage-diff')).toContainText(
      '%pip install captum'
    );
    expect(await sources(page)).toEqual(before);
    await press('Apply');
    expect(await sources(page)).toEqual([
      ...before.slice(0, 2),
      '%pip install captum',
      ...before.slice(2)
    ]);
    await press('Run and judge');
    await expect(judgement).toHaveAttribute('data-judgement', 'not-installed', {
      timeout: 60_000
    });
    await press('Take back');
    expect(await sources(page)).toEqual(before);

    await runCell(page, 'at-hand');
    await press('Preview installation');
    await press('Apply');
    await press('Run and judge');
    await expect(judgement).toHaveAttribute('data-judgement', 'gone', {
      timeout: 60_000
    });
    await expect(findingOf(page, 'missing')).toHaveCount(0);
    await press('Keep');
    expect((await sources(page))[2]).toBe('%pip install captum');
  });
});
