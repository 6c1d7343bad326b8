/** A Chromium or Chrome for the browser tests. */
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { at, isRoot, Missing, npm, run, say } from '../setup/tools.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable'
];

const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'];
const PLACES = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  ],
  win32: FOLDERS.map(folder =>
    join(process.env[folder] ?? '', 'Google/Chrome/Application/chrome.exe')
  )
};

/** An npm package that holds a Chromium: its lock file names its digest. */
const PACKAGE = at('scripts/test/chromium');
const UNPACKED = join(PACKAGE, 'node_modules', '.unpacked');

/**
 * The path of a browser: CHROMIUM_PATH, one on the PATH, one in its usual
 * place, the one that Playwright installed, or one that is brought now.
 *
 * @param unpacked - where the package's browser lies
 */
export async function findBrowser(unpacked = UNPACKED) {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) {
    throw new Missing(
      `CHROMIUM_PATH is ${chosen}, which does not exist: set it to a Chromium or Chrome, or unset it.`
    );
  }
  const found =
    chosen || (await installedBrowser(unpacked)) || (await bring(unpacked));
  if (found) {
    return found;
  }
  throw new Missing(
    'No Chromium or Chrome was found: run `npx playwright install --with-deps chromium` (about 170 MB), or set CHROMIUM_PATH.'
  );
}

/** Bring a browser, the way that suits the machine best first. */
async function bring(unpacked) {
  // Playwright's own word for "download none".
  if (process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD) {
    return undefined;
  }
  const ways = [
    // A bare CI machine: it may be changed, and root can.
    {
      canHelp: process.env.CI && isRoot() && process.platform === 'linux',
      note: 'apt-get installs chromium, about 100 MB.',
      start: bringByApt
    },
    {
      canHelp: true,
      note: 'downloading Playwright’s, about 170 MB.',
      start: () => run(process.execPath, [playwright(), 'install', 'chromium'])
    },
    {
      canHelp: process.platform === 'linux' && process.arch === 'x64',
      note: 'downloading the npm package @sparticuz/chromium, 74 MB.',
      start: () => bringByNpm(unpacked)
    }
  ];
  for (const { start, note } of ways.filter(way => way.canHelp)) {
    say(`Browser: none found; ${note}`);
    // A way that fails says why itself; the next one may work.
    await start().catch(error => console.error(error.message));
    const installed = await installedBrowser(unpacked);
    if (installed) {
      return installed;
    }
  }
  return undefined;
}

const playwright = () => at('node_modules/@playwright/test/cli.js');

async function bringByApt() {
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', 'chromium']);
}

async function bringByNpm(unpacked) {
  await npm(['ci', '--ignore-scripts', '--silent'], { cwd: PACKAGE });
  mkdirSync(unpacked, { recursive: true });
  // It unpacks into the folder for temporary files, which others may clear.
  const unpack =
    "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  await run(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: PACKAGE,
    env: { TMPDIR: unpacked }
  });
}

async function installedBrowser(unpacked) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...NAMES.flatMap(name => folders.map(folder => join(folder, name))),
    ...(PLACES[process.platform] ?? [])
  ];
  // Only now: on a fresh clone there is no Playwright to import at start.
  const { chromium } = await import('@playwright/test');
  return [
    ...candidates,
    chromium.executablePath(),
    join(unpacked, 'chromium')
  ].find(path => existsSync(path));
}
