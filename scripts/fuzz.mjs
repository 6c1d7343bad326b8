/**
 * Mutilated failures must neither throw nor take long: `npm run fuzz`.
 * Repeat a run with `npm run fuzz -- <runs> <seed>`.
 */
import fc from 'fast-check';

import { loadCore } from './core.mjs';
import { readReports } from './reports.mjs';

const [runs = '100000', seed = String(Date.now() % 2 ** 31)] =
  process.argv.slice(2);

const { BUDGET, CASES, cellIncident, cost, mutants } = await loadCore(
  './src/catalogue/__tests__/fuzz',
  './src/catalogue/__tests__/dirt'
);
const { reports, source } = readReports();
const cases = [
  ...CASES,
  ...reports.map(report => ({
    name: report.id,
    family: report.label,
    incident: cellIncident(report)
  }))
];

console.log(
  `${runs} mutants of ${cases.length} failures (examples and ${source}), seed ${seed}`
);
let worst = 0;
let done = 0;
const start = performance.now();
fc.assert(
  fc.property(mutants(cases), mutant => {
    const time = cost(mutant);
    worst = Math.max(worst, time);
    done += 1;
    if (done % 10_000 === 0) {
      console.log(`  ${done} done, slowest ${worst.toFixed(0)} ms`);
    }
    return time < BUDGET;
  }),
  { numRuns: Number(runs), seed: Number(seed) }
);
console.log(
  `none threw, none over ${BUDGET} ms; slowest ${worst.toFixed(0)} ms, ${((performance.now() - start) / done).toFixed(2)} ms each`
);
