/** A Chromium or Chrome for the browser tests. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isRoot, Missing, run, say } from '../setup/tools.mjs';

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

/**
 * The path of a browser: CHROMIUM_PATH, one on the PATH, one in its usual
 * place, or the one that Playwright installed.
 */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) {
    throw new Missing(
      `CHROMIUM_PATH is ${chosen}, which does not exist: set it to a Chromium or Chrome, or unset it.`
    );
  }
  const found = chosen || (await installedBrowser());
  if (found) {
    return found;
  }
  // A bare CI machine: it may be changed, and root can.
  if (process.env.CI && isRoot() && process.platform === 'linux') {
    say('Browser: apt-get installs chromium, about 100 MB.');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', 'chromium']);
    const installed = await installedBrowser();
    if (installed) {
      return installed;
    }
  }
  throw new Missing(
    'No Chromium or Chrome was found: run `npx playwright install --with-deps chromium` (about 170 MB), or set CHROMIUM_PATH.'
  );
}

async function installedBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...NAMES.flatMap(name => folders.map(folder => join(folder, name))),
    ...(PLACES[process.platform] ?? [])
  ];
  // Only now: on a fresh clone there is no Playwright to import at start.
  const { chromium } = await import('@playwright/test');
  return [...candidates, chromium.executablePath()].find(path =>
    existsSync(path)
  );
}
