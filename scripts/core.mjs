import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

export const ROOT = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..'
);

/** Python that is imported as text, as rspack.config.js does it. */
export const rawPython = {
  name: 'raw-python',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.py\?raw$/ }, ({ path: file, resolveDir }) => ({
      path: path.join(resolveDir, file.replace(/\?raw$/, '')),
      namespace: 'raw-python'
    }));
    onLoad({ filter: /./, namespace: 'raw-python' }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8'),
      loader: 'text'
    }));
  }
};

/**
 * Modules of `src` that know no JupyterLab, bundled for Node: what the scripts
 * measure is what the panel runs.
 *
 * @param {string} name - of the bundle, for its file
 * @param {string[]} modules - paths from the root, without their extension
 */
export async function loadModules(name, modules) {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'torch-triage');
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `${name}-${process.pid}.cjs`);
  await build({
    stdin: {
      contents: modules.map(each => `export * from './${each}';`).join('\n'),
      resolveDir: ROOT,
      loader: 'ts'
    },
    bundle: true,
    platform: 'node',
    external: ['fast-check', 'yaml'],
    outfile,
    plugins: [rawPython],
    logLevel: 'warning'
  });
  try {
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(outfile);
  }
}

/**
 * The pure core: incident, diagnosis, catalogue.
 *
 * @param more - further modules to export from, such as './src/diagnosis/lookup'
 */
export function loadCore(...more) {
  return loadModules('core', [
    'src/catalogue',
    'src/diagnosis/diagnose',
    'src/diagnosis/english',
    'src/incident/incident',
    ...more.map(module => module.replace(/^\.\//, ''))
  ]);
}
