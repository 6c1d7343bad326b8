import { spawn, type ChildProcess } from 'child_process';

import { test } from '@jupyterlab/galata';

import {
  CONFIG,
  FIRST_PORT,
  FOLDER,
  environmentOf,
  programOf
} from '../lab-server';

/** Beside those of playwright.config.js. */
const PORT = FIRST_PORT + 3;

/** Where the server of `OwnServer` listens. */
export const OWN_URL = `http://127.0.0.1:${PORT}`;

/** A request to a server that is starting, or ending, may never be answered. */
const PATIENCE = 2_000;

/** So much of what the server said is told where it does not start. */
const TOLD = 4_000;

/** A JupyterLab that a test may kill: the others are shared. */
export class OwnServer {
  /** Start it; resolves once it answers. */
  async start(): Promise<void> {
    const server = spawn(programOf('.venv'), [CONFIG], {
      cwd: FOLDER,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environmentOf(PORT) }
    });
    this._process = server;
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', data => (said = `${said}${data}`.slice(-TOLD)));
    }
    const answers = () =>
      fetch(`${OWN_URL}/api`, { signal: AbortSignal.timeout(PATIENCE) }).then(
        ({ ok }) => (ok ? 'it answers' : said),
        () => said
      );
    await test.expect.poll(answers, { timeout: 60_000 }).toBe('it answers');
  }

  /** End it; resolves once it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const server = this._process;
    if (server && server.exitCode === null && server.signalCode === null) {
      const gone = new Promise(resolve => server.once('exit', resolve));
      server.kill(signal);
      await gone;
    }
  }

  private _process: ChildProcess | undefined;
}
