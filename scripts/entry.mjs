/**
 * Makes and checks one entry of the catalogue, in seconds:
 *
 *     npm run entry -- tensor/new-name           makes its folder, or checks it
 *     npm run entry -- tensor/new-name --text 'RuntimeError: …'
 *     npm run entry -- --text 'RuntimeError: …'  which entry claims this text?
 *     npm run entry -- --index                   writes the families' indexes
 *
 * `--text -` reads standard input. docs/authoring.md shows it at work.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { families, writeIndexes } from './catalogue/indexes.mjs';
import { folderOf, scaffold } from './catalogue/scaffold.mjs';
import { loadCore, ROOT } from './core.mjs';
import { Pages } from './docs/pages.mjs';
import { prove } from './recheck/prove.mjs';
import { isProgram } from './setup/tools.mjs';

const ID = /^[a-z]+\/[a-z\d]+(?:-[a-z\d]+)*$/;

/** What is wrong with the call itself. */
class Usage extends Error {}

/** One line of the report: what was looked at, and what is wrong with it. */
function report(name, problems, note = '') {
  console.log(
    `${problems.length === 0 ? 'ok   ' : 'WRONG'} ${name.padEnd(12)}${note}`
  );
  problems.forEach(problem => console.log(`      - ${problem}`));
  return problems.length;
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [result, `${((performance.now() - start) / 1000).toFixed(1)} s`];
}

/** Say which entries claim a text as a cell's error, and as a log. */
function tellClaims(text, { catalogue, diagnose, textIncident }) {
  const findings = diagnose(textIncident(text), catalogue);
  console.log(
    findings.length === 0
      ? 'No entry claims this text.'
      : findings
          .map(
            ({ id, confidence }, at) =>
              `${at === 0 ? 'Claimed by' : '     also'} ${id} (${confidence})`
          )
          .join('\n')
  );
}

/** Cases of other entries that are recognised as this one. */
function stolen(entry, { PROOFS, catalogue, diagnose, incidentOf }) {
  return PROOFS.filter(({ id }) => id !== entry.id).flatMap(
    ({ id, recognised }) =>
      recognised.flatMap((one, at) =>
        diagnose(incidentOf(one), catalogue)[0]?.id === entry.id
          ? [`takes case ${at + 1} of ${id}`]
          : []
      )
  );
}

async function check(id) {
  const stale = writeIndexes();
  const core = await loadCore(
    ...['cases', 'proofs', 'rules', 'torch-runs'].map(
      name => `src/catalogue/__tests__/${name}`
    )
  );
  const { catalogue } = core;
  const entry = catalogue.find(one => one.id === id);
  if (!entry) {
    throw new Usage(`index.ts of ${id} exports an entry with another id.`);
  }
  const proof = core.proofOf(id);
  const each = (cases, rule) =>
    cases.flatMap((one, at) =>
      rule(entry, one, catalogue).map(problem => `case ${at + 1}: ${problem}`)
    );
  let wrong = report('index', [], stale.join(', '));
  wrong += report('parts', core.partProblems(entry, proof));
  wrong += report('words', core.wordProblems(entry, proof, catalogue));
  wrong += report(
    'recognised',
    each(proof.recognised, core.recognisedProblems),
    `${proof.recognised.length} cases`
  );
  wrong += report(
    'near misses',
    each(proof.nearMisses, core.nearMissProblems),
    `${proof.nearMisses.length} cases`
  );
  wrong += report(
    'declared',
    core.isTopic(entry) ? [] : core.declarationProblems(entry, proof),
    `${entry.kinds.length || 1} kinds, ${entry.values.length} values`
  );
  wrong += report('others', stolen(entry, core), 'their cases stay theirs');
  if (proof.reproduction) {
    const [problems, took] = await timed(() => {
      const runs = core.runsOf(core.snippetsOf(proof));
      return [
        ...core.raisedProblems(proof, runs, catalogue),
        ...core.fixedProblems(proof, runs, catalogue)
      ];
    });
    wrong += report('raises.py', problems, `run with torch, ${took}`);
  } else {
    report('raises.py', [], 'there is none: no run stands behind this entry');
  }
  const [unproven, took] = await timed(() => prove(id));
  wrong += report('patterns', unproven, `linear, ${took}`);
  for (const [file, text] of pagesFor(entry, core)) {
    writeFileSync(path.join(ROOT, 'docs', file), text);
  }
  report('page', [], `docs/${id}.md`);
  return wrong;
}

function pagesFor(entry, core) {
  const pages = new Pages(core);
  return [[`${entry.id}.md`, pages.pageOf(entry)], ...pages.indexes()];
}

async function main(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { text: { type: 'string' }, index: { type: 'boolean' } }
  });
  const [id, ...more] = positionals;
  const text =
    values.text === '-' ? readFileSync(0, 'utf8') : (values.text ?? '');
  if (values.index) {
    console.log(`${writeIndexes().length} indexes written.`);
    return 0;
  }
  if (more.length > 0 || (id === undefined && text === '')) {
    throw new Usage('npm run entry -- <family>/<name> [--text TEXT]');
  }
  if (text !== '') {
    tellClaims(text, await loadCore());
  }
  if (id === undefined) {
    return 0;
  }
  if (!ID.test(id)) {
    throw new Usage(`${id} is no id: <family>/<name>, small letters.`);
  }
  const [family] = id.split('/');
  if (!families().includes(family)) {
    throw new Usage(`${family} is none of ${families().join(', ')}.`);
  }
  if (!existsSync(folderOf(id))) {
    scaffold(id, text);
    writeIndexes();
    console.log(
      `Made src/catalogue/${id}/: fill in index.ts, cases.yaml and raises.py, then run this again.`
    );
    return 0;
  }
  return (await check(id)) > 0 ? 1 : 0;
}

if (isProgram(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Usage)) {
      throw error;
    }
    console.error(`entry: ${error.message}`);
    process.exitCode = 2;
  }
}
