const jestJupyterLab = require('@jupyterlab/testutils/lib/jest-config');

const ESBUILD = '<rootDir>/scripts/jest-esbuild.cjs';

// The rooms that import nothing of JupyterLab.
const CORE =
  'src/(incident|code|diagnosis|diagnoser|catalogue|cli|rerun|edit|shared)/';

// Published as ES modules only.
const CORE_ES_MODULES = ['@lezer', 'ansi-regex', 'strip-ansi', 'unbash'];
const LAB_ES_MODULES = [
  ...CORE_ES_MODULES,
  '@codemirror',
  '@jupyter/',
  '@jupyterlab/',
  '@lezer',
  '@marijn',
  '@microsoft',
  '@rjsf',
  'color',
  'exenv-es6',
  'lib0',
  'marked',
  'nanoid',
  'vscode-ws-jsonrpc',
  'y-protocols',
  'y-websocket',
  'yjs'
];

/** Python is imported as text, as rspack.config.js does it. */
const RAW_PYTHON = { '^(.+\\.py)\\?raw$': '$1' };
const RAW_LOADER = '@jupyterlab/testing/lib/jest-raw-loader.js';

/** Leave node_modules as they are, except for the packages named. */
function untransformed(esModules) {
  return [`/node_modules/(?!(${esModules.join('|')})).+`];
}

const core = {
  displayName: 'core',
  testEnvironment: 'node',
  roots: ['<rootDir>/src'],
  testRegex: `${CORE}.*/__tests__/.*\\.spec\\.ts$|${CORE}__tests__/.*\\.spec\\.ts$`,
  moduleNameMapper: RAW_PYTHON,
  transform: { '\\.py$': RAW_LOADER, '\\.[jt]sx?$': ESBUILD },
  transformIgnorePatterns: untransformed(CORE_ES_MODULES)
};

const base = jestJupyterLab(__dirname);
const lab = {
  displayName: 'lab',
  testEnvironment: base.testEnvironment,
  resolver: base.resolver,
  roots: ['<rootDir>/src'],
  setupFiles: base.setupFiles,
  moduleFileExtensions: base.moduleFileExtensions,
  moduleNameMapper: { ...base.moduleNameMapper, ...RAW_PYTHON },
  testRegex: 'src/.*__tests__/.*\\.spec\\.tsx?$',
  testPathIgnorePatterns: ['/node_modules/', CORE],
  transform: {
    '\\.(py|svg)$': RAW_LOADER,
    // ts-jest, because it hoists `jest.mock`.
    '\\.tsx?$': ['ts-jest/legacy', { tsconfig: './tsconfig.test.json' }],
    '\\.[cm]?js$': ESBUILD
  },
  transformIgnorePatterns: untransformed(LAB_ES_MODULES)
};

module.exports = {
  projects: [core, lab],
  collectCoverageFrom: [
    'src/**/*.{ts,tsx}',
    '!src/**/*.d.ts',
    '!src/**/__tests__/**'
  ],
  // V8's own counters need no instrumented code.
  coverageProvider: 'v8',
  coverageReporters: ['json-summary'],
  maxWorkers: '100%',
  testTimeout: 20000
};
