/** Bundles the command line into one file that needs nothing but Node. */
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
// A test names another place, so that it does not replace what is installed.
const outfile =
  process.argv[2] ?? at('jupyterlab_torch_triage/cli/torch-triage.cjs');

await build({
  entryPoints: [at('src/cli/index.ts')],
  outfile,
  banner: { js: '#!/usr/bin/env node' },
  bundle: true,
  format: 'cjs',
  legalComments: 'inline',
  logLevel: 'warning',
  platform: 'node',
  target: 'node20',
  tsconfig: at('tsconfig.json')
});
await chmod(outfile, 0o755);
