import type { IJupyterLabPageFixture } from '@jupyterlab/galata';
import type { Route, WebSocketRoute } from '@playwright/test';

import { lineOf, openArmed, runAll, seenDeath, show } from './death-page';
import { expect, test } from './support';

test.use({ rare: true });

const CHANNELS = /\/api\/kernels\/[^/]+\/channels/;
const MODEL = /\/api\/kernels\/[\w-]+(\?|$)/;

/** Whether a message of the kernel's protocol, in JSON or binary, holds it. */
function holds(message: string | Buffer, text: string): boolean {
  return Buffer.from(message).includes(`"${text}"`);
}

/**
 * On each connection to a restarted kernel, lose what it says until it is
 * asked a second time, and one word at least: as with a server that has not
 * subscribed to the new process when the page asks first.
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
      if (!isLossy || (asked > 1 && this.lost > 0)) {
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

/**
 * Lose the one word of a restarted kernel's process that it starts, for the
 * page and for the server, which takes it for as busy as the last one was.
 * All else arrives.
 */
class DeafServer {
  readonly route = (page: WebSocketRoute): void => {
    const server = page.connectToServer();
    page.onMessage(message => {
      this._isAsked ||= this._hasRestarted && holds(message, 'execute_request');
      server.send(message);
    });
    server.onMessage(message => {
      this._hasRestarted ||= holds(message, 'restarting');
      // At times the server has lost it already.
      if (!this._hasRestarted || !holds(message, 'starting')) {
        page.send(message);
      }
    });
  };

  /** Our own question before a question to the kernel (`rest.ts`). */
  readonly model = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET') {
      return route.fallback();
    }
    const response = await route.fetch();
    const model = await response.json();
    if (this._hasRestarted && !this._isAsked) {
      model.execution_state = 'busy';
    }
    await route.fulfill({ response, json: model });
  };

  private _hasRestarted = false;
  private _isAsked = false;
}

/**
 * Nothing of a restarted kernel reaches the page over the connection that it
 * opens at once: another one, closed by then, took all. The next one works.
 */
class MuteServer {
  readonly route = (page: WebSocketRoute): void => {
    this._connections += 1;
    const isMute = this._connections === this._mute;
    const server = page.connectToServer();
    page.onMessage(message => server.send(message));
    server.onMessage(message => {
      if (this._mute === 0 && holds(message, 'restarting')) {
        this._mute = this._connections + 1;
      }
      if (isMute) {
        this.lost += 1;
      } else {
        page.send(message);
      }
    });
  };

  /** Messages that the page did not get. */
  lost = 0;

  private _connections = 0;
  /** Which connection, counted from 1; 0 before the restart. */
  private _mute = 0;
}

/**
 * Nothing that the page asks over the first connection after a restart reaches
 * the kernel, which it hears: as with a server that connected the page to the
 * ports that the process has just left (a gateway, after an early death).
 */
class LeftServer {
  readonly route = (page: WebSocketRoute): void => {
    this._connections += 1;
    const isLeft = this._connections === this._left;
    const server = page.connectToServer();
    page.onMessage(message => {
      if (isLeft) {
        this.lost += 1;
      } else {
        server.send(message);
      }
    });
    server.onMessage(message => {
      if (this._left === 0 && holds(message, 'restarting')) {
        this._left = this._connections + 1;
      }
      page.send(message);
    });
  };

  /** Messages that the kernel did not get. */
  lost = 0;

  private _connections = 0;
  /** Which connection, counted from 1; 0 before the restart. */
  private _left = 0;
}

/** Let a kernel die at line 3, which stands in the black box alone. */
async function dies(page: IJupyterLabPageFixture, file: string): Promise<void> {
  await page.reload();
  await openArmed(page, file, [
    {
      id: 'dies',
      source: 'import os, signal\nx = 1\nos.kill(os.getpid(), signal.SIGSEGV)'
    }
  ]);
  await runAll(page, file);
  await show(page, file);
}

async function diesAtLine3(
  page: IJupyterLabPageFixture,
  file: string
): Promise<void> {
  await dies(page, file);
  const seen = await seenDeath(page);
  expect(lineOf(seen.label)).toBe(3);
}

test('a restarted kernel whose first answer is lost is asked again', async ({
  page,
  tmpPath
}) => {
  const server = new LosingServer();
  await page.routeWebSocket(CHANNELS, server.route);
  await diesAtLine3(page, `${tmpPath}/lost-status.ipynb`);
  expect(server.lost).toBeGreaterThan(0);
});

test('a restarted kernel whose start nobody heard is asked', async ({
  page,
  tmpPath
}) => {
  const server = new DeafServer();
  await page.routeWebSocket(CHANNELS, server.route);
  await page.route(MODEL, server.model);
  await diesAtLine3(page, `${tmpPath}/lost-start.ipynb`);
});

test('a page that hears nothing of a restarted kernel connects anew', async ({
  page,
  tmpPath
}) => {
  const server = new MuteServer();
  await page.routeWebSocket(CHANNELS, server.route);
  await diesAtLine3(page, `${tmpPath}/mute.ipynb`);
  expect(server.lost).toBeGreaterThan(0);
});

test('a page that the restarted kernel does not hear connects anew', async ({
  page,
  tmpPath
}) => {
  test.slow();
  const server = new LeftServer();
  await page.routeWebSocket(CHANNELS, server.route);
  // On a busy machine the card is there before the box is read.
  const line = async () => lineOf((await seenDeath(page)).label);
  await dies(page, `${tmpPath}/left.ipynb`);
  await expect.poll(line, { timeout: 60_000 }).toBe(3);
  expect(server.lost).toBeGreaterThan(0);
});
