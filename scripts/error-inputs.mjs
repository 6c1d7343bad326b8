/**
 * How many of PyTorch's own error inputs are recognised: `npm run error-inputs`.
 * The calls that its test suite expects to fail are made under the real torch;
 * a new release shows its new messages by running it.
 *
 *     --list          what is said first of each, and of which words nothing is
 *     --sample N      only N of them, drawn with --seed (1)
 *     --file FILE     read what scripts/raise_error_inputs.py printed before
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { loadCore, ROOT } from './core.mjs';
import { venvProgram } from './setup/tools.mjs';

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string' }
  }
});

/** The errors that this torch raises, one JSON line for each. */
function raise() {
  const { stdout, stderr, status } = spawnSync(
    venvProgram('python'),
    [path.join(ROOT, 'scripts/raise_error_inputs.py')],
    { encoding: 'utf8', maxBuffer: 2 ** 28 }
  );
  if (status !== 0) {
    console.error(stderr.trim().split('\n').pop());
    process.exit(1);
  }
  return stdout;
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawn(errors) {
  if (options.sample === undefined) {
    return errors;
  }
  const random = randomFrom(Number(options.seed));
  return errors
    .map(error => ({ error, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, Number(options.sample))
    .map(({ error }) => error);
}

const { catalogue, cellIncident, diagnose, english } = await loadCore();
const text = options.file ? readFileSync(options.file, 'utf8') : raise();
const errors = drawn(
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
);

const families = new Map();
for (const error of errors) {
  const [first] = diagnose(
    cellIncident({ ...error, stdout: '', stderr: '', source: '' }),
    catalogue,
    (id, thrown) => console.error(id, thrown)
  );
  const row = families.get(error.family) ?? { known: 0, certain: 0, all: 0 };
  families.set(error.family, {
    known: row.known + Number(first !== undefined),
    certain: row.certain + Number(first?.confidence === 'certain'),
    all: row.all + 1
  });
  if (options.list) {
    const page = first?.entry.page(english, first.values);
    console.log(`${error.name}  ${error.ename}: ${error.evalue.slice(0, 200)}`);
    console.log(
      first
        ? `    ${first.id} (${first.confidence}): ${page.title}\n    ${page.cause}`
        : '    -'
    );
  }
}

for (const [family, { known, certain, all }] of [...families].sort()) {
  console.log(`${family.padEnd(24)} ${known}/${all}  certain ${certain}`);
}
const known = [...families.values()].reduce((sum, row) => sum + row.known, 0);
console.log(
  `${known}/${errors.length} = ${((100 * known) / errors.length).toFixed(1)} % recognised`
);
