import { expect, test } from '@jupyterlab/galata';

test('the extension is installed and active', async ({ page }) => {
  const active = await page.evaluate(() => {
    const { jupyterapp } = window;
    return jupyterapp
      .listPlugins()
      .filter(id => id.startsWith('jupyterlab-torch-triage:'))
      .filter(id => jupyterapp.isPluginActivated(id));
  });

  expect(active).not.toHaveLength(0);
});
