import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import globals from 'globals';
import jupyterPlugin from '@jupyter/eslint-plugin';
import boundaries from './scripts/eslint/boundaries.mjs';
import noLookupByName from './scripts/eslint/no-lookup-by-name.mjs';

export default defineConfig([
  {
    ignores: [
      'node_modules',
      'lib',
      'dist',
      'coverage',
      '**/*.d.ts',
      '.venv',
      '.venv-oldest',
      'tests',
      'jupyterlab_torch_triage',
      'ui-tests/test-results',
      'ui-tests/playwright-report'
    ]
  },
  js.configs.recommended,
  regexp.configs['flat/recommended'],
  { plugins: { jupyter: jupyterPlugin } },
  jupyterPlugin.configs.recommended,
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: { globals: globals.node },
    rules: {
      curly: ['error', 'all'],
      eqeqeq: 'error',
      'prefer-arrow-callback': 'error'
    }
  },
  {
    files: ['*.js', 'ui-tests/*.js', '**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' }
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      globals: {
        ...globals.browser,
        ...globals.es2015,
        ...globals.node
      },
      parserOptions: {
        project: 'tsconfig.test.json',
        sourceType: 'module'
      }
    },
    rules: {
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'interface',
          format: ['PascalCase'],
          custom: {
            regex: '^I[A-Z]',
            match: true
          }
        }
      ],
      '@typescript-eslint/no-unused-vars': ['error', { args: 'none' }],
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-namespace': 'off',
      '@typescript-eslint/no-use-before-define': 'off',
      // What watches for failures has to be there before the first one.
      'jupyter/prefer-lazy-imports': 'off',
      curly: ['error', 'all'],
      eqeqeq: 'error',
      'prefer-arrow-callback': 'error'
    }
  },
  {
    // Tests translate nothing, and a page's or a test's end disposes of widgets.
    files: ['**/__tests__/**', 'ui-tests/**'],
    rules: {
      'jupyter/no-untranslated-string': 'off',
      'jupyter/require-disposable-ownership': 'off'
    }
  },
  {
    // What ships reads texts that strangers wrote.
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['**/__tests__/**'],
    plugins: { local: { rules: { 'no-lookup-by-name': noLookupByName } } },
    rules: { 'local/no-lookup-by-name': 'error' }
  },
  {
    // No cycle, not even one of types alone.
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx'] })
      ]
    },
    rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] }
  },
  ...boundaries,
  {
    files: ['ui-tests/**'],
    rules: {
      // Playwright reads which fixtures a function takes from such a pattern.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // The helper waits for a success, and our cells fail.
      'jupyter/galata-prefer-notebook-cell-helper': 'off'
    }
  },
  {
    // Functions that run in the page.
    files: ['scripts/{bench,matrix}*', 'scripts/{bench,matrix}/**'],
    languageOptions: { globals: globals.browser }
  },
  // Prettier formats; ESLint leaves that alone.
  prettier
]);
