/** A small part of what `npm run fuzz` does. */
import * as fc from 'fast-check';

import { BUDGET, cost, mutants } from './fuzz';
import { CASES } from './dirt';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

it(`1000 mutilated failures break nothing, in time (SEED=${SEED})`, () => {
  fc.assert(
    fc.property(mutants(CASES), mutant => cost(mutant) < BUDGET),
    { numRuns: 1000, seed: SEED }
  );
}, 120_000);
