/** Programs of one cell that fail, and that an edit is to mend. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import { parse } from 'yaml';

import { catalogue } from '../../catalogue';
import { proofOf, ROOT } from '../../catalogue/__tests__/cases';
import { english } from '../../diagnosis/english';
import type { Values } from '../../diagnosis/types';
import { UNPROVEN } from './unproven';

/** A program, and the entry that has an edit for it. */
export interface IProgram {
  readonly id: string;
  readonly code: string;
  /** What only the living kernel tells; its own tests prove that it does. */
  readonly values?: Values;
}

/** Those of one file, and the code that runs before each. */
export interface IPrograms {
  readonly before: readonly string[];
  readonly programs: readonly IProgram[];
}

/**
 * Those that `PROGRAMS` chooses, which need packages that the tests do not
 * install, in a folder that `PYTHONPATH` names.
 */
export const OTHERS: readonly string[] = [
  'package-programs.py',
  'torch-2.0-programs.py'
];

/** Read a file of programs. */
export function programsIn(file: string): IPrograms {
  const [head, ...parts] = fs
    .readFileSync(path.join(__dirname, file), 'utf8')
    .split(/^# %% /m);
  return {
    before: /^[^#\s]/m.test(head) ? [head] : [],
    programs: parts.map(part => {
      const end = part.indexOf('\n');
      const [id, ...told] = part.slice(0, end).split(' ');
      const code = part.slice(end + 1).trim();
      return told.length === 0
        ? { id, code }
        : {
            id,
            code,
            values: Object.fromEntries(told.map(one => one.split('=')))
          };
    })
  };
}

/** The failing half of an entry's own proof, where it is to be mended. */
export function reproduced(): readonly IProgram[] {
  return catalogue.flatMap(({ id, kinds, page }) => {
    const pages = [{}, ...kinds.map(kind => ({ kind }))].map(values =>
      page(english, values)
    );
    const hasEdit = pages.some(({ fixes }) => fixes.some(({ edit }) => edit));
    const code = hasEdit ? proofOf(id).reproduction?.raises : undefined;
    return code === undefined ? [] : [{ id, code }];
  });
}

/**
 * The entries of which `npm run mended` lets programs fail in a kernel and takes
 * the first fix: what has no `then` passes by a press alone.
 */
export function pressed(): readonly string[] {
  const text = fs.readFileSync(
    path.join(ROOT, 'scripts/mended/programs.yaml'),
    'utf8'
  );
  const answers: Record<string, { programs: { then?: unknown }[] }> =
    parse(text);
  return Object.entries(answers).flatMap(([answer, { programs }]) =>
    programs.some(({ then }) => then === undefined) ? answer.split(' ', 1) : []
  );
}

/**
 * Entries of which another program than their own proof shows that an edit mends,
 * or none can.
 */
export function provenElsewhere(): ReadonlySet<string> {
  const written = ['programs.py', ...OTHERS].flatMap(
    file => programsIn(file).programs
  );
  return new Set([
    ...written.map(({ id }) => id),
    ...pressed(),
    ...UNPROVEN.keys()
  ]);
}
