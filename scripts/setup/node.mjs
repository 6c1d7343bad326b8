/** The right Node, and the npm packages of package-lock.json. */
import { at, Missing, needDisk, npm, readJson, say } from './tools.mjs';

/** Refuse a Node that the build tool (Rspack) does not run on. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const fits =
    (major === 20 && minor >= 19) ||
    (major === 22 && minor >= 12) ||
    major > 22;
  if (!fits) {
    throw new Missing(
      `Node.js ${version} does not run the build: install Node.js 20.19 or later (20, 22.12 or newer) from https://nodejs.org.`
    );
  }
}

/** Install the locked packages when node_modules differs from the lock. */
export async function installNodePackages() {
  if (matchesLock()) {
    return;
  }
  needDisk(1.2, 'The npm packages');
  say('npm packages: downloading about 300 MB (0.9 GB on disk).');
  const { code } = await npm(['ci', '--no-audit', '--no-fund'], {
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  });
  if (code !== 0) {
    throw new Missing(
      '`npm ci` failed, its message stands above: mend that (often the network), then run `npm run setup` again.'
    );
  }
}

/** Compare the lock with the copy that npm keeps of what it installed. */
function matchesLock() {
  const wanted = readJson(at('package-lock.json')).packages ?? {};
  const installed = readJson(at('node_modules', '.package-lock.json')).packages;
  return (
    installed !== undefined &&
    Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' ||
        // Built for other platforms.
        entry.optional ||
        installed[path]?.version === entry.version
    )
  );
}
