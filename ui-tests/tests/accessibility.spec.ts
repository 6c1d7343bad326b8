import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import { violations } from './axe';
import { dismissDialogs, openArmed, seenDeath } from './death-page';
import {
  errorOutput,
  execute,
  expect,
  MATMUL,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  streamOutput,
  test
} from './support';

type Page = IJupyterLabPageFixture;

/** Failures of every kind that a card shows, by the id of their cell. */
const FAILURES: Record<string, Record<string, unknown>> = {
  shapes: errorOutput('RuntimeError', MATMUL),
  late: errorOutput(
    'RuntimeError',
    'CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.'
  ),
  memory: errorOutput(
    'OutOfMemoryError',
    'CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 23.64 GiB of which 13.06 MiB is free. Process 1 has 23.62 GiB memory in use. Of the allocated memory 22.83 GiB is allocated by PyTorch, and 335.01 MiB is reserved by PyTorch but unallocated.'
  ),
  workers: errorOutput(
    'RuntimeError',
    "DataLoader worker (pid 314) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit."
  ),
  edit: errorOutput(
    'RuntimeError',
    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
  ),
  install: errorOutput('ModuleNotFoundError', "No module named 'captum'"),
  variable: errorOutput(
    'RuntimeError',
    'Deterministic behavior was enabled with either `torch.use_deterministic_algorithms(True)` or `at::Context::setDeterministicAlgorithms(true)`, but this operation is not deterministic because it uses CuBLAS and you have CUDA >= 10.2. To enable deterministic behavior in this case, you must set an environment variable before running your PyTorch application: CUBLAS_WORKSPACE_CONFIG=:4096:8'
  ),
  unknown: errorOutput('ValueError', 'ours'),
  another: errorOutput('KeyError', "'ours'")
};

const NOTEBOOK = notebookOf(
  Object.entries(FAILURES).map(([id, output], at) => ({
    id,
    source: 'x = 1\ny = f(x)',
    executionCount: at + 1,
    outputs:
      id === 'late'
        ? [
            streamOutput(
              'stderr',
              '../aten/src/ATen/native/cuda/Loss.cu:242: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [17,0,0] Assertion `t >= 0 && t < n_classes` failed.\n'
            ),
            output
          ]
        : [output]
  }))
);

async function unfoldAll(page: Page): Promise<void> {
  await panelOf(page).evaluate(node => {
    node.querySelectorAll('details').forEach(each => (each.open = true));
  });
}

for (const theme of ['JupyterLab Light', 'JupyterLab Dark']) {
  test(`${theme}: axe finds nothing in any kind of card`, async ({
    page,
    tmpPath
  }) => {
    await page.theme.setTheme(theme);
    await openNotebook(page, tmpPath, 'cards.ipynb', NOTEBOOK);
    await execute(page, 'torch-triage:open');
    const panel = panelOf(page);
    await expect(panel.locator('.jp-TorchTriage-card')).toHaveCount(
      Object.keys(FAILURES).length
    );
    await unfoldAll(page);
    expect(await violations(page)).toEqual([]);

    await execute(page, 'torch-triage:rerun-blocking', { cellId: 'late' });
    await panel.locator('[data-phase="planned"]').waitFor();
    await unfoldAll(page);
    expect(await violations(page)).toEqual([]);

    await panel.getByRole('textbox', { name: 'Look up an error' }).fill('nan');
    await panel.locator('.jp-TorchTriage-results').waitFor();
    await unfoldAll(page);
    expect(await violations(page)).toEqual([]);
  });

  test(`${theme}: axe finds nothing in the card of a death`, async ({
    page,
    tmpPath
  }) => {
    await page.theme.setTheme(theme);
    await openArmed(page, `${tmpPath}/death.ipynb`, [
      { id: 'before', source: 'x = 1' },
      { id: 'dies', source: 'import os\nos.kill(os.getpid(), 9)' },
      { id: 'after', source: 'x' }
    ]);
    await execute(page, 'notebook:run-all-cells');
    await execute(page, 'torch-triage:open');
    await seenDeath(page);
    await dismissDialogs(page);
    await unfoldAll(page);
    expect(await violations(page)).toEqual([]);
  });
}

test.describe('at 1280 × 800, beside a panel of 300 px', () => {
  test.use({ rare: true, viewport: { width: 1280, height: 800 } });

  for (const id of ['shapes', 'late', 'memory', 'workers']) {
    test(`title, cause and first fix need no scrolling: ${id}`, async ({
      page,
      tmpPath
    }) => {
      const message = JSON.stringify(FAILURES[id].evalue);
      const source = `text = ${message}\nraise RuntimeError(text)`;
      const notebook = notebookOf([{ id, source }]);
      await openNotebook(page, tmpPath, `${id}.ipynb`, notebook);
      await runCell(page, id);
      await execute(page, 'torch-triage:open');
      await page.evaluate(() => {
        const { _hsplitPanel: split } = window.jupyterapp.shell as any;
        const width = split.node.getBoundingClientRect().width;
        split.setRelativeSizes([0, width - 300, 300]);
      });
      const panel = panelOf(page);
      const first = panel.locator('.jp-TorchTriage-fixes > li').first();
      await expect(first).toBeVisible();
      if (id === 'workers') {
        // They come a moment later, and stand below.
        await panel.locator('[data-facts="machine"]').waitFor();
      }
      await expect
        .poll(() => panel.evaluate(node => node.clientWidth))
        .toBeLessThanOrEqual(310);
      const [end, bottom] = await first.evaluate(node => [
        node.getBoundingClientRect().bottom,
        node.closest('#torch-triage-panel')!.getBoundingClientRect().bottom
      ]);
      expect(end).toBeLessThanOrEqual(bottom);
    });
  }
});

test('a long name breaks after its marks', async ({ page, tmpPath }) => {
  await openNotebook(page, tmpPath, 'names.ipynb', NOTEBOOK);
  await execute(page, 'torch-triage:open');
  const button = panelOf(page).locator('button.jp-mod-primary').first();
  expect(await button.evaluate(node => node.innerHTML)).toContain(
    'CUDA_<wbr>LAUNCH_<wbr>BLOCKING=<wbr>1'
  );
  await expect(button).toHaveText('Re-run with CUDA_LAUNCH_BLOCKING=1');
});
