/**
 * `npm run audit`: known vulnerabilities of the packages in package-lock.json
 * (npm audit) and of those that requirements-dev.txt leads to (pip-audit).
 *
 * Exit status 1 where npm calls one high or critical, or pip-audit, which has no
 * severities, knows any. Where a service does not answer, its part is skipped
 * and says so. It is no part of `npm test`: what is published tomorrow must not
 * fail a tree that passed today, and the tests need no network.
 */
import { main, npm, run, say } from './setup/tools.mjs';

const GRAVE = ['high', 'critical'];

/** A service or its program cannot be asked; the message says why. */
class Unavailable extends Error {}

function parsed(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unavailable(otherwise.trim().split('\n').at(-1) || 'no answer');
  }
}

/** Run a program for what it prints. */
async function printed(start) {
  try {
    return await start({ stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Unavailable(error.code === 'ENOENT' ? 'not installed' : error);
  }
}

async function auditNode() {
  const { stdout, stderr } = await printed(options =>
    npm(['audit', '--json'], options)
  );
  const { vulnerabilities, message, metadata } = parsed(stdout, stderr);
  if (!vulnerabilities) {
    throw new Unavailable(message);
  }
  const found = Object.values(vulnerabilities).map(
    ({ name, severity, via }) => ({
      isGrave: GRAVE.includes(severity),
      text: `${name} (${severity}): ${via.map(one => one.url ?? one).join(', ')}`
    })
  );
  return { count: metadata.dependencies.total, found };
}

async function auditPython() {
  const { stdout, stderr } = await printed(options =>
    run(
      'pip-audit',
      [
        ...['-r', 'requirements-dev.txt', '-r', 'requirements-picklers.txt'],
        ...['-f', 'json', '--progress-spinner', 'off']
      ],
      options
    )
  );
  const { dependencies } = parsed(stdout, stderr);
  // It also calls all well where the index knows none of the packages.
  const audited = dependencies.filter(({ vulns }) => vulns);
  if (audited.length === 0) {
    throw new Unavailable('its service knows none of the packages');
  }
  const found = audited.flatMap(({ name, version, vulns }) =>
    vulns.map(({ id, fix_versions: fixes }) => ({
      isGrave: true,
      text: `${name} ${version}: ${id}, mended in ${fixes.join(', ') || 'no release'}`
    }))
  );
  return { count: audited.length, found };
}

/** Whether nothing grave is known, or nothing could be asked. */
async function report(name, audit) {
  try {
    const { count, found } = await audit();
    say(`${name}: ${count} packages, ${found.length} known vulnerabilities`);
    found.forEach(({ text }) => console.log(`  ${text}`));
    return !found.some(({ isGrave }) => isGrave);
  } catch (error) {
    if (!(error instanceof Unavailable)) {
      throw error;
    }
    const skipped = `${name}: skipped (${error.message})`;
    // In a workflow nobody reads what passed: this stands on its front page.
    console.log(process.env.GITHUB_ACTIONS ? `::warning::${skipped}` : skipped);
    return true;
  }
}

await main(async () => {
  const results = [
    await report('npm audit', auditNode),
    await report('pip-audit', auditPython)
  ];
  return results.every(Boolean) ? 0 : 1;
});
