/**
 * Bundles the command line into one file that needs nothing but Node; with
 * `--production` minified, as it ships.
 */
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const at = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { production: { type: 'boolean', default: false } }
});
// A test names another place, so that it does not replace what is installed.
const outfile =
  positionals[0] ?? at('jupyterlab_torch_triage/cli/torch-triage.cjs');

await build({
  entryPoints: [at('src/cli/index.ts')],
  outfile,
  banner: { js: '#!/usr/bin/env node' },
  bundle: true,
  format: 'cjs',
  legalComments: 'inline',
  minify: values.production,
  logLevel: 'warning',
  platform: 'node',
  target: 'node20',
  tsconfig: at('tsconfig.json')
});
await chmod(outfile, 0o755);
