/**
 * Opens notebooks that were made at random to do harm, in a real JupyterLab:
 * `npm run fuzz:notebooks`, or `npm run fuzz:notebooks -- <runs> <seed>`.
 */
import { run } from './setup/tools.mjs';

const [runs = '100', seed] = process.argv.slice(2);

const { code } = await run(
  process.execPath,
  ['scripts/test.mjs', '--only', 'ui', 'fuzz.spec'],
  { env: { RUNS: runs, ...(seed === undefined ? {} : { SEED: seed }) } }
);
process.exitCode = code;
