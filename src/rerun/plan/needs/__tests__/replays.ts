import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { parseRescue } from '../../../../incident/rescue';
import type { IPlan, IStep } from '../../plan';
import { rescuedOf } from '../../rescued';
import {
  selectionOf,
  type ISelection,
  type IStepVerdict
} from '../../selection';
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
  readonly rescue?: unknown;
}

/** Both runs of one notebook. */
export interface IReplay extends ICandidate {
  /** Why they are not the same, null where they are. */
  readonly problem: string | null;
  readonly hasFailed: boolean;
  readonly kept: readonly number[];
  /** Why each cell is in or out. */
  readonly verdicts: readonly IStepVerdict[];
  readonly fullTime: number;
  readonly keptTime: number;
}

/** @param runtime - where a rescue goes */
function run(
  root: string,
  asked: readonly object[],
  runtime?: string
): readonly IRun[] {
  const python = path.join(
    root,
    process.platform === 'win32'
      ? '.venv/Scripts/python.exe'
      : '.venv/bin/python'
  );
  const { status, stdout, stderr } = spawnSync(
    python,
    [path.join(root, 'scripts/needs/replay.py')],
    {
      input: JSON.stringify(asked),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: runtime
        ? { ...process.env, JUPYTER_RUNTIME_DIR: runtime }
        : process.env
    }
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

/** The places of the cells that are needed. */
function keptOf(verdicts: readonly IStepVerdict[]): number[] {
  return verdicts.flatMap(({ isNeeded }, at) => (isNeeded ? [at] : []));
}

/** Both runs of a notebook, side by side. */
function replayOf(
  one: ICandidate,
  verdicts: readonly IStepVerdict[],
  all: IRun,
  some: IRun
): IReplay {
  const [full, minimal] = [outcome(all), outcome(some)];
  const kept = keptOf(verdicts);
  return {
    ...one,
    problem:
      full === minimal && all.broken === undefined
        ? null
        : `all: ${full}\nneeded (${kept.join()}): ${minimal}`,
    hasFailed: all.failure !== null,
    kept,
    verdicts,
    fullTime: sum(all.times),
    keptTime: sum(some.times)
  };
}

/** A notebook up to the cell at which a run of it stopped. */
function upTo<T extends ICandidate>(one: T, { stopped }: IRun): T {
  const end = (stopped ?? one.cells.length - 1) + 1;
  return { ...one, cells: one.cells.slice(0, end) };
}

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
  const cut = candidates.map((one, at) => upTo(one, all[at]));
  const verdicts = cut.map(({ cells }) =>
    new Needs(cells.map(source => ({ source, mayNotRun: false }))).verdicts([
      cells.length - 1
    ])
  );
  const some = run(
    root,
    cut.map(({ cells, watch }, at) => ({
      cells,
      watch,
      run: keptOf(verdicts[at])
    }))
  );
  return cut.map((one, at) => replayOf(one, verdicts[at], all[at], some[at]));
}

/** The plan of a re-run of cells, of which the last failed. */
function planOf(cells: readonly string[]): IPlan {
  const steps = cells.map((ran, at): IStep => ({
    key: `${at}`,
    cellId: `${at}`,
    nth: 0,
    executionCount: at + 1,
    ran,
    now: null,
    ms: null,
    isRepeated: false,
    hasFailed: at === cells.length - 1,
    dangers: [],
    isDispensable: false
  }));
  return { purpose: 'trace', basis: 'process', steps, targets: 1, present: [] };
}

/**
 * The same with a rescue: the notebook runs up to its failure, its variables are
 * rescued, and in another process run the cells that the panel proposes, with
 * the variables that come back between them.
 */
export function rescuedReplaysOf(
  root: string,
  candidates: readonly ICandidate[],
  isLate = false
): IReplay[] {
  const runtime = mkdtempSync(path.join(tmpdir(), 'torch-triage-needs-'));
  try {
    const all = run(
      root,
      candidates.map(({ cells, watch }) => ({
        cells,
        watch,
        run: cells.map((_, at) => at),
        rescue: true
      })),
      runtime
    );
    const cut = candidates.map((one, at) => upTo(one, all[at]));
    const rescues = all.map(({ rescue }) => parseRescue(rescue));
    const selections = cut.map(({ cells }, at): ISelection => {
      const rescue = rescues[at];
      const rescued = rescue ? rescuedOf(rescue) : [];
      return selectionOf(planOf(cells), 'needed', new Map(), isLate, rescued);
    });
    const verdicts = selections.map(one => [...one.verdicts.values()]);
    const some = run(
      root,
      cut.map(({ cells, watch }, at) => ({
        cells,
        watch,
        run: keptOf(verdicts[at]),
        rescue: {
          name: rescues[at]?.name ?? null,
          returns: selections[at].returns.map(one => [one.names, one.before])
        }
      })),
      runtime
    );
    return cut.map((one, at) => replayOf(one, verdicts[at], all[at], some[at]));
  } finally {
    rmSync(runtime, { recursive: true });
  }
}
