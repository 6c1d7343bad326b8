/** The re-run without a mouse, in a narrow panel and in both themes. */
import { expect } from '@jupyterlab/galata';
import type { Locator, Page } from '@playwright/test';

import { test } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

/** Go on by Tab to what a user would look for, past whatever stands before. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate(one => one === document.activeElement)) {
      break;
    }
  }
  await expect(wanted).toBeFocused();
}

test('by keyboard alone, in 250 px and in the dark', async ({ nb }) => {
  const { page } = nb;
  await nb.open([SETUP, 'x = 1', sticky()]);
  await nb.fail();
  const button = nb.panel
    .getByRole('button', { name: 'Re-run with CUDA_LAUNCH_BLOCKING=1' })
    .first();
  await button.focus();
  await page.keyboard.press('Enter');
  await nb.phase('planned');
  await expect(nb.rerun.getByRole('heading').first()).toBeFocused();
  // Said once to those who do not see it.
  await expect(nb.panel.locator('.jp-TorchTriage-status')).toHaveText(
    'The plan is ready: 2 cells.'
  );
  await tabTo(page, nb.steps.nth(0).getByRole('checkbox'));

  for (const theme of ['JupyterLab Dark', 'JupyterLab Light']) {
    await page.theme.setTheme(theme);
    const overflow = await nb.panel.evaluate(panel => {
      panel.style.width = '250px';
      return panel.scrollWidth - panel.clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }

  // Escape leaves it; the focus goes back to the failure.
  await page.keyboard.press('Escape');
  await nb.phase('cancelled');
  const heading = nb.rerun.getByRole('heading').first();
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(nb.rerun.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    nb.panel.locator('.jp-TorchTriage-card > summary').first()
  ).toBeFocused();
  await button.press('Enter');
  await nb.phase('planned');

  const restart = nb.rerun.getByRole('button', { name: 'Restart and re-run' });
  await tabTo(page, restart);
  await page.keyboard.press('Enter');
  await nb.verdict('same');
  // The button is gone: its focus is not lost on the page's body.
  expect(
    await nb.rerun.evaluate(one => one.contains(document.activeElement))
  ).toBe(true);
});
