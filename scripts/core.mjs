import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

export const ROOT = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..'
);

const MODULES = [
  './src/catalogue',
  './src/diagnosis/diagnose',
  './src/diagnosis/english',
  './src/incident/incident'
];

/**
 * The pure core (incident, diagnosis, catalogue) bundled for Node: what the
 * scripts measure is what the panel runs.
 *
 * @param more - further modules to export from, such as './src/diagnosis/lookup'
 */
export async function loadCore(...more) {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'torch-triage');
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `core-${process.pid}.cjs`);
  await build({
    stdin: {
      contents: [...MODULES, ...more]
        .map(module => `export * from '${module}';`)
        .join('\n'),
      resolveDir: ROOT,
      loader: 'ts'
    },
    bundle: true,
    platform: 'node',
    external: ['fast-check'],
    outfile,
    logLevel: 'warning'
  });
  return createRequire(import.meta.url)(outfile);
}
