/**
 * Jest transform by esbuild: TypeScript and ES modules to CommonJS, without a
 * type check (tsc does that) and without Jest's hoisting of `jest.mock`.
 */
const crypto = require('crypto');
const esbuild = require('esbuild');

const LOADERS = { ts: 'ts', tsx: 'tsx' };

const OPTIONS = {
  format: 'cjs',
  jsx: 'transform',
  sourcemap: 'inline',
  target: 'node20',
  // Node refuses import() in Jest's modules: it becomes require().
  supported: { 'dynamic-import': false }
};

module.exports = {
  canInstrument: false,

  getCacheKey(source, path) {
    return crypto
      .createHash('sha256')
      .update(
        [esbuild.version, JSON.stringify(OPTIONS), path, source].join('\0')
      )
      .digest('hex');
  },

  process(source, path) {
    const extension = path.slice(path.lastIndexOf('.') + 1);
    return esbuild.transformSync(source, {
      ...OPTIONS,
      loader: LOADERS[extension] ?? 'js',
      sourcefile: path
    });
  }
};
