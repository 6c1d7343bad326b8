import * as fs from 'node:fs';
import * as path from 'node:path';

import * as fc from 'fast-check';

import { catalogue } from '..';
import { PROOFS } from './proofs';
import {
  fixedProblems,
  raisedProblems,
  runsOf,
  snippetsOf,
  type IRun
} from './torch-runs';

const reproduced = PROOFS.filter(({ reproduction }) => reproduction);

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

// Each takes a second of torch. `npm run entry` runs those that are worked on;
// the others change with torch, whose release is the time for all of them.
const size = Math.ceil(reproduced.length / 4);
const quarter = fc.shuffledSubarray([...reproduced], {
  minLength: size,
  maxLength: size
});
const drawn =
  process.env.ALL_CASES === '1'
    ? reproduced
    : fc.sample(quarter, { seed: SEED, numRuns: 1 })[0];

let runs: Map<string, IRun>;

beforeAll(() => {
  runs = runsOf(drawn.flatMap(snippetsOf));
}, 600_000);

describe.each(drawn.map(proof => [proof.id, proof] as const))(
  `%s under the real torch (SEED=${SEED})`,
  (_, proof) => {
    it('is raised, and is the first finding', () => {
      expect(raisedProblems(proof, runs, catalogue)).toEqual([]);
    });

    it('is gone once fixed', () => {
      expect(fixedProblems(proof, runs, catalogue)).toEqual([]);
    });
  }
);

it('counts what stands behind the entries', () => {
  const announced = PROOFS.filter(({ recognised }) => recognised.length > 0);
  const labels = fs
    .readFileSync(path.join(__dirname, 'recordings.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { label: string }).label);
  const recorded = announced.filter(
    ({ id, reproduction, recognised }) =>
      !reproduction &&
      (labels.includes(id) ||
        recognised.some(
          ({ origin }) => origin === 'recorded' || origin === 'run'
        ))
  ).length;
  console.log(
    `${announced.length} entries that an error announces: ${reproduced.length} with run fixes, ${recorded} with recorded texts only, ${announced.length - reproduced.length - recorded} from the reference only; ${catalogue.length - announced.length} topics.`
  );
  expect(reproduced.length).toBeGreaterThan(0);
});
