/**
 * The suites of `npm test`. Each runs a tool with our terminal, then reads what
 * the tool itself counted.
 */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { at, npm, readJson, run, venvProgram } from '../setup/tools.mjs';
import { findBrowser } from './browser.mjs';
import { installOldestLab } from './oldest.mjs';

/**
 * Each takes arguments for its tool; those that share a stage, `run`'s options.
 * It returns what it counted, and a `note` for the end where it has one.
 */
export const SUITES = { lint, jest, pytest, ui };

/**
 * The order they run in, quickest first. Those of one stage run at the same
 * time: Jest ends with one long file, pytest waits for processes.
 */
export const STAGES = [['lint'], ['jest', 'pytest'], ['ui']];

const LINT_SCRIPTS = [
  'stylelint:check',
  'prettier:check',
  'eslint:check',
  'types:check'
];

/** Each check counts as one test. */
async function lint() {
  const results = await Promise.all(
    LINT_SCRIPTS.map(script => npm(['run', '--silent', script]))
  );
  const passed = results.filter(({ code }) => code === 0).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

function jest(args) {
  return withFile('jest.json', async report => {
    const folder = dirname(report);
    // Counting lines takes Jest half as long again, and no test needs it. Of a
    // part of the suite, coverage says nothing.
    const withCoverage = args.length === 0 && process.env.COVERAGE === '1';
    const { code } = await run(process.execPath, [
      at('node_modules/jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      ...(withCoverage ? ['--coverage', `--coverageDirectory=${folder}`] : args)
    ]);
    const result = readJson(report);
    const coverage = readJson(join(folder, 'coverage-summary.json'));
    return {
      ...judged(code, {
        passed: result.numPassedTests,
        // A spec file that does not even load has no failed test of its own.
        failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
        skipped: result.numPendingTests + result.numTodoTests
      }),
      note: withCoverage ? coverageNote(linesByRoom(coverage, at('src'))) : ''
    };
  });
}

function pytest(args, options) {
  return withFile('pytest.xml', async report => {
    // A whole run waits for kernels most of the time: two files at a time.
    const shared = args.length === 0 ? ['-n', '2', '--dist', 'loadfile'] : [];
    const { code } = await run(
      venvProgram('python'),
      ['-m', 'pytest', `--junitxml=${report}`, ...shared, ...args],
      options
    );
    const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
    const suite = /<testsuite [^>]*>/.exec(xml)?.[0] ?? '';
    const count = name =>
      Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? NaN);
    const failed = count('failures') + count('errors');
    const skipped = count('skipped');
    return judged(code, {
      passed: count('tests') - failed - skipped,
      failed,
      skipped
    });
  });
}

let oldest;
let browser;

function oldestLab() {
  return (oldest ??= installOldestLab());
}

function aBrowser() {
  return (browser ??= findBrowser());
}

/** Begin what a later suite has to wait for; that suite tells if it failed. */
export function prepare(names) {
  if (names.includes('ui')) {
    oldestLab().catch(() => undefined);
    aBrowser().catch(() => undefined);
  }
}

function ui(args) {
  return withFile('ui.json', async report => {
    const path = await aBrowser();
    await oldestLab();
    const draws = args.length === 0 && process.env.ALL_CASES !== '1';
    const { code } = await run(
      process.execPath,
      [
        at('node_modules/@playwright/test/cli.js'),
        'test',
        '--config=ui-tests/playwright.config.js',
        '--reporter=list,json',
        ...args
      ],
      {
        env: {
          CHROMIUM_PATH: path,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          ...(draws ? { TORCH_TRIAGE_UI_SEED: process.env.SEED } : {}),
          TORCH_TRIAGE_UI_PORT:
            process.env.TORCH_TRIAGE_UI_PORT ?? (await freePort())
        }
      }
    );
    const { stats = {} } = readJson(report);
    return judged(code, {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped
    });
  });
}

/**
 * A suite that crashed, found no test, or ended badly although no test failed
 * has one failure more than it counted.
 */
export function judged(code, { passed, failed, skipped }) {
  if (![passed, failed, skipped].every(Number.isInteger)) {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: failed + (silent ? 1 : 0), skipped };
}

/** A suite that runs beside another one and speaks when it has ended. */
export function shownAtEnd(suite) {
  return args =>
    withFile('output', async path => {
      const file = openSync(path, 'w');
      try {
        return await suite(args, { stdio: ['ignore', file, file] });
      } finally {
        closeSync(file);
        process.stdout.write(readFileSync(path));
      }
    });
}

/**
 * The lines that ran of each room, a folder of `src`, of what Istanbul calls a
 * JSON summary; the files beside the rooms are one, named `.`.
 *
 * @returns by the room's name, in its order: {covered, total}
 */
export function linesByRoom(summary, source) {
  const rooms = new Map();
  for (const [file, { lines }] of Object.entries(summary)) {
    const parts = relative(source, file).split(sep);
    // `total` is no file.
    if (file !== 'total' && parts[0] !== '..') {
      const room = parts.length > 1 ? parts[0] : '.';
      const { covered, total } = rooms.get(room) ?? { covered: 0, total: 0 };
      rooms.set(room, {
        covered: covered + lines.covered,
        total: total + lines.total
      });
    }
  }
  return new Map([...rooms].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function coverageNote(rooms) {
  const parts = [...rooms].map(
    ([room, { covered, total }]) =>
      `${room} ${Math.floor((100 * covered) / total)} %`
  );
  return parts.length > 0 ? `lines run by Jest: ${parts.join(', ')}` : '';
}

/** Lend a path for what a tool writes. */
async function withFile(name, body) {
  const folder = mkdtempSync(join(tmpdir(), 'torch-triage-test-'));
  try {
    return await body(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The servers of the browser tests take as many ports, one after another. */
const PORTS = 4;

/** Systems give ports from above these to who asks for any, kernels do. */
const [LOWEST, HIGHEST] = [15_000, 30_000];

/** The first of `PORTS` free ports that nobody is given by chance meanwhile. */
async function freePort() {
  for (;;) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const ports = Array.from({ length: PORTS }, (_, at) => first + at);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) {
      return String(first);
    }
  }
}

function isFree(port) {
  return new Promise(resolve => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
