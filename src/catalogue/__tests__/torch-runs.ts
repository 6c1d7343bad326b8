import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '../../..');

const PYTHON = path.join(
  ROOT,
  process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python'
);

/** What `scripts/raise_errors.py` reports of a snippet. */
export interface IRun {
  readonly id: string;
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: string;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Run Python snippets under the real torch, each in a process of its own.
 *
 * @returns what became of each, by its id
 * @throws Error when Python itself failed
 */
export function runsOf(
  snippets: readonly { readonly id: string; readonly code?: string }[]
): Map<string, IRun> {
  const { stdout, stderr, status } = spawnSync(
    PYTHON,
    [path.join(ROOT, 'scripts/raise_errors.py')],
    {
      input: JSON.stringify(snippets),
      encoding: 'utf8',
      maxBuffer: 1 << 28
    }
  );
  if (status !== 0) {
    throw new Error(`The snippets could not be run: ${stderr.slice(-2000)}`);
  }
  return new Map((JSON.parse(stdout) as IRun[]).map(run => [run.id, run]));
}
