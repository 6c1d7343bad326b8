/** Every way a re-run can be stopped or disturbed, and the state it leaves. */
import { expect } from '@jupyterlab/galata';

import { test, type RerunNotebook } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

test.use({ rare: true });

/** A cell that takes long only when it is run again. */
const SLOW = 'if blocking: time.sleep(100)';

async function toSlowCell(nb: RerunNotebook, way: string): Promise<void> {
  await nb.open([SETUP, SLOW, sticky()]);
  await nb.fail();
  await nb.plan();
  await nb.press(way);
  await expect(nb.rerun).toContainText('Running cell 2 of 3');
}

test('a second press changes nothing; cancel interrupts and marks', async ({
  nb
}) => {
  await toSlowCell(nb, 'Restart and re-run');
  await expect(nb.indicator).toBeVisible();
  const card = nb.panel
    .locator('.jp-TorchTriage-card')
    .getByRole('button', { name: 'Re-run with CUDA_LAUNCH_BLOCKING=1' });
  await card.first().click();
  await expect(nb.rerun).toContainText('Running cell 2 of 3');
  await nb.press('Cancel');
  await nb.phase('cancelled');
  await nb.idle();
  await expect(nb.rerun).toContainText('Cancelled at cell 2 of 3');
  expect(await nb.isBlocking()).toBe("'1'");
  await expect(nb.indicator).toBeVisible();
  // One press back to normal, here in the panel.
  await nb.press('Restart normally');
  await nb.page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
  await expect(nb.indicator).toBeHidden();
  await nb.idle();
  expect(await nb.isBlocking()).toBe('None');
});

test('cancelled or reloaded beside: the second kernel does not stay', async ({
  nb
}) => {
  await toSlowCell(nb, 'Re-run beside');
  const pid = await nb.pid();
  expect(await nb.ownKernels()).toHaveLength(1);
  await nb.press('Cancel');
  await nb.phase('cancelled');
  await nb.noOwnKernels();
  expect(await nb.pid()).toBe(pid);
  await nb.press('Close');

  await nb.plan();
  await nb.press('Re-run beside');
  await expect(nb.rerun).toContainText('Running cell 2 of 3');
  expect(await nb.ownKernels()).toHaveLength(1);
  await nb.reload();
  await nb.noOwnKernels();
});

test('reloaded beside on a page without locks, as over plain http', async ({
  nb
}) => {
  await nb.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  );
  await nb.reload();
  await toSlowCell(nb, 'Re-run beside');
  expect(await nb.ownKernels()).toHaveLength(1);
  await nb.reload();
  await nb.ownKernelsEnded();
});

test('reloaded in the notebook: the kernel stays marked', async ({ nb }) => {
  await nb.open([SETUP, SLOW.replace('100', '8'), sticky()]);
  await nb.fail();
  await nb.plan();
  await nb.press('Restart and re-run');
  await expect(nb.rerun).toContainText('Running cell 2 of 3');
  await nb.reload();
  await nb.show();
  // The kernel answers once its slow cell has ended.
  await expect(nb.indicator).toBeVisible({ timeout: 60000 });
  expect(await nb.isBlocking()).toBe("'1'");
});

test('closed in the notebook: the kernel stays marked', async ({ nb }) => {
  await toSlowCell(nb, 'Restart and re-run');
  await nb.page.evaluate(async () => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    await panel.context.save();
    panel.dispose();
  });
  await nb.show();
  await expect(nb.indicator).toBeVisible();
});

test('the notebook closed on the way: no second kernel stays', async ({
  nb
}) => {
  await toSlowCell(nb, 'Re-run beside');
  expect(await nb.ownKernels()).toHaveLength(1);
  await nb.page.evaluate(async () => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    await panel.context.save();
    panel.dispose();
  });
  await nb.noOwnKernels();
});

for (const [way, button] of [
  ['in the notebook', 'Restart and re-run'],
  ['beside', 'Re-run beside']
]) {
  test(`the kernel dies on the way, ${way}`, async ({ nb }) => {
    const crash = 'if blocking: os.kill(os.getpid(), signal.SIGKILL)';
    await nb.open([SETUP, crash, sticky()]);
    await nb.fail();
    await nb.plan();
    // It is dangerous and nothing needs it, so it is left out at first.
    await nb.steps.nth(1).getByRole('checkbox').check();
    await nb.press(button);
    await nb.phase('stopped');
    await expect(nb.rerun).toHaveAttribute('data-trouble', 'died');
    await expect(nb.rerun).toContainText('died at cell 2');
    await nb.noOwnKernels();
    const ok = nb.page.getByRole('button', { name: 'Ok', exact: true });
    if (way === 'in the notebook') {
      await ok.click();
    }
    await nb.idle();
    expect(await nb.isBlocking()).toBe('None');
    await expect(nb.indicator).toBeHidden();
  });
}

test('a cell that waits for input, beside and in the notebook', async ({
  nb
}) => {
  const asks = 'answer = input("how many? ") if blocking else "1"';
  await nb.open([SETUP, asks, sticky('answer')]);
  await nb.fail();
  await nb.plan();
  await expect(nb.steps.nth(1)).toHaveAttribute('data-dangers', 'input');
  await nb.press('Re-run beside');
  const field = nb.rerun.getByLabel('how many?');
  await field.fill('7');
  await field.press('Enter');
  await nb.verdict('same');
  await nb.press('Close');

  await nb.plan();
  await nb.press('Restart and re-run');
  await expect(nb.rerun).toContainText('answer it in the notebook');
  const stdin = nb.page.locator('.jp-Stdin-input');
  await stdin.fill('8');
  await stdin.press('Enter');
  await nb.verdict('same');
  expect(await nb.evaluate('answer')).toBe("'8'");
});

test('restarted by somebody on the way', async ({ nb }) => {
  await toSlowCell(nb, 'Restart and re-run');
  await nb.page.evaluate(async () => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    await panel.sessionContext.restartKernel();
  });
  await nb.phase('stopped');
  await expect(nb.rerun).toHaveAttribute('data-trouble', 'restarted');
  await nb.idle();
  await expect(nb.indicator).toBeHidden();
  expect(await nb.isBlocking()).toBe('None');
});

test('a restart after which nothing is heard: the process is asked again', async ({
  nb
}) => {
  // Over the first connection after it, as behind a gateway.
  let [connections, mute, lost] = [0, 0, 0];
  nb.page.on('request', request => {
    if (/\/api\/kernels\/[^/]+\/restart/.test(request.url())) {
      mute = connections + 1;
    }
  });
  await nb.page.routeWebSocket(/\/api\/kernels\/[^/]+\/channels/, page => {
    connections += 1;
    const isMute = connections === mute;
    const server = page.connectToServer();
    page.onMessage(message => server.send(message));
    server.onMessage(message => {
      if (isMute) {
        lost += 1;
      } else {
        page.send(message);
      }
    });
  });
  await nb.reload();
  await nb.open([SETUP, sticky()]);
  await nb.fail();
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  expect(lost).toBeGreaterThan(0);
});

test('a kernel that does not restart: said, nothing run, nothing set', async ({
  nb
}) => {
  await nb.open([SETUP, 'ran = [1]', sticky()]);
  await nb.fail();
  const pid = await nb.pid();
  await nb.page.route(/\/api\/kernels\/[^/]+\/restart/, route =>
    route.fulfill({ status: 500, body: '{"message": "no"}' })
  );
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.phase('stopped');
  await expect(nb.rerun).toHaveAttribute('data-trouble', 'same-process');
  expect(await nb.pid()).toBe(pid);
  expect(await nb.isBlocking()).toBe('None');
  expect(await nb.evaluate('len(In)')).toBe('4');
  await expect(nb.indicator).toBeHidden();
});

test('a cell deleted since the plan, and a busy kernel', async ({ nb }) => {
  await nb.open([SETUP, 'x = 1', sticky(), 'time.sleep(100)']);
  for (const at of [0, 1, 2]) {
    await nb.runCell(at);
  }
  await nb.plan();
  await nb.page.evaluate(() => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    panel.content.model.sharedModel.deleteCell(1);
  });
  await nb.press('Restart and re-run');
  await nb.phase('stopped');
  await expect(nb.rerun).toHaveAttribute('data-trouble', 'cell-gone');
  await nb.press('Close');

  await nb.page.evaluate(() => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    panel.content.activeCellIndex = 2;
    void window.jupyterapp.commands.execute('notebook:run-cell');
  });
  await nb.page.waitForFunction(() => {
    const panel: any = window.jupyterapp.shell.currentWidget;
    return panel.sessionContext.session.kernel.status === 'busy';
  });
  await nb.page.evaluate(
    () =>
      void window.jupyterapp.commands.execute('torch-triage:rerun-blocking', {
        cellId: 'cell-2'
      })
  );
  await nb.phase('stopped');
  await expect(nb.rerun).toHaveAttribute('data-trouble', 'busy');
});
