import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The pure core (incident, diagnosis, catalogue) bundled for Node: what the
 * scripts measure is what the panel runs.
 */
export async function loadCore() {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'torch-triage');
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `core-${process.pid}.cjs`);
  await build({
    stdin: {
      contents: [
        "export * from './src/catalogue';",
        "export * from './src/diagnosis/diagnose';",
        "export * from './src/diagnosis/english';",
        "export * from './src/incident/death';",
        "export * from './src/incident/incident';"
      ].join('\n'),
      resolveDir: ROOT,
      loader: 'ts'
    },
    bundle: true,
    platform: 'node',
    outfile,
    logLevel: 'warning'
  });
  return createRequire(import.meta.url)(outfile);
}
