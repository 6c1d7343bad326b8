import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

import { cellIncident } from '../../incident/incident';
import { diagnose } from '../../diagnosis/diagnose';
import type { IEntry } from '../../diagnosis/types';
import { ROOT, type IProof } from './cases';

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
  /** The digits of what the companion said, where it was asked. */
  readonly told?: string;
}

/** A question of the companion's, as `src/companion/ask.ts` puts it. */
export interface IAsk {
  readonly question: string;
  readonly answer: string;
  readonly source: string;
}

/**
 * Run Python snippets under the real torch, each in a process of its own.
 *
 * @returns what became of each, by its id
 * @throws Error when Python itself failed
 */
export function runsOf(
  snippets: readonly {
    readonly id: string;
    readonly code?: string;
    readonly ask?: IAsk;
    /** Right before it. */
    readonly arm?: IAsk;
    /** Cells that run first. */
    readonly before?: readonly string[];
  }[]
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

/** The two programs of an entry, as `runsOf` takes them. */
export function snippetsOf({ id, reproduction }: IProof): {
  readonly id: string;
  readonly code?: string;
}[] {
  return [
    { id: `${id} raises`, code: reproduction?.raises },
    { id: `${id} fixed`, code: reproduction?.fixed }
  ];
}

/** Why the runs do not prove an entry: what it raises is not what it knows. */
export function raisedProblems(
  { id, reproduction }: IProof,
  runs: ReadonlyMap<string, IRun>,
  catalogue: readonly IEntry[]
): string[] {
  const run = runs.get(`${id} raises`);
  if (!run) {
    return ['`raises` was not run'];
  }
  const [first] = diagnose(
    cellIncident({ ...run, source: reproduction?.raises }),
    catalogue
  );
  return first?.id === id
    ? []
    : [
        `\`raises\` is recognised as ${first?.id ?? 'nothing'}; it ended in ${run.ename || 'no exception'}: ${run.evalue.slice(0, 500)}`
      ];
}

/** Why the mended program is not: it fails, or is recognised still. */
export function fixedProblems(
  { id }: IProof,
  runs: ReadonlyMap<string, IRun>,
  catalogue: readonly IEntry[]
): string[] {
  const run = runs.get(`${id} fixed`);
  if (!run) {
    return ['`fixed` was not run'];
  }
  const findings = diagnose(cellIncident({ ...run }), catalogue);
  return [
    ...(run.ename === ''
      ? []
      : [`\`fixed\` ended in ${run.ename}: ${run.evalue.slice(0, 500)}`]),
    ...(findings.some(finding => finding.id === id)
      ? ['`fixed` is recognised still']
      : [])
  ];
}
