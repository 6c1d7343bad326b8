import type { WebSocketRoute } from '@playwright/test';

import { lineOf, openArmed, runAll, seenDeath, show } from './death-page';
import { expect, test } from './support';

/** Whether a message of the kernel's protocol, in JSON or binary, holds it. */
function holds(message: string | Buffer, text: string): boolean {
  return Buffer.from(message).includes(`"${text}"`);
}

/**
 * On each connection to a restarted kernel, lose what it says until it is
 * asked a second time: as with a server that has not subscribed to the new
 * process when the page asks first.
 */
class LosingServer {
  readonly route = (page: WebSocketRoute): void => {
    const isLossy = this._hasRestarted;
    let asked = 0;
    const server = page.connectToServer();
    page.onMessage(message => {
      asked += holds(message, 'kernel_info_request') ? 1 : 0;
      server.send(message);
    });
    server.onMessage(message => {
      this._hasRestarted ||= holds(message, 'restarting');
      if (!isLossy || asked > 1) {
        page.send(message);
      } else {
        this.lost += 1;
      }
    });
  };

  /** Messages that the page did not get. */
  lost = 0;

  private _hasRestarted = false;
}

test('a restarted kernel whose first answer is lost is asked again', async ({
  page,
  tmpPath
}) => {
  const server = new LosingServer();
  await page.routeWebSocket(/\/api\/kernels\/[^/]+\/channels/, server.route);
  await page.reload();
  const file = `${tmpPath}/lost-status.ipynb`;
  await openArmed(page, file, [
    {
      id: 'dies',
      source: 'import os, signal\nx = 1\nos.kill(os.getpid(), signal.SIGSEGV)'
    }
  ]);
  await runAll(page, file);
  await show(page, file);
  const seen = await seenDeath(page);
  // The line stands in the black box alone, which an idle kernel reads.
  expect(lineOf(seen.label)).toBe(3);
  expect(server.lost).toBeGreaterThan(0);
});
