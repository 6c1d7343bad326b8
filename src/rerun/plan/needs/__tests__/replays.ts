import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

import { Needs } from '../needs';

/** What is run as a whole and by what is needed, and the names to look at. */
export interface ICandidate {
  readonly name: string;
  readonly cells: readonly string[];
  readonly watch: readonly string[];
}

/** How `scripts/needs/replay.py` tells that a run ended. */
interface IRun {
  readonly broken?: string;
  readonly stopped: number | null;
  readonly failure: unknown;
  readonly values: Readonly<Record<string, unknown>>;
  readonly times: readonly number[];
}

/** Both runs of one notebook. */
export interface IReplay extends ICandidate {
  /** Why they are not the same, null where they are. */
  readonly problem: string | null;
  readonly hasFailed: boolean;
  readonly kept: readonly number[];
  readonly fullTime: number;
  readonly keptTime: number;
}

function run(root: string, asked: readonly object[]): readonly IRun[] {
  const python = path.join(
    root,
    process.platform === 'win32'
      ? '.venv/Scripts/python.exe'
      : '.venv/bin/python'
  );
  const { status, stdout, stderr } = spawnSync(
    python,
    [path.join(root, 'scripts/needs/replay.py')],
    { input: JSON.stringify(asked), encoding: 'utf8', maxBuffer: 1 << 28 }
  );
  if (status !== 0) {
    throw new Error(`Python ended with ${status}: ${stderr.slice(-2000)}`);
  }
  return JSON.parse(stdout) as IRun[];
}

function outcome({ broken, stopped, failure, values }: IRun): string {
  return JSON.stringify({ broken, stopped, failure, values });
}

const sum = (times: readonly number[]) =>
  times.reduce((all, time) => all + time, 0);

/**
 * Run each notebook as a whole, up to its first failure, then only what that
 * failure needs.
 */
export function replaysOf(
  root: string,
  candidates: readonly ICandidate[]
): IReplay[] {
  const all = run(
    root,
    candidates.map(({ cells, watch }) => ({
      cells,
      watch,
      run: cells.map((_, at) => at)
    }))
  );
  const cut = candidates.map(({ cells, ...rest }, at) => ({
    ...rest,
    cells: cells.slice(0, (all[at].stopped ?? cells.length - 1) + 1)
  }));
  const kept = cut.map(({ cells }) =>
    new Needs(cells.map(source => ({ source, mayNotRun: false })))
      .verdicts([cells.length - 1])
      .flatMap(({ isNeeded }, at) => (isNeeded ? [at] : []))
  );
  const some = run(
    root,
    cut.map(({ cells, watch }, at) => ({ cells, watch, run: kept[at] }))
  );
  return cut.map((one, at) => {
    const [full, minimal] = [outcome(all[at]), outcome(some[at])];
    return {
      ...one,
      problem:
        full === minimal && all[at].broken === undefined
          ? null
          : `all: ${full}\nneeded (${kept[at].join()}): ${minimal}`,
      hasFailed: all[at].failure !== null,
      kept: kept[at],
      fullTime: sum(all[at].times),
      keptTime: sum(some[at].times)
    };
  });
}
