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

/** A JupyterLab that a test may kill: the others are shared. */
export class OwnServer {
  /** Start it; resolves once it answers. */
  async start(): Promise<void> {
    this._process = spawn(programOf('.venv'), [CONFIG], {
      cwd: FOLDER,
      stdio: 'ignore',
      env: { ...process.env, ...environmentOf(PORT) }
    });
    const answers = () =>
      fetch(`${OWN_URL}/api`).then(
        ({ ok }) => ok,
        () => false
      );
    await test.expect.poll(answers, { timeout: 60_000 }).toBe(true);
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
