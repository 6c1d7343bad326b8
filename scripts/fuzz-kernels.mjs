/**
 * Asks the companion's questions in kernels whose users did odd things:
 * `npm run fuzz:kernels`, or `npm run fuzz:kernels -- <runs> <seed>`.
 */
import { at, run, venvProgram } from './setup/tools.mjs';

const { code } = await run(venvProgram('python'), [
  at('scripts/fuzz_kernels.py'),
  ...process.argv.slice(2)
]);
process.exitCode = code;
