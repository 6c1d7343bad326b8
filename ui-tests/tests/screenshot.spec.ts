/** Makes the README's pictures: `npm run screenshot`, not `npm test`. */
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

test.use({ viewport: { width: 1280, height: 800 } });

for (const [theme, file] of [
  ['JupyterLab Light', 'panel-light.png'],
  ['JupyterLab Dark', 'panel-dark.png']
]) {
  test(`the README’s picture, ${theme}`, async ({ page, tmpPath }) => {
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
    await expect(panelOf(page)).toBeVisible();
    await page.screenshot({ path: path.join(IMAGES, file) });
  });
}
