/**
 * Starts and restarts kernels under load, each with a first cell that dies at
 * once, and counts how often its line is known.
 *
 *     npm run first-cells -- [HOW_MANY]     (200 when left out)
 */
import { at, main, run } from './setup/tools.mjs';

await main(async () => {
  const { code } = await run(
    process.execPath,
    [at('scripts/test.mjs'), '--only', 'ui', 'first-cell.spec'],
    { env: { STARTS: process.argv[2] ?? '200' } }
  );
  return code;
});
