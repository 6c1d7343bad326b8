import {
  execute,
  expect,
  findingOf,
  MATMUL,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  test
} from './support';

const NOTEBOOK = notebookOf([
  { id: 'fails', source: `x = 1\nraise RuntimeError('${MATMUL}')` },
  { id: 'unknown', source: 'def f():\n    raise ValueError("ours")\nf()' }
]);

test('keyboard alone: read, copy, go to the line', async ({
  page,
  tmpPath,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNotebook(page, tmpPath, 'keys.ipynb', NOTEBOOK);
  await runCell(page, 'fails');
  await expect(findingOf(page, 'fails')).toBeVisible();
  await execute(page, 'torch-triage:open');
  const panel = panelOf(page);
  await expect(panel.locator('.jp-TorchTriage-card > summary')).toBeFocused();

  const reached = new Set<string>();
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.closest('#torch-triage-panel')
        ? (element.textContent ?? '')
        : null;
    });
    if (name === null) {
      break;
    }
    reached.add(name);
  }
  expect([...reached]).toEqual(
    expect.arrayContaining(['Go to Cell [1], line 2', 'Copy', 'Links'])
  );

  await panel.getByRole('button', { name: 'Copy' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '.shape'
  );

  await panel.getByRole('button', { name: /^Go to Cell/ }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { content } = window.jupyterapp.shell.currentWidget as any;
        return [
          content.activeCell.model.id,
          content.activeCell.editor?.getCursorPosition().line,
          document.activeElement?.closest('.jp-Cell') !== null
        ];
      })
    )
    .toEqual(['fails', 1, true]);
});

test('a new failure comes into sight, and the keyboard stays in its cell', async ({
  page,
  tmpPath
}) => {
  const cells = ['first', 'second', 'third', 'last'].map(id => ({
    id,
    source: `raise RuntimeError('${MATMUL}')  # ${id}`
  }));
  await page.setViewportSize({ width: 1280, height: 500 });
  await openNotebook(page, tmpPath, 'sight.ipynb', notebookOf(cells));
  await execute(page, 'torch-triage:open');
  const panel = panelOf(page);
  const titles = panel.locator('.jp-TorchTriage-card > summary');
  for (const { id } of cells.slice(0, 3)) {
    await runCell(page, id);
    await expect(findingOf(page, id)).toBeVisible();
  }
  // The oldest is read, at the end of the list.
  await titles.last().press('Enter');
  await expect(findingOf(page, 'first')).toBeVisible();
  await panel.evaluate(node => node.scrollTo(0, node.scrollHeight));
  await expect(titles.first()).not.toBeInViewport();
  await page.locator('.jp-Cell').nth(3).locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await expect(titles).toHaveCount(4);
  await expect(titles.first()).toContainText('Cell [4]');
  await expect(titles.first()).toBeInViewport({ ratio: 1 });
  expect(
    await page.evaluate(() =>
      Boolean(document.activeElement?.closest('.jp-Notebook'))
    )
  ).toBe(true);
});

test('screen reader: names, roles and one polite live region', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'names.ipynb', NOTEBOOK);
  await runCell(page, 'fails');
  const panel = panelOf(page);
  await expect(
    page.getByRole('region', { name: 'Torch Triage' })
  ).toBeVisible();
  await expect(
    panel.getByRole('list', { name: /Failures of this notebook/ })
  ).toBeVisible();
  await expect(panel.locator('[aria-live]')).toHaveCount(1);
  await expect(panel.getByRole('status')).toHaveText(
    'Cell [1] failed: The input is 784 wide, the layer takes 512'
  );
  const unnamed = await panel
    .locator('button, a, textarea, summary')
    .evaluateAll(
      elements =>
        elements.filter(
          element =>
            !element.textContent?.trim() && !element.getAttribute('aria-label')
        ).length
    );
  expect(unnamed).toBe(0);
});

test('an error that is not recognised says so and shows the user’s line', async ({
  page,
  tmpPath
}) => {
  await openNotebook(page, tmpPath, 'unknown.ipynb', NOTEBOOK);
  await runCell(page, 'unknown');
  await execute(page, 'torch-triage:open');
  const finding = findingOf(page, 'unknown');
  await expect(finding).toContainText('Not recognised');
  await expect(finding).toContainText('line 2, in f');
  // Once, with a way to it.
  await expect(finding.getByText('raise ValueError("ours")')).toHaveCount(1);
  await finding.getByRole('button', { name: 'Look up' }).click();
  await expect(
    panelOf(page).getByRole('textbox', { name: 'Look up an error' })
  ).toHaveValue('ValueError: ours');
});

/** WCAG contrast of an element's text against what it stands on. */
function contrastOf(element: Element): number {
  const parse = (color: string) =>
    (color.match(/[\d.]+/g) ?? []).map(Number).slice(0, 4);
  const luminance = ([r, g, b]: number[]) =>
    [r, g, b]
      .map(value => value / 255)
      .map(value =>
        value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      )
      .reduce(
        (sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at],
        0
      );
  let behind: Element | null = element;
  let background = [255, 255, 255];
  for (; behind; behind = behind.parentElement) {
    const color = parse(getComputedStyle(behind).backgroundColor);
    if (color.length === 3 || color[3] > 0) {
      background = color;
      break;
    }
  }
  const [bright, dark] = [
    luminance(parse(getComputedStyle(element).color)),
    luminance(background)
  ].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

for (const theme of ['JupyterLab Light', 'JupyterLab Dark']) {
  test(`${theme}: readable at 250 px width`, async ({ page, tmpPath }) => {
    await page.theme.setTheme(theme);
    await openNotebook(page, tmpPath, 'narrow.ipynb', NOTEBOOK);
    await runCell(page, 'fails');
    const panel = panelOf(page);
    await expect(findingOf(page, 'fails')).toBeVisible();
    await panel.evaluate(node => {
      (node as HTMLElement).style.width = '250px';
    });
    const tooWide = await panel.evaluate(node =>
      [...node.querySelectorAll('*')]
        .filter(child => !child.closest('.jp-TorchTriage-status'))
        .filter(
          child =>
            child.getBoundingClientRect().right >
            node.getBoundingClientRect().left + 251
        )
        .map(child => child.className)
    );
    expect(tooWide).toEqual([]);
    const texts = panel.locator('h3, p, pre, button, summary span, a');
    const faint = await texts.evaluateAll((elements, source) => {
      const contrast = new Function(`return (${source})`)();
      return elements
        .filter(element => element.getClientRects().length > 0)
        .filter(element => contrast(element) < 3)
        .map(element => `${element.className}: ${element.textContent}`);
    }, contrastOf.toString());
    expect(faint).toEqual([]);
  });
}
