/**
 * What is said of failures that nobody chose: `npm run field -- FILE`. FILE has
 * a failure a line, its cause written before anything was run; docs/field.md
 * says how such a sample is drawn and judged.
 *
 *     --list             beside each cause, what is said of it
 *     --judge VERDICTS   write verdicts (id, tab, verdict, tab, reason) into FILE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { loadCore, loadModules } from './core.mjs';

const VERDICTS = ['right', 'useful', 'generic', 'wrong', 'silent'];

const {
  values: options,
  positionals: [file]
} = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    judge: { type: 'string' }
  }
});
if (!file) {
  console.error('Which sample? npm run field -- FILE [--list | --judge FILE]');
  process.exit(2);
}

const { catalogue, cellIncident, diagnose, english, textIncident } =
  await loadCore();
const { readFailures } = await loadModules('read', ['src/cli/read']);

function linesOf(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '');
}

/**
 * Without an exception it is a program's output, or what a shell says; but a
 * notebook's cell may hold an error output that names no class.
 */
function incidentOf({ ename, traceback, stderr, ...rest }) {
  return ename || (traceback && rest.source)
    ? cellIncident({ ename, traceback, stderr, ...rest })
    : textIncident([traceback, stderr].filter(Boolean).join('\n'));
}

/** What opening the notebook shows of its failed cell; null where that is nothing. */
async function fromNotebook({ notebook, cell }) {
  const { incidents } = await readFailures(
    path.resolve(path.dirname(file), notebook)
  );
  return incidents.find(one => one.cell === cell)?.incident ?? null;
}

/** The first finding of a failure as a person reads it. */
async function said(failure) {
  const incident = failure.notebook
    ? await fromNotebook(failure)
    : incidentOf(failure);
  const [finding] = incident ? diagnose(incident, catalogue) : [];
  if (!finding) {
    return null;
  }
  const { title, cause, fixes } = finding.entry.page(english, finding.values);
  return {
    id: finding.id,
    confidence: finding.confidence,
    title,
    cause,
    fixes: fixes.slice(0, 2)
  };
}

// One after another: a file that waits while others are diagnosed would be told
// as one that does not end.
const failures = [];
for (const line of linesOf(file)) {
  const failure = JSON.parse(line);
  failures.push({ failure, now: await said(failure) });
}

/** A verdict counts as long as the same thing is said. */
function verdictOf({ failure: { judged }, now }) {
  if (now === null) {
    return 'silent';
  }
  return judged?.finding === now.id && judged.title === now.title
    ? judged.verdict
    : 'not judged';
}

function judge(verdicts) {
  const given = new Map(
    linesOf(verdicts).map(line => {
      const [id, verdict, why = ''] = line.split('\t');
      if (!VERDICTS.includes(verdict)) {
        throw new Error(`${id}: “${verdict}” is none of ${VERDICTS}`);
      }
      return [id, { verdict, why }];
    })
  );
  for (const { failure, now } of failures) {
    const one = given.get(failure.id);
    if (one && now) {
      failure.judged = { finding: now.id, title: now.title, ...one };
    }
  }
  writeFileSync(
    file,
    failures.map(({ failure }) => `${JSON.stringify(failure)}\n`).join('')
  );
}

function list() {
  for (const one of failures) {
    const { failure, now } = one;
    console.log(
      `\n${failure.id}  ${failure.negative ? 'NEGATIVE' : failure.frequency}  ${verdictOf(one)}\n` +
        `  ${failure.ename}: ${failure.evalue.slice(0, 300).replaceAll('\n', ' ')}\n` +
        `  cause  ${failure.true_cause}\n  fix    ${failure.true_fix}`
    );
    if (now) {
      console.log(
        `  we     ${now.id} (${now.confidence}): ${now.title}\n         ${now.cause}`
      );
      for (const { title, code } of now.fixes) {
        console.log(`         > ${title}${code ? ` | ${code}` : ''}`);
      }
    }
  }
}

function table() {
  const ours = failures.filter(({ failure }) => !failure.negative);
  const common = ours.filter(({ failure }) => failure.frequency === 'common');
  const columns = [...VERDICTS, 'not judged'];
  console.log(`${''.padEnd(8)} n   ${columns.join('  ')}`);
  for (const [name, some] of [
    ['all', ours],
    ['common', common]
  ]) {
    const verdicts = some.map(verdictOf);
    const counts = columns.map(column =>
      String(verdicts.filter(one => one === column).length).padEnd(
        column.length
      )
    );
    console.log(
      `${name.padEnd(8)} ${String(some.length).padEnd(3)} ${counts.join('  ')}`
    );
  }
  const alarms = failures.filter(({ failure, now }) => failure.negative && now);
  console.log(
    `${failures.length - ours.length} without torch, of which a card on ${alarms.length}: ${alarms.map(({ failure, now }) => `${failure.id} ${now.id}`).join(', ') || '-'}`
  );
}

if (options.judge) {
  judge(options.judge);
}
if (options.list) {
  list();
}
console.log();
table();
