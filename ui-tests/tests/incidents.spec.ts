import { dismissDialogs, seenDeath } from './death-page';
import {
  errorOutput,
  execute,
  expect,
  findingOf,
  galata,
  kernelIdle,
  MATMUL,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  SETTINGS_ID,
  shownIds,
  streamOutput,
  test,
  type ITestCell
} from './support';

/** Raises torch's error text without the seconds that importing torch takes. */
const FAILS = `raise RuntimeError('${MATMUL}')`;

const SAVED: ITestCell = {
  id: 'saved',
  source: FAILS,
  executionCount: 4,
  outputs: [errorOutput('RuntimeError', MATMUL)]
};

test.describe('what is a failure', () => {
  test.use({ rare: true });

  test('Run All: the failed cell only, not those skipped after it', async ({
    page,
    tmpPath
  }) => {
    const cells = [
      { id: 'fine', source: '1' },
      { id: 'fails', source: FAILS },
      { id: 'skipped', source: '2' }
    ];
    await openNotebook(page, tmpPath, 'all.ipynb', notebookOf(cells));
    await execute(page, 'notebook:run-all-cells');
    await expect(findingOf(page, 'fails')).toBeVisible();
    expect(await shownIds(page)).toEqual(['tensor/matmul-shape']);
  });

  test('not an expected exception, not an interrupt', async ({
    page,
    tmpPath
  }) => {
    const cells = [
      {
        id: 'expected',
        source: FAILS,
        metadata: { tags: ['raises-exception'] }
      },
      { id: 'stopped', source: 'raise KeyboardInterrupt' },
      { id: 'fails', source: FAILS }
    ];
    await openNotebook(page, tmpPath, 'tags.ipynb', notebookOf(cells));
    await runCell(page, 'expected');
    await runCell(page, 'stopped');
    await runCell(page, 'fails');
    await expect(findingOf(page, 'fails')).toBeVisible();
    expect(await shownIds(page)).toEqual(['tensor/matmul-shape']);
  });

  test('outputs of the file are listed, but do not open the panel', async ({
    page,
    tmpPath
  }) => {
    await openNotebook(page, tmpPath, 'saved.ipynb', notebookOf([SAVED]));
    await expect(panelOf(page)).not.toBeVisible();
    await execute(page, 'torch-triage:open');
    await expect(findingOf(page, 'saved')).toBeVisible();
    await expect(
      findingOf(page, 'saved').locator('[data-hidden-facts="line"]')
    ).toContainText('no lines of code came');
  });

  test('a file that does not say its language, seen before its kernel runs', async ({
    page,
    tmpPath
  }) => {
    await page.contents.uploadContent(
      notebookOf([SAVED], {}),
      'text',
      `${tmpPath}/bare.ipynb`
    );
    await execute(page, 'torch-triage:open');
    await page.notebook.openByPath(`${tmpPath}/bare.ipynb`);
    await expect(findingOf(page, 'saved')).toBeVisible();
  });

  test('a cell that papermill left without an answer, then its death here', async ({
    page,
    tmpPath
  }) => {
    // Recorded: papermill 2.7, whose kernel ended by SIGKILL.
    const papermill = {
      start_time: '2026-11-24T19:56:14.618643+00:00',
      end_time: '2026-11-24T19:56:16.624964+00:00',
      status: 'completed'
    };
    const execution = { 'iopub.execute_input': '2026-11-24T19:56:14.625783Z' };
    const cell = {
      id: 'dies',
      source: 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)',
      executionCount: 2,
      metadata: { execution, papermill }
    };
    const content = notebookOf([{ id: 'fine', source: '1' }, cell]);
    await openNotebook(page, tmpPath, 'died.ipynb', content);
    await execute(page, 'torch-triage:open');
    await expect(panelOf(page)).toContainText(
      'Cell [2] has no result: papermill ran it'
    );
    await execute(page, 'notebook:run-all-cells');
    await expect(panelOf(page)).not.toContainText('papermill');
    expect((await seenDeath(page)).id).toBe('kernel/killed');
    await dismissDialogs(page);
  });

  test('errors of another language are left alone', async ({
    page,
    tmpPath
  }) => {
    const metadata = {
      kernelspec: { name: 'ir', display_name: 'R', language: 'R' },
      language_info: { name: 'R' }
    };
    const content = notebookOf([SAVED], metadata);
    await page.contents.uploadContent(content, 'text', `${tmpPath}/r.ipynb`);
    await page.evaluate(
      path =>
        void window.jupyterapp.commands.execute('docmanager:open', {
          path,
          kernel: { shouldStart: false }
        }),
      `${tmpPath}/r.ipynb`
    );
    await page.locator('.jp-NotebookPanel').waitFor();
    await execute(page, 'torch-triage:open');
    await expect(panelOf(page)).toContainText('No cell of this notebook');
  });
});

test.describe('cells that another client ran, that moved or were brought back', () => {
  test.use({ rare: true });

  test('a cell that another client executed', async ({ page, tmpPath }) => {
    await openNotebook(
      page,
      tmpPath,
      'other.ipynb',
      notebookOf([{ id: 'fails', source: FAILS }])
    );
    // What a collaborator's run leaves in the shared model.
    await page.evaluate(
      output => {
        const { content } = window.jupyterapp.shell.currentWidget as any;
        content.model.sharedModel.getCell(0).setOutputs([output]);
      },
      errorOutput('RuntimeError', MATMUL)
    );
    await expect(findingOf(page, 'fails')).toHaveAttribute(
      'data-diagnosis-id',
      'tensor/matmul-shape'
    );
  });

  test('moved, copied, deleted and brought back cells; a renamed notebook', async ({
    page,
    tmpPath
  }) => {
    const cells = [
      { id: 'fails', source: FAILS },
      { id: 'fine', source: '1' }
    ];
    await openNotebook(page, tmpPath, 'cells.ipynb', notebookOf(cells));
    await runCell(page, 'fails');
    await expect(findingOf(page, 'fails')).toBeVisible();

    await execute(page, 'notebook:move-cell-down');
    await expect(findingOf(page, 'fails')).toBeVisible();
    await execute(page, 'notebook:copy-cell');
    await execute(page, 'notebook:paste-cell-below');
    await expect(page.locator('.jp-CodeCell')).toHaveCount(3);
    expect(await shownIds(page)).toEqual(['tensor/matmul-shape']);

    await page.evaluate(() => {
      const { content } = window.jupyterapp.shell.currentWidget as any;
      content.model.sharedModel.transact(() => {
        content.model.sharedModel.deleteCellRange(1, 3);
      });
    });
    await expect(panelOf(page)).toContainText('No cell of this notebook');
    await execute(page, 'notebook:undo-cell-action');
    await expect(findingOf(page, 'fails')).toBeVisible();

    await page.evaluate(async () => {
      const { context } = window.jupyterapp.shell.currentWidget as any;
      await context.rename('renamed.ipynb');
    });
    await expect(findingOf(page, 'fails')).toBeVisible();
    await runCell(page, 'fails');
    await expect(findingOf(page, 'fails')).toBeVisible();
  });
});

test('a cell that passes when run again has no incident left', async ({
  page,
  tmpPath
}) => {
  const source = `fixed = 'fixed' in globals()\nif not fixed:\n    ${FAILS}`;
  await openNotebook(
    page,
    tmpPath,
    'mended.ipynb',
    notebookOf([{ id: 'cell', source }])
  );
  await runCell(page, 'cell');
  await expect(findingOf(page, 'cell')).toBeVisible();
  await page.evaluate(() => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    content.model.sharedModel.getCell(0).setSource('1');
  });
  await runCell(page, 'cell');
  await expect(panelOf(page)).toContainText('No cell of this notebook');
});

test('several notebooks: the panel follows the one in front', async ({
  page,
  tmpPath
}) => {
  const one = notebookOf([{ id: 'one', source: FAILS }]);
  const two = notebookOf([{ id: 'two', source: 'raise ValueError("ours")' }]);
  await openNotebook(page, tmpPath, 'one.ipynb', one);
  await runCell(page, 'one');
  await expect(findingOf(page, 'one')).toBeVisible();
  await openNotebook(page, tmpPath, 'two.ipynb', two);
  await runCell(page, 'two');
  await expect(findingOf(page, 'two')).toContainText('Not recognised');
  expect(await shownIds(page)).toEqual([null]);
  await page.notebook.activate('one.ipynb');
  await expect(findingOf(page, 'one')).toBeVisible();
});

for (const windowingMode of ['full', 'defer', 'contentVisibility', 'none']) {
  test.describe(`windowing mode ${windowingMode}`, () => {
    test.use({
      rare: true,
      mockSettings: {
        ...galata.DEFAULT_SETTINGS,
        '@jupyterlab/notebook-extension:tracker': {
          ...galata.DEFAULT_SETTINGS['@jupyterlab/notebook-extension:tracker'],
          windowingMode
        }
      }
    });

    test('a failure far out of sight, and the way to it', async ({
      page,
      tmpPath
    }) => {
      const cells: ITestCell[] = Array.from({ length: 60 }, (_, at) => ({
        id: `cell-${at}`,
        source: `${at}\n`.repeat(10)
      }));
      cells[50] = { id: 'far', source: `x = 1\n${FAILS}` };
      await openNotebook(page, tmpPath, 'long.ipynb', notebookOf(cells));
      await page.evaluate(async () => {
        const { content } = window.jupyterapp.shell.currentWidget as any;
        content.activeCellIndex = 50;
        await window.jupyterapp.commands.execute('notebook:run-cell');
        content.activeCellIndex = 0;
        await content.scrollToItem(0);
      });
      await expect(findingOf(page, 'far')).toBeVisible();
      await panelOf(page)
        .getByRole('button', { name: /^Go to Cell \[1\], line 2/ })
        .click();
      await expect
        .poll(() =>
          page.evaluate(() => {
            const { content } = window.jupyterapp.shell.currentWidget as any;
            return [
              content.activeCell.model.id,
              content.activeCell.editor?.getCursorPosition().line
            ];
          })
        )
        .toEqual(['far', 1]);
    });
  });
}

test.describe('a sticky error', () => {
  test.use({ rare: true });

  test('later cells with the same sticky error are echoes of the first', async ({
    page,
    tmpPath
  }) => {
    const assertion =
      '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0 && t < n_classes` failed.';
    const sticky =
      "raise RuntimeError('CUDA error: device-side assert triggered')";
    const cells = [
      { id: 'first', source: sticky },
      {
        id: 'second',
        source: `import os\nos.write(2, b'${assertion}\\n')\n${sticky}`
      },
      { id: 'third', source: sticky },
      { id: 'other', source: FAILS }
    ];
    await openNotebook(page, tmpPath, 'echoes.ipynb', notebookOf(cells));
    for (const { id } of cells) {
      await runCell(page, id);
    }
    // The assertion was printed by a later cell: it explains the first.
    await expect
      .poll(() => shownIds(page))
      .toEqual(['tensor/matmul-shape', 'cuda/device-assert-target']);
    await expect(panelOf(page)).toContainText(
      '2 later cells failed the same way'
    );
  });
});

test.describe('malformed and hostile outputs', () => {
  const HOSTILE =
    '<img src=x onerror="window.pwned = true"><script>window.pwned = true</script>';
  const OUTPUTS: [name: string, outputs: unknown[]][] = [
    // JupyterLab's own model refuses an error without this list.
    ['no traceback', [errorOutput('E', 'v', [])]],
    ['numbers for strings', [errorOutput(1 as any, 2 as any, [3, null, {}])]],
    ['a lone surrogate', [errorOutput('RuntimeError', `\ud800 ${MATMUL}`)]],
    [
      'markup',
      [errorOutput(HOSTILE, HOSTILE), streamOutput('stderr', HOSTILE)]
    ],
    [
      'markup in a recognised message',
      [errorOutput('RuntimeError', `${MATMUL}\n${HOSTILE}`)]
    ]
  ];

  test('break nothing and run nothing', async ({ page, tmpPath }) => {
    const ours: string[] = [];
    page.on('pageerror', error => {
      if (/torch-triage/.test(error.stack ?? '')) {
        ours.push(error.message);
      }
    });
    const cells = OUTPUTS.map(([name], at) => ({
      id: `cell-${at}`,
      source: `# ${name}`
    }));
    await openNotebook(page, tmpPath, 'hostile.ipynb', notebookOf(cells));
    // Through the model, as a broken client would: JupyterLab refuses a file
    // like this, and its own renderers may complain of the outputs.
    await page.evaluate(
      all => {
        const { content } = window.jupyterapp.shell.currentWidget as any;
        all.forEach((outputs, at) => {
          try {
            content.model.sharedModel.getCell(at).setOutputs(outputs);
          } catch (error) {
            console.warn(error);
          }
        });
      },
      OUTPUTS.map(([, outputs]) => outputs) as any[]
    );
    await execute(page, 'torch-triage:open');
    await expect(
      panelOf(page).locator('.jp-TorchTriage-cards > li')
    ).toHaveCount(OUTPUTS.length);
    await panelOf(page).evaluate(node =>
      node.querySelectorAll('details').forEach(details => {
        details.open = true;
      })
    );
    await expect(panelOf(page).locator('img, script')).toHaveCount(0);
    expect(await page.evaluate(() => (window as any).pwned)).toBeUndefined();
    expect(ours).toEqual([]);
    expect((await shownIds(page)).filter(id => id !== null)).toEqual([
      'tensor/matmul-shape',
      'tensor/matmul-shape'
    ]);
  });

  test.describe('in a cell that is out of sight', () => {
    test.use({
      rare: true,
      mockSettings: {
        ...galata.DEFAULT_SETTINGS,
        '@jupyterlab/notebook-extension:tracker': {
          ...galata.DEFAULT_SETTINGS['@jupyterlab/notebook-extension:tracker'],
          windowingMode: 'full'
        }
      }
    });

    test('5 MB of stderr beside the error', async ({ page, tmpPath }) => {
      // Not rendered, and not the 50 MB that the engine's tests take:
      // JupyterLab's own output model needs a minute for those.
      const cells: ITestCell[] = Array.from({ length: 40 }, (_, at) => ({
        id: `cell-${at}`,
        source: `${at}\n`.repeat(10)
      }));
      cells.push({ id: 'fails', source: FAILS });
      await openNotebook(page, tmpPath, 'big.ipynb', notebookOf(cells));
      const length = await page.evaluate(message => {
        const { content } = window.jupyterapp.shell.currentWidget as any;
        const { outputs } = content.model.cells.get(40);
        const text = 'epoch 1: loss 0.1 \u001b[31mwarning\u001b[0m\n'.repeat(
          160_000
        );
        outputs.add({ output_type: 'stream', name: 'stderr', text });
        outputs.add({
          output_type: 'error',
          ename: 'RuntimeError',
          evalue: message,
          traceback: []
        });
        return text.length;
      }, MATMUL);
      expect(length).toBeGreaterThan(5_000_000);
      await expect(findingOf(page, 'fails')).toHaveAttribute(
        'data-diagnosis-id',
        'tensor/matmul-shape',
        { timeout: 60000 }
      );
    });
  });
});

for (const [openOn, opensFor] of [
  ['recognised', [true, false]],
  ['every', [true, true]],
  ['never', [false, false]]
] as const) {
  test.describe(`setting openOn = ${openOn}`, () => {
    test.use({
      rare: true,
      mockSettings: { ...galata.DEFAULT_SETTINGS, [SETTINGS_ID]: { openOn } }
    });

    test('opens by itself only when it should, without the focus', async ({
      page,
      tmpPath
    }) => {
      const cells = [
        { id: 'recognised', source: FAILS },
        { id: 'unknown', source: 'raise ValueError("ours")' }
      ];
      await openNotebook(page, tmpPath, 'opens.ipynb', notebookOf(cells));
      for (const [at, { id }] of cells.entries()) {
        await page.evaluate(() =>
          (window.jupyterapp.shell as any).collapseRight()
        );
        await runCell(page, id);
        await kernelIdle(page);
        if (opensFor[at]) {
          await expect(panelOf(page)).toBeVisible();
          await expect(findingOf(page, id)).toBeVisible();
        } else {
          // The failure has been seen, the panel stays closed.
          await expect
            .poll(() =>
              page.evaluate(
                () => document.querySelectorAll('.jp-OutputArea-output').length
              )
            )
            .toBeGreaterThan(at);
          await expect(panelOf(page)).not.toBeVisible();
        }
        expect(
          await page.evaluate(
            () => document.activeElement?.closest('.jp-Notebook') !== null
          )
        ).toBe(true);
      }
    });
  });
}
