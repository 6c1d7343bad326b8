/**
 * Jest transform by esbuild: TypeScript and ES modules to CommonJS, without a
 * type check (tsc does that) and without Jest's hoisting of `jest.mock`.
 */
const crypto = require('crypto');
const esbuild = require('esbuild');

const LOADERS = { ts: 'ts', tsx: 'tsx' };

module.exports = {
  canInstrument: false,

  getCacheKey(source, path) {
    return crypto
      .createHash('sha256')
      .update(`${esbuild.version}\0${path}\0${source}`)
      .digest('hex');
  },

  process(source, path) {
    const extension = path.slice(path.lastIndexOf('.') + 1);
    return esbuild.transformSync(source, {
      format: 'cjs',
      jsx: 'transform',
      loader: LOADERS[extension] ?? 'js',
      sourcefile: path,
      sourcemap: 'inline',
      target: 'node20'
    });
  }
};
