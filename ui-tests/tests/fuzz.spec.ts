/**
 * Notebooks made at random to do harm: `npm run fuzz:notebooks` opens a hundred
 * of them, CI a few. `RUNS` and `SEED` repeat a run.
 */
import { dismissDialogs } from './death-page';
import { hostileNotebooks, LAST } from './hostile-notebooks';
import { longestTask } from './longest-task';
import { execute, expect, panelOf, test } from './support';

const RUNS = Number(process.env.RUNS ?? 3);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** What is wanted, and what a busy machine and the profiler may add, in ms. */
const GOAL_MS = 50;
const LIMIT_MS = 250;

test(`${RUNS} hostile notebooks neither hold the page nor break it`, async ({
  page,
  tmpPath
}) => {
  console.log(`SEED=${SEED}`);
  test.setTimeout(60_000 + RUNS * 60_000);
  const errors: string[] = [];
  page.on('pageerror', error => {
    if (/torch-triage/.test(error.stack ?? '')) {
      errors.push(error.stack ?? error.message);
    }
  });
  await execute(page, 'torch-triage:open');
  let worst = 0;
  for (const [at, content] of hostileNotebooks(RUNS, SEED).entries()) {
    const file = `${tmpPath}/hostile-${at}.ipynb`;
    await page.contents.uploadContent(content, 'text', file);
    const { ms, functions } = await longestTask(page, async () => {
      await execute(page, 'docmanager:open', {
        path: file,
        kernel: { shouldStart: false }
      });
      await dismissDialogs(page);
      await expect(panelOf(page).locator('pre', { hasText: LAST })).toHaveCount(
        1
      );
      await expect(panelOf(page).getByText(/^Reading/)).toHaveCount(0, {
        timeout: 60_000
      });
    });
    const cards = await panelOf(page).locator('.jp-TorchTriage-card').count();
    console.log(
      `notebook ${at}: ${(content.length / 1000).toFixed(0)} kB, ${cards} cards, longest task of ours ${ms.toFixed(0)} ms`
    );
    worst = Math.max(worst, ms);
    expect(ms, `notebook ${at}: ${functions.join(', ')}`).toBeLessThan(
      LIMIT_MS
    );
    await expect(panelOf(page).locator('img, script')).toHaveCount(0);
    await page.evaluate(() => window.jupyterapp.shell.currentWidget?.dispose());
  }
  expect(await page.evaluate(() => (window as any).pwned)).toBeUndefined();
  expect(errors).toEqual([]);
  console.log(
    `longest task of ours in ${RUNS} hostile notebooks: ${worst.toFixed(0)} ms (goal ${GOAL_MS}, seed ${SEED})`
  );
});
