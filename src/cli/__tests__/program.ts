import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..', '..', '..');

/** How a process ended, and what it printed. */
export interface IEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The bundle that people run, built from the source as it is now. */
export class Program {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'torch-triage-cli-'));
  readonly path = path.join(this.folder, 'torch-triage.cjs');

  build(): void {
    const built = spawnSync(
      process.execPath,
      [path.join(ROOT, 'scripts', 'build-cli.mjs'), this.path],
      { encoding: 'utf8' }
    );
    expect(built.stderr).toBe('');
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true });
  }

  run(args: readonly string[], input = ''): IEnd {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [this.path, ...args],
      { encoding: 'utf8', input, cwd: this.folder }
    );
    return { status, stdout, stderr };
  }

  /** Run a line of `sh`, in which `torch_triage` is the program. */
  shell(line: string): IEnd {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', `torch_triage() { "$NODE" "$PROGRAM" "$@"; }\n${line}`],
      {
        encoding: 'utf8',
        cwd: this.folder,
        env: { ...process.env, NODE: process.execPath, PROGRAM: this.path }
      }
    );
    return { status, stdout, stderr };
  }

  /** Write a file beside the program; returns its name. */
  write(name: string, content: string | Buffer): string {
    fs.writeFileSync(path.join(this.folder, name), content);
    return name;
  }
}

/** An output of a failed cell. */
export function error(ename: string, evalue: string): object {
  return {
    output_type: 'error',
    ename,
    evalue,
    traceback: [`${ename}: ${evalue}`]
  };
}

/** A code cell. */
export function cell(
  id: string,
  outputs: readonly object[],
  metadata: object = {}
): object {
  return {
    id,
    cell_type: 'code',
    source: ['model(x)\n', 'pass'],
    execution_count: 3,
    metadata,
    outputs
  };
}

/** A notebook file. */
export function notebook(cells: readonly object[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells
  });
}
