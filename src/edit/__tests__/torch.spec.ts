import * as fc from 'fast-check';

import { catalogue } from '../../catalogue';
import {
  runsOf,
  type IAsk,
  type IRun
} from '../../catalogue/__tests__/torch-runs';
import { decode } from '../../companion/ask';
import answerSource from '../../companion/python/answer.py?raw';
import questionSource from '../../companion/python/question.py?raw';
import { OPERANDS_SOURCE } from '../../companion/operands';
import { TENSORS_SOURCE } from '../../companion/tensors';
import { examine } from '../../diagnoser/examine';
import { english } from '../../diagnosis/english';
import { showsTensors } from '../../diagnosis/tensor-clash';
import type { Safety } from '../../diagnosis/types';
import { cellIncident } from '../../incident/incident';
import { parseTensors } from '../../incident/tensors';
import type { INotebookCell } from '../../notebook/types';
import { EditFinder } from '../find-edit';
import type { ICellEdit } from '../types';
import {
  OTHERS,
  programsIn,
  provenElsewhere,
  reproduced,
  type IProgram
} from './programs';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

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

function askOf(source: string): IAsk {
  return { question: questionSource, answer: answerSource, source };
}

/** The tensors of the failed call, as the kernel tells of them. */
const ASK = askOf(TENSORS_SOURCE);

/** What runs with its operands checked, as a press has it. */
const CHECKED: ReadonlyMap<string, IAsk> = new Map([
  ['tensor/checked-operand', askOf(OPERANDS_SOURCE)]
]);

/** A file of `OTHERS`. */
const chosen = process.env.PROGRAMS;
if (chosen !== undefined && !OTHERS.includes(chosen)) {
  throw new Error(`PROGRAMS is none of ${OTHERS.join(', ')}`);
}

const { before: BEFORE, programs: WRITTEN } = programsIn(
  chosen ?? 'programs.py'
);

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

const elsewhere = provenElsewhere();

const programs = [
  ...WRITTEN.map(program => ({ ...program, isOffering: true })),
  ...(chosen ? [] : reproduced()).map(program => ({
    ...program,
    // Others show more than a mend, and another program stands for the entry.
    isOffering: !elsewhere.has(program.id)
  }))
].map((program, at) => ({ ...program, name: `${program.id} ${at}` }));
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
    drawn.map(({ id, name, code }) => ({
      id: name,
      code,
      ask: ASK,
      arm: CHECKED.get(id),
      before: BEFORE
    }))
  );
  offers = drawn.flatMap(program =>
    offersOf(program, runs.get(program.name)!, program.name)
  );
  after = runsOf(
    offers.map(({ id, name, edit, above }) => ({
      id: name,
      code: edit.after,
      arm: CHECKED.get(id),
      before: [...BEFORE, ...above]
    }))
  );
}, 600_000);

it(`has an edit for every program that is to have one (SEED=${SEED})`, () => {
  const lacks = drawn.filter(
    ({ name, isOffering }) =>
      isOffering && !offers.some(offer => offer.name.startsWith(`${name}, `))
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
    // What only tells leads to the true error, or takes it out of a worker.
    const isTold = best?.id !== id || !run.traceback.includes('worker process');
    const isFine = safety === 'diagnostic' ? isTold : ename === '';
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
