import * as fs from 'node:fs';
import * as path from 'node:path';

import * as fc from 'fast-check';

import { catalogue } from '../../catalogue';
import { proofOf } from '../../catalogue/__tests__/cases';
import { runsOf, type IRun } from '../../catalogue/__tests__/torch-runs';
import { decode } from '../../companion/ask';
import answerSource from '../../companion/python/answer.py?raw';
import questionSource from '../../companion/python/question.py?raw';
import { TENSORS_SOURCE } from '../../companion/tensors';
import { examine } from '../../diagnoser/examine';
import { english } from '../../diagnosis/english';
import { showsTensors } from '../../diagnosis/tensor-clash';
import type { Safety, Values } from '../../diagnosis/types';
import { cellIncident } from '../../incident/incident';
import { parseTensors } from '../../incident/tensors';
import type { INotebookCell } from '../../notebook/types';
import { EditFinder } from '../find-edit';
import type { ICellEdit } from '../types';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** A program of one cell that fails, and the entry that has an edit for it. */
interface IProgram {
  readonly id: string;
  readonly code: string;
  /** What only the living kernel tells; its own tests prove that it does. */
  readonly values?: Values;
}

/**
 * `PROGRAMS=package-programs.py` takes those on packages that the tests do not
 * install, from a folder that `PYTHONPATH` names.
 */
const OTHERS = process.env.PROGRAMS;

/** Code that runs before each program, and the programs. */
const [HEAD, ...WRITTEN] = fs
  .readFileSync(path.join(__dirname, OTHERS ?? 'programs.py'), 'utf8')
  .split(/^# %% /m);

const BEFORE = HEAD.trim() === '' ? [] : [HEAD];

function written(): IProgram[] {
  return WRITTEN.map(part => {
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
  });
}

/** The failing half of an entry's own proof, where it is to be mended. */
function reproduced(): IProgram[] {
  return catalogue.flatMap(({ id, kinds, page }) => {
    const pages = [{}, ...kinds.map(kind => ({ kind }))].map(values =>
      page(english, values)
    );
    const hasEdit = pages.some(({ fixes }) => fixes.some(({ edit }) => edit));
    const code = hasEdit ? proofOf(id).reproduction?.raises : undefined;
    return code === undefined ? [] : [{ id, code }];
  });
}

/** An edit that a failure offers. */
interface IOffered {
  readonly name: string;
  readonly id: string;
  readonly safety: Safety;
  readonly edit: ICellEdit;
  /** What new cells above it say. */
  readonly above: readonly string[];
  /** The same edit once more. */
  readonly again: readonly ICellEdit[] | null;
}

/** The tensors of the failed call, as the kernel tells of them. */
const ASK = {
  question: questionSource,
  answer: answerSource,
  source: TENSORS_SOURCE
};

function cellOf(source: string): INotebookCell {
  return { id: 'cell', source, executionCount: 1, position: 1 };
}

function offersOf(
  { id, code, values }: IProgram,
  run: IRun,
  name: string
): IOffered[] {
  const bare = cellIncident({ ...run, source: code });
  const examined = examine(bare, catalogue);
  const [best] = examined.findings;
  const entry = catalogue.find(one => one.id === id);
  if (!entry || (!values && best?.id !== id)) {
    return [];
  }
  const findings = examined.findings.map(each => ({ ...each, entry }));
  const { told } = run;
  const tensors = told === undefined ? null : parseTensors(decode(told));
  const isAsked = tensors !== null && findings.some(showsTensors);
  const incident = isAsked ? { ...bare, tensors } : bare;
  const failure = {
    ...examined,
    findings,
    incident: {
      key: '',
      incident,
      cellId: 'cell',
      executionCount: 1,
      time: null,
      kernelRun: 0
    }
  };
  const { fixes } = entry.page(english, values ?? best.values);
  return fixes.flatMap((fix, at) => {
    const edits = new EditFinder([cellOf(code)], failure).find(fix.edit) ?? [];
    const edit = edits.find(({ cellId }) => cellId === 'cell');
    if (!edit) {
      return [];
    }
    const again = new EditFinder([cellOf(edit.after)], failure).find(fix.edit);
    return [
      {
        name: `${name}, fix ${at + 1}`,
        id,
        safety: fix.safety,
        edit,
        above: edits.flatMap(({ newAt, after }) =>
          newAt === undefined ? [] : [after]
        ),
        again
      }
    ];
  });
}

const programs = [...written(), ...(OTHERS ? [] : reproduced())].map(
  (program, at) => ({
    ...program,
    name: `${program.id} ${at}`
  })
);
// Each takes a second of torch, twice.
const size =
  process.env.ALL_CASES === '1'
    ? programs.length
    : Math.ceil(programs.length / 8);
const [drawn] = fc.sample(
  fc.shuffledSubarray(programs, { minLength: size, maxLength: size }),
  { seed: SEED, numRuns: 1 }
);

let offers: IOffered[];
let after: Map<string, IRun>;

beforeAll(() => {
  const runs = runsOf(
    drawn.map(({ name, code }) => ({
      id: name,
      code,
      ask: ASK,
      before: BEFORE
    }))
  );
  offers = drawn.flatMap(program =>
    offersOf(program, runs.get(program.name)!, program.name)
  );
  after = runsOf(
    offers.map(({ name, edit, above }) => ({
      id: name,
      code: edit.after,
      before: [...BEFORE, ...above]
    }))
  );
}, 600_000);

it(`has an edit for every program that is written for one (SEED=${SEED})`, () => {
  const lacks = drawn.filter(
    ({ name }) =>
      written().some((_, at) => name.endsWith(` ${at}`)) &&
      !offers.some(offer => offer.name.startsWith(`${name}, `))
  );
  expect(lacks.map(({ name }) => name)).toEqual([]);
});

it(`mends what it offers to mend (SEED=${SEED})`, () => {
  const wrong = offers.flatMap(({ name, id, safety, edit }) => {
    const { ename, evalue, ...run } = after.get(name)!;
    const [best] = examine(
      cellIncident({ ename, evalue, ...run, source: edit.after }),
      catalogue
    ).findings;
    // What only tells leads to the true error.
    const isFine = safety === 'diagnostic' ? best?.id !== id : ename === '';
    return isFine ? [] : [{ name, after: edit.after, ename, evalue }];
  });
  expect(wrong).toEqual([]);
});

it(`adds nothing the second time (SEED=${SEED})`, () => {
  expect(offers.filter(({ again }) => again !== null)).toEqual([]);
});

it('counts the entries that have one', () => {
  const ids = new Set(offers.map(({ id }) => id));
  console.log(
    `${offers.length} edits of ${ids.size} entries ran under torch: ${[...ids].sort().join(', ')}`
  );
  expect(ids.size).toBeGreaterThan(0);
});
