// Merged by @jupyter/builder into its own configuration. The Python code that
// runs in the kernel is imported as text: `import code from './x.py?raw'`.
module.exports = {
  module: {
    rules: [{ resourceQuery: /raw/, type: 'asset/source' }]
  }
};
