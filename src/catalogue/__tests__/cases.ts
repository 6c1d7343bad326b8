/** What proves an entry: its `cases.yaml` and `raises.py`. None of it ships. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import { parse } from 'yaml';

import type { Values } from '../../diagnosis/types';
import { parseMachine } from '../../incident/machine';
import type { ISavedCells } from '../../incident/saved';
import { parseStack } from '../../incident/stack';
import type { IIncident } from '../../incident/types';
import { parseWeights } from '../../incident/weights';

/** Where a case's text comes from. */
export type Origin =
  /** raised here by running torch */
  | 'run'
  /** recorded from a real GPU or cluster */
  | 'recorded'
  /** written down from PyTorch's or CUDA's source, version in `torch` */
  | 'reference';

/** A failure that must, or must not, be recognised. */
export interface ICase extends Partial<Omit<IIncident, 'kind'>> {
  readonly kind?: IIncident['kind'];
  /** The texts of the cells that ran before, in their order. */
  readonly cells?: readonly string[];
  /** The version that prints this text. */
  readonly torch?: string;
  readonly origin?: Origin;
  /** Values that must be read from it. */
  readonly values?: Values;
}

/** An entry's `cases.yaml`. */
export interface ICases {
  readonly recognised: readonly ICase[];
  readonly nearMisses: readonly ICase[];
}

/** Python that raises the error on a CPU, and the same code mended. */
export interface IReproduction {
  readonly raises: string;
  readonly fixed: string;
}

/** What stands behind one entry. */
export interface IProof extends ICases {
  readonly id: string;
  readonly reproduction: IReproduction | null;
}

/** The project's folder, also for a bundle of this file that a script runs. */
function findRoot(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'src', 'catalogue'))) {
    folder = path.dirname(folder);
  }
  return folder;
}

export const ROOT = findRoot();

/** Where the entries' folders are. */
export const CATALOGUE_FOLDER = path.join(ROOT, 'src', 'catalogue');

/**
 * The two programs of a `raises.py`: what stands before its first cell belongs
 * to both.
 *
 * @throws Error where it does not have these two cells
 */
export function parseReproduction(text: string): IReproduction {
  const parts = text.split(/^# %% (raises|fixed)\n/m);
  const [head, first, raises, second, fixed] = parts;
  if (parts.length !== 5 || first !== 'raises' || second !== 'fixed') {
    throw new Error('It needs a cell `# %% raises`, then one `# %% fixed`.');
  }
  return { raises: `${head}${raises}`.trim(), fixed: `${head}${fixed}`.trim() };
}

/** What stands behind an entry; a topic has no cases. */
export function proofOf(id: string): IProof {
  const folder = path.join(CATALOGUE_FOLDER, ...id.split('/'));
  const read = (name: string): string | null => {
    const file = path.join(folder, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  };
  const cases = read('cases.yaml');
  const raises = read('raises.py');
  return {
    id,
    ...(cases === null
      ? { recognised: [], nearMisses: [] }
      : (parse(cases) as ICases)),
    reproduction: raises === null ? null : parseReproduction(raises)
  };
}

/** Cells of these texts that ran before the failed one, and printed nothing. */
function cellsAround(sources: readonly string[], failed: string): ISavedCells {
  const cells = [...sources, failed].map((source, index) => ({
    position: index + 1,
    executionCount: index + 1,
    hasFailed: index === sources.length,
    source
  }));
  return { cells, at: sources.length };
}

/** The incident that a case stands for. */
export function incidentOf(one: ICase): IIncident {
  const weights = one.weights && parseWeights(one.weights);
  return {
    kind: one.kind ?? 'cell',
    ename: one.ename ?? '',
    evalue: one.evalue ?? '',
    traceback: one.traceback ?? '',
    stdout: one.stdout ?? '',
    stderr: one.stderr ?? '',
    source: one.source ?? '',
    ...(one.death ? { death: one.death } : {}),
    ...(one.machine ? { machine: parseMachine(one.machine) } : {}),
    ...(one.live ? { live: one.live } : {}),
    ...(one.imports ? { imports: one.imports } : {}),
    ...(one.cells ? { around: cellsAround(one.cells, one.source ?? '') } : {}),
    ...(one.saved ? { saved: one.saved } : {}),
    ...(one.around ? { around: one.around } : {}),
    ...(one.stack ? { stack: parseStack(one.stack) } : {}),
    ...(weights ? { weights } : {})
  };
}
