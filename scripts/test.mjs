/**
 * `npm test`: sets everything up and runs every suite. The last line says
 * `N passed, N failed` and, when there are any, `, N skipped`.
 *
 * For a developer: `npm test -- --only jest,ui`; with one suite named, what
 * follows goes to its tool: `npm test -- --only jest src/incident`.
 */
import { setup } from './setup.mjs';
import { main, Missing, say } from './setup/tools.mjs';
import { seedOfRun } from './test/seed.mjs';
import { prepare, shownAtEnd, STAGES, SUITES } from './test/suites.mjs';

await main(async () => {
  const { names, args } = chosen(process.argv.slice(2));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const add = counts =>
    Object.keys(total).forEach(key => (total[key] += counts[key]));
  process.env.SEED = String(seedOfRun());
  const lines = [`drawn with SEED=${process.env.SEED}`];
  try {
    await setup();
    prepare(names);
    for (const stage of STAGES) {
      const suites = stage.filter(name => names.includes(name));
      const results = suites.map((name, at) => {
        say(at === 0 ? `Suite ${name}` : `Suite ${name}, shown at its end`);
        const suite = at === 0 ? SUITES[name] : shownAtEnd(SUITES[name]);
        return outcome(() => suite(args));
      });
      for (const [at, counts] of (await Promise.all(results)).entries()) {
        add(counts);
        lines.push(`${suites[at]}: ${sentence(counts)}`);
        lines.push(...(counts.note ? [counts.note] : []));
      }
    }
  } catch (error) {
    add(failure(error));
  }
  console.log(`\n${lines.join('\n')}\n${sentence(total)}`);
  return total.failed > 0 ? 1 : 0;
});

function chosen(argv) {
  if (argv[0] !== '--only') {
    return { names: Object.keys(SUITES), args: [] };
  }
  const names = (argv[1] ?? '').split(',');
  if (!names.every(name => Object.hasOwn(SUITES, name))) {
    throw new Missing(
      `--only takes one or more of ${Object.keys(SUITES).join(',')}.`
    );
  }
  return { names, args: names.length === 1 ? argv.slice(2) : [] };
}

async function outcome(suite) {
  try {
    return await suite();
  } catch (error) {
    return failure(error);
  }
}

/** Say why a suite could not run; that is one failure. */
function failure(error) {
  console.error(
    error instanceof Missing ? `torch-triage: ${error.message}` : error
  );
  return { passed: 0, failed: 1, skipped: 0 };
}

function sentence({ passed, failed, skipped }) {
  const text = `${passed} passed, ${failed} failed`;
  return skipped ? `${text}, ${skipped} skipped` : text;
}
