import * as fs from 'fs';
import * as path from 'path';

import {
  execute,
  expect,
  findingOf,
  openExample,
  panelOf,
  runCell,
  test
} from './support';

const IMAGES = path.resolve(__dirname, '..', '..', 'docs', 'images');

/** `npm run screenshot` sets it: the pictures of the README are made anew. */
const REFRESH = process.env.TORCH_TRIAGE_SCREENSHOT === '1';

test.use({ viewport: { width: 1280, height: 800 } });

for (const [theme, file] of [
  ['JupyterLab Light', 'panel-light.png'],
  ['JupyterLab Dark', 'panel-dark.png']
]) {
  test(`the README’s picture, ${theme}`, async ({
    page,
    tmpPath
  }, testInfo) => {
    await page.theme.setTheme(theme);
    await openExample(page, tmpPath, 'late-error.ipynb');
    await execute(page, 'application:toggle-left-area');
    for (const cell of ['imports', 'data', 'train']) {
      await runCell(page, cell);
    }
    await expect(findingOf(page, 'train')).toHaveAttribute(
      'data-diagnosis-id',
      'cuda/device-assert-target'
    );
    await page.evaluate(() => {
      // A panel as wide as people drag it.
      const { _hsplitPanel: split } = window.jupyterapp.shell as any;
      split.setRelativeSizes([0, 2, 1]);
    });
    const picture = testInfo.outputPath(file);
    await page.screenshot({ path: picture });
    await expect(panelOf(page)).toBeVisible();
    expect(fs.existsSync(path.join(IMAGES, file)) || REFRESH).toBe(true);
    if (REFRESH) {
      fs.mkdirSync(IMAGES, { recursive: true });
      fs.copyFileSync(picture, path.join(IMAGES, file));
    }
  });
}
