/**
 * Tries the extension in the setups that people have, each real. What came of
 * it is kept beside the environments, and docs/setups.md written from it: what
 * was not tried is called so.
 *
 *     npm run matrix                            every setup
 *     npm run matrix -- gateway newest          some
 *     npm run matrix -- --fresh                 with the releases of today
 *     npm run matrix -- --probe segfault NAME   one column of one of them
 *     npm run matrix -- --quick                 what the tests take: nothing is kept
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { launchBrowser } from './bench/lab.mjs';
import {
  environmentOf,
  keep,
  kernelEnvironmentOf,
  keptOf,
  versionsOf
} from './matrix/environment.mjs';
import { notebookOf, PROBES, Tab } from './matrix/probes.mjs';
import { startServers } from './matrix/server.mjs';
import { SETUPS } from './matrix/setups.mjs';
import { isExplained, pageOf } from './matrix/table.mjs';
import { setup as prepare } from './setup.mjs';
import { at, main, Missing, say } from './setup/tools.mjs';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    probe: { type: 'string' }
  }
});

const SIZE = { width: 1280, height: 800 };

await main(async () => {
  const unknown = names.find(name => !SETUPS.some(one => one.name === name));
  if (unknown) {
    throw new Missing(
      `There is no setup \`${unknown}\`, only ${SETUPS.map(one => one.name).join(', ')}.`
    );
  }
  await prepare();
  const browser = await launchBrowser();
  const rows = [];
  try {
    for (const setup of SETUPS) {
      if (isChosen(setup, names)) {
        rows.push(await tried(setup, browser));
      }
    }
  } finally {
    await browser.close();
  }
  if (!options.quick) {
    const all = SETUPS.map(setup => ({ setup, ...keptOf(setup) }));
    writeFileSync(at('docs/setups.md'), pageOf(all));
    say('docs/setups.md is written: read its difference.');
  }
  return rows.every(isExplained) ? 0 : 1;
});

/** One row: what was missing, by the probe's name. */
async function tried(setup, browser) {
  const venv = options.quick
    ? at('.venv')
    : await environmentOf(setup, options.fresh);
  const kernelVenv = await kernelEnvironmentOf(setup, options.fresh);
  const versions = [
    ...(kernelVenv ? versionsOf(kernelVenv, setup.kernel.shown) : []),
    ...versionsOf(venv, setup.shown)
  ];
  say(`Setup ${setup.name}: ${versions.join(', ')}`);
  const probes = PROBES.filter(probe =>
    isChosen(probe, [options.probe ?? []].flat())
  );
  const fileOf = probe => `${PROBES.indexOf(probe)}.ipynb`;
  const files = Object.fromEntries(
    probes.map(probe => [fileOf(probe), notebookOf(probe)])
  );
  const { url, signIn, stop } = await startServers(
    setup,
    { venv, kernelVenv },
    files
  );
  // One for all, so that the browser compiles the page's code once.
  const context = await browser.newContext({ viewport: SIZE });
  const missing = {};
  try {
    await signIn(context);
    for (const probe of probes) {
      const tab = new Tab(await context.newPage());
      let seen = { 'kernel that answers': false };
      try {
        await tab.open(`${url}${setup.page}/${fileOf(probe)}?reset`);
        seen = await probe.look(tab);
      } catch (error) {
        say(`${probe.name}: ${error.message}`);
      }
      missing[probe.name] = Object.keys(seen).filter(name => !seen[name]);
      say(`${probe.name}: ${missing[probe.name].join(', ') || 'works'}`);
      if (missing[probe.name].length > 0) {
        say(await tab.text().catch(() => ''));
      }
      await tab.close();
    }
  } finally {
    await context.close();
    await stop();
  }
  if (!options.quick) {
    add(setup, versions, missing);
  }
  return { setup, versions, missing };
}

/** Whether a setup or a probe is to be tried; `names` may say which. */
function isChosen({ name, isQuick = false }, names) {
  const isNamed = names.length === 0 || names.includes(name);
  return isNamed && (isQuick || !options.quick);
}

/** Keep what was seen, beside what an earlier run saw of the same versions. */
function add(setup, versions, missing) {
  const kept = keptOf(setup);
  const isSame = `${kept.versions}` === `${versions}`;
  const known = { ...(isSame ? kept.missing : {}), ...missing };
  keep(setup, { versions, missing: known });
}
