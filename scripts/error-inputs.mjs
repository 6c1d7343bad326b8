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

/** What ordinary users do not meet, each with the reason why not. */
const APART = [
  {
    reason: 'internal operations (leading underscore)',
    is: ({ name }) => /^_(?!_)/.test(name)
  },
  {
    reason: 'building blocks: empty_permuted, ormqr, jiterators',
    is: ({ name }) => /^(?:empty_permuted|ormqr|jiterator_\w+)$/.test(name)
  },
  {
    reason: 'sparse CSR tensors, a beta feature',
    is: ({ evalue }) => /\bCSR tensors\b|SparseCsr/.test(evalue)
  },
  {
    reason: 'tensors of more than 64 dimensions',
    is: ({ evalue }) => /tensors with up to 64 dims/.test(evalue)
  },
  {
    reason: 'checks of torch itself that name no argument',
    is: ({ evalue }) => /Could this error message be improved\?/.test(evalue)
  }
];

function reasonOf(error) {
  return APART.find(({ is }) => is(error))?.reason;
}

function share({ known, all }) {
  const percent = all === 0 ? 0 : (100 * known) / all;
  return `${known}/${all} = ${percent.toFixed(1)} % recognised`;
}

const families = new Map();
const apart = new Map();
const ordinary = { known: 0, all: 0 };
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
  const reason = reasonOf(error);
  const count =
    reason === undefined
      ? ordinary
      : (apart.get(reason) ?? { known: 0, all: 0 });
  count.known += Number(first !== undefined);
  count.all += 1;
  if (reason !== undefined) {
    apart.set(reason, count);
  }
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
console.log('apart, as ordinary users do not meet them:');
for (const [reason, { known, all }] of apart) {
  console.log(`    ${reason}: ${known}/${all}`);
}
const known = [...families.values()].reduce((sum, row) => sum + row.known, 0);
console.log(`all: ${share({ known, all: errors.length })}`);
console.log(`ordinary users': ${share(ordinary)}`);
